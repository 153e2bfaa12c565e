package markdown

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// wireCase is a record of the client's corpus of answers, as far as the window is asked: the
// client's own test grades the rest. client/testdata/wire/README.md explains it.
type wireCase struct {
	Name string `json:"name"`
	Want struct {
		Choices []struct {
			Text string `json:"text"`
		} `json:"choices"`
		Display *struct {
			NoRawControls bool     `json:"no_raw_controls"`
			VisibleMarks  []string `json:"visible_marks_for"`
		} `json:"display"`
		OpenableLinks   *[]string `json:"openable_links"`
		NetworkRequests *int      `json:"network_requests"`
	} `json:"want"`
}

func wireCases(t *testing.T) []wireCase {
	t.Helper()
	dir := os.Getenv("WIRE_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "client", "testdata", "wire")
	}
	indexes, err := filepath.Glob(filepath.Join(dir, "index*.jsonl"))
	if err != nil || len(indexes) == 0 {
		t.Fatalf("no index*.jsonl in %s (%v)", dir, err)
	}
	var cases []wireCase
	for _, index := range indexes {
		file, err := os.Open(index)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			var c wireCase
			// A case that says nothing of the window may have another shape.
			if json.Unmarshal(lines.Bytes(), &c) == nil {
				cases = append(cases, c)
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
		_ = file.Close()
	}
	return cases
}

// TestWireCorpusIsShownSafely grades what the corpus wants of the window: display, openable_links
// and network_requests. That nothing here could reach the network at all is
// TestNothingHereCanReachTheNetwork.
func TestWireCorpusIsShownSafely(t *testing.T) {
	graded := 0
	for _, c := range wireCases(t) {
		if c.Want.Display == nil && c.Want.OpenableLinks == nil && c.Want.NetworkRequests == nil || len(c.Want.Choices) == 0 {
			continue
		}
		graded++
		t.Run(c.Name, func(t *testing.T) {
			links := []string{}
			for _, choice := range c.Want.Choices {
				var d Document
				d.Set(choice.Text)
				for _, b := range d.Blocks() {
					for _, r := range b.Runs {
						if r.Link != "" && !slices.Contains(links, r.Link) {
							links = append(links, r.Link)
						}
					}
				}
				if c.Want.Display != nil {
					gradeDisplay(t, &d, choice.Text, c.Want.Display.NoRawControls, c.Want.Display.VisibleMarks)
				}
			}
			if want := c.Want.OpenableLinks; want != nil && !slices.Equal(links, *want) {
				t.Errorf("the links %q can be opened, want %q", links, *want)
			}
		})
	}
	if graded == 0 {
		t.Error("no case says anything of the window")
	}
}

// gradeDisplay holds what is shown to be free of what must not be, and all of that to be counted.
func gradeDisplay(t *testing.T, d *Document, text string, noControls bool, marks []string) {
	t.Helper()
	shown := PlainText(d.Blocks())
	for _, b := range d.Blocks() {
		shown += b.Text
		for _, r := range b.Runs {
			shown += r.Text
		}
	}
	hidden := 0
	for _, mark := range marks {
		code, err := strconv.ParseUint(strings.TrimPrefix(mark, "U+"), 16, 32)
		if err != nil || !utf8.ValidRune(rune(code)) {
			t.Fatalf("%q is no character", mark)
		}
		hidden += strings.Count(text, string(rune(code)))
		if strings.ContainsRune(shown, rune(code)) {
			t.Errorf("%s is in what is shown", mark)
		}
	}
	if d.InvisibleCharacters() < hidden {
		t.Errorf("%d hidden characters are told, there are %d", d.InvisibleCharacters(), hidden)
	}
	for _, r := range shown {
		if noControls && (r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0) {
			t.Errorf("the control %U is in what is shown", r)
		}
	}
}
