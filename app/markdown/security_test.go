package markdown

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"parlando/client/hostiletest"
)

// hostileInput is an input and what may become of it.
type hostileInput struct {
	Input string
	Want  struct {
		Clickable *bool  `json:"clickable"`
		Display   string `json:"display"`
		CleanCopy bool   `json:"copy_offers_clean_text"`
	}
}

// graded decodes a case for a grader.
func graded(grade func(*testing.T, hostileInput)) func(*testing.T, hostiletest.Case) {
	return func(t *testing.T, c hostiletest.Case) {
		row := hostileInput{Input: c.Text(t)}
		hostiletest.Decode(t, c.Want, &row.Want)
		grade(t, row)
	}
}

// TestHostileInputs grades the kinds that parsing a reply must guard against.
func TestHostileInputs(t *testing.T) {
	hostiletest.Grade(t, "app/markdown", map[string]func(*testing.T, hostiletest.Case){
		"link": graded(gradeLink), "markdown": graded(gradeMarkdown), "text": graded(gradeText),
	})
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
		if text := PlainText(d.Blocks()); strings.HasPrefix(text, "click") && !*row.Want.Clickable && !strings.Contains(text, "(") {
			t.Errorf("the refused address is not to be seen: %q", text)
		}
	}
}

func gradeMarkdown(t *testing.T, row hostileInput) {
	var d Document
	d.Set(row.Input)
	shown := PlainText(d.Blocks())
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
		if clean != row.Input || hidden != 0 || d.InvisibleCharacters() != 0 {
			t.Errorf("%q became %q, %d hidden", row.Input, clean, hidden)
		}
		return
	}
	if hidden == 0 || d.InvisibleCharacters() != hidden {
		t.Errorf("%q hides %d, the document says %d", row.Input, hidden, d.InvisibleCharacters())
	}
	if again, more := Clean(clean); again != clean || more != 0 {
		t.Errorf("%q is not clean yet", clean)
	}
	if shown := PlainText(d.Blocks()); shown != strings.TrimSpace(clean) && shown != clean {
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

func TestAnAddressIsNeverChangedIntoOneThatCanBeOpened(t *testing.T) {
	for text, shown := range map[string]string{
		"[a](https://good.example\u202e.evil.example/)":      "a (https://good.example%E2%80%AE.evil.example/)",
		"[a](\u202ehttps://x.example/)":                      "a (%E2%80%AEhttps://x.example/)",
		"[a](https:\u200b//x.example/)":                      "a (https:%E2%80%8B//x.example/)",
		"[a](java\u200bscript:alert)":                        "a (java%E2%80%8Bscript:alert)",
		"[a](https://x&#x202e;y.example/)":                   "a (https://x%E2%80%AEy.example/)",
		"[a][r]\n\n[r]: https://x\u2066y.example/":           "a (https://x%E2%81%A6y.example/)",
		"[a][r]\n\n[r]: \u2066https://x.example/":            "a (%E2%81%A6https://x.example/)",
		"<https://go\u200bod.example/>":                      "https://go%E2%80%8Bod.example/",
		"<\u200bhttps://good.example/>":                      "<%E2%80%8Bhttps://good.example/>",
		"see https://go\u202eod.example/p there":             "see https://go%E2%80%AEod.example/p there",
		"| a |\n|---|\n| [x](https://a\u202eb.example/) |":   "x (https://a%E2%80%AEb.example/)",
		"[\u202ea\u202c](https://good\u200b.example/ \"t\")": "a (https://good%E2%80%8B.example/)",
	} {
		var d Document
		d.Set(text)
		got := PlainText(d.Blocks())
		for _, link := range links(d.Blocks()) {
			t.Errorf("%q has the link %q", text, link)
		}
		if !strings.Contains(got, shown) {
			t.Errorf("%q is shown as %q, without %q", text, got, shown)
		}
		if d.InvisibleCharacters() == 0 {
			if !strings.Contains(text, "&#") {
				t.Errorf("%q hides nothing", text)
			}
		}
	}
}

func TestAnAddressWithAHiddenCharacterInItsPathSaysSo(t *testing.T) {
	for text, want := range map[string]string{
		"[a](https://x.example/p\u202eq)":           "https://x.example/p%E2%80%AEq",
		"https://x.example/p\u200bq there":          "https://x.example/p%E2%80%8Bq",
		"\u202eread\u202c [a](https://x.example/p)": "https://x.example/p",
		"[\u200ba](https://x.example/p)\u200b":      "https://x.example/p",
		"see\u200bhttps://x.example/p":              "",
		"<a\u200b@b.example>":                       "mailto:a%E2%80%8B@b.example",
		"[a](mailto:a\u2066@b.example)":             "mailto:a%E2%81%A6@b.example",
	} {
		var d Document
		d.Set(text)
		for _, link := range links(d.Blocks()) {
			if link != want {
				t.Errorf("%q leads to %q, not %q", text, link, want)
			}
		}
		if found := len(links(d.Blocks())); want != "" && found == 0 {
			t.Errorf("%q cannot be opened", text)
		}
	}
}

func TestThePictureOfAnAddressIsAskedForAsItWasWritten(t *testing.T) {
	for text, want := range map[string]string{
		"![p](https://x\u202ey.example/p.png)":     "https://x%E2%80%AEy.example/p.png",
		"![p](https://x&#x202e;y.example/p.png)":   "https://x%E2%80%AEy.example/p.png",
		"![p](https://x.example/\u202ep.png)":      "https://x.example/%E2%80%AEp.png",
		"![p](https://user@x.example/p.png \"t\")": "https://user@x.example/p.png",
	} {
		var d Document
		d.Set(text)
		found := ""
		for _, b := range d.Blocks() {
			if b.Kind == Picture {
				found = b.Link
			}
		}
		if found != want {
			t.Errorf("%q asks for %q, not %q", text, found, want)
		}
	}
}
