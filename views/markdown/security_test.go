package markdown

import (
	"bufio"
	"encoding/json"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// hostileInput is one row of the collection of hostile inputs.
type hostileInput struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"`
	Input string `json:"input"`
	Want  struct {
		Clickable    *bool  `json:"clickable"`
		ShownAddress string `json:"shown_address"`
		Display      string `json:"display"`
		CleanCopy    bool   `json:"copy_offers_clean_text"`
	} `json:"want"`
}

func hostileInputs(t *testing.T) []hostileInput {
	t.Helper()
	dir := os.Getenv("HOSTILE_INPUTS")
	if dir == "" {
		dir = filepath.Join("testdata", "security")
	}
	file, err := os.Open(filepath.Join(dir, "hostile-inputs.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var rows []hostileInput
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var row hostileInput
		// Rows of other kinds may have other shapes.
		if err := json.Unmarshal(lines.Bytes(), &row); err == nil {
			rows = append(rows, row)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestHostileInputs(t *testing.T) {
	graded := map[string]int{}
	for _, row := range hostileInputs(t) {
		grade := map[string]func(*testing.T, hostileInput){
			"link": gradeLink, "markdown": gradeMarkdown, "text": gradeText,
		}[row.Kind]
		if grade == nil {
			continue
		}
		graded[row.Kind]++
		t.Run(row.ID, func(t *testing.T) { grade(t, row) })
	}
	for _, kind := range []string{"link", "markdown", "text"} {
		if graded[kind] == 0 {
			t.Errorf("no input of kind %q was graded", kind)
		}
	}
}

func gradeLink(t *testing.T, row hostileInput) {
	if row.Want.Clickable == nil {
		t.Skip("says nothing about clicking")
	}
	host, ok := LinkInfo(row.Input)
	if ok != *row.Want.Clickable {
		t.Errorf("%q may be opened: %v", row.Input, ok)
	}
	if ok && (host == "" || strings.ContainsFunc(host, func(r rune) bool { return r <= ' ' || r > '~' })) {
		t.Errorf("the host of %q is shown as %q", row.Input, host)
	}
	for _, text := range []string{
		"[click](" + row.Input + ")", "[click](<" + row.Input + ">)", "[click][r]\n\n[r]: " + row.Input, "<" + row.Input + ">", row.Input,
		"see " + row.Input + " there", "**[a *b*](" + row.Input + " \"title\")**", "| a |\n|---|\n| [x](" + row.Input + ") |", "# [x](" + row.Input + ")",
	} {
		var d Document
		d.Set(text)
		for _, link := range links(d.Blocks()) {
			if _, ok := LinkInfo(link); !ok {
				t.Errorf("%q has the link %q", text, link)
			}
			if strings.ContainsAny(link, " \"'`\\<>\n\t") || strings.HasPrefix(link, "-") {
				t.Errorf("%q has a link that is more than one argument: %q", text, link)
			}
			if !*row.Want.Clickable && link == row.Input {
				t.Errorf("%q can be clicked", text)
			}
		}
		if text := plainText(d.Blocks()); strings.HasPrefix(text, "click") && !*row.Want.Clickable && !strings.Contains(text, "(") {
			t.Errorf("the refused address is not to be seen: %q", text)
		}
	}
}

func gradeMarkdown(t *testing.T, row hostileInput) {
	var d Document
	d.Set(row.Input)
	shown := plainText(d.Blocks())
	for _, b := range d.Blocks() {
		shown += b.Text
		if b.Kind == Picture && b.Link == "" {
			t.Errorf("a picture without its address")
		}
	}
	pictures := 0
	for _, b := range d.Blocks() {
		if b.Kind == Picture {
			pictures++
		}
	}
	if strings.Contains(row.Input, "![") && pictures == 0 {
		t.Errorf("%q is no picture to ask for", row.Input)
	}
	if i := strings.IndexByte(row.Input, '<'); i >= 0 && !strings.Contains(shown, row.Input[i:i+4]) {
		t.Errorf("the HTML of %q is not shown as text: %q", row.Input, shown)
	}
}

func gradeText(t *testing.T, row hostileInput) {
	var d Document
	d.Set(row.Input)
	clean, hidden := Clean(row.Input)
	if strings.Contains(row.Want.Display, "unchanged") {
		if clean != row.Input || hidden != 0 || d.Hidden() != 0 {
			t.Errorf("%q became %q, %d hidden", row.Input, clean, hidden)
		}
		return
	}
	if hidden == 0 || d.Hidden() != hidden {
		t.Errorf("%q hides %d, the document says %d", row.Input, hidden, d.Hidden())
	}
	if again, more := Clean(clean); again != clean || more != 0 {
		t.Errorf("%q is not clean yet", clean)
	}
	if shown := plainText(d.Blocks()); shown != strings.TrimSpace(clean) && shown != clean {
		t.Errorf("%q is shown as %q", row.Input, shown)
	}
	if row.Want.CleanCopy == (clean == row.Input) {
		t.Errorf("%q is copied as %q", row.Input, clean)
	}
}

// TestNothingHereCanReachTheNetwork holds because no file imports what could.
func TestNothingHereCanReachTheNetwork(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, imported := range file.Imports {
			path, err := strconv.Unquote(imported.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case path == "net", path == "os", path == "os/exec", path == "syscall", strings.HasPrefix(path, "net/http"), strings.Contains(path, "fyne"):
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
}
