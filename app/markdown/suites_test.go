package markdown

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// example is one example of a suite: Markdown, and the HTML that the suite wants for it.
type example struct{ name, markdown, html string }

// TestSuites compares the blocks of the examples of CommonMark and GitHub with the HTML that their
// authors want. testdata/suites/deviations.txt lists the examples that are meant to differ, under
// their reasons. An example that is listed and passes fails the test, so that the list only
// shrinks.
func TestSuites(t *testing.T) {
	deviations := readDeviations(t)
	passed, deviating := 0, 0
	for _, e := range examples(t) {
		var d Document
		d.Set(e.markdown)
		got, want := outline(d.Blocks()), outlineHTML(e.html, e.markdown)
		_, listed := deviations[e.name]
		delete(deviations, e.name)
		switch {
		case got == want && listed:
			t.Errorf("%s passes: take it off the list of deviations", e.name)
		case got == want:
			passed++
		case listed:
			deviating++
		default:
			t.Errorf("%s: %q\n%s\ngot:\n%s\nwant:\n%s", e.name, e.markdown, e.html, got, want)
		}
	}
	for name := range deviations {
		t.Errorf("%s is listed as a deviation but is no example", name)
	}
	t.Logf("%d passed, %d deviate for a reason", passed, deviating)
}

// readDeviations returns the reason of each example that is meant to differ.
func readDeviations(t *testing.T) map[string]string {
	t.Helper()
	out, reason := map[string]string{}, ""
	names := true // the last line had names: the next reason replaces the last
	for line := range strings.Lines(readSuite(t, "deviations.txt")) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "#"):
			if names {
				reason = ""
			}
			reason, names = reason+line[1:], false
		case reason == "" && line != "":
			t.Fatalf("%q deviates without a reason", line)
		default:
			names = true
			for name := range strings.FieldsSeq(line) {
				out[name] = reason
			}
		}
	}
	return out
}

func readSuite(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "suites", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// examples returns the examples of all suites.
func examples(t *testing.T) []example {
	t.Helper()
	var spec []struct {
		Markdown, HTML string
		Example        int
	}
	if err := json.Unmarshal([]byte(readSuite(t, "commonmark/spec.json")), &spec); err != nil {
		t.Fatal(err)
	}
	var out []example
	for _, e := range spec {
		out = append(out, example{"commonmark/" + strconv.Itoa(e.Example), e.Markdown, e.HTML})
	}
	for _, name := range []string{"table", "strikethrough", "tasklist", "linkify"} {
		out = append(out, goldmarkExamples("goldmark/"+name, readSuite(t, "goldmark/"+name+".txt"))...)
	}
	for _, name := range []string{"table", "del", "task", "gfm_ext"} {
		out = append(out, archiveExamples("rsc/"+name, readSuite(t, "rsc/"+name+".txt"))...)
	}
	if len(out) < 740 {
		t.Fatalf("%d examples were read", len(out))
	}
	return out
}

// goldmarkExamples reads a test file of goldmark: a number, perhaps with a name, Markdown and HTML,
// divided by lines.
func goldmarkExamples(name, file string) []example {
	const divider, end = "//- - - - - - - - -//\n", "//= = = = = = = = = = = = = = = = = = = = = = = =//"
	var out []example
	for part := range strings.SplitSeq(file, end) {
		parts := strings.SplitN(part, divider, 3)
		if len(parts) < 3 {
			continue
		}
		if strings.Contains(parts[0], "enableEscape") {
			parts[1] = strings.ReplaceAll(parts[1], `\t`, "\t")
		}
		number, _, _ := strings.Cut(strings.Fields(parts[0])[0], ":")
		out = append(out, example{name + "/" + number, parts[1], parts[2]})
	}
	return out
}

// archiveExamples reads a txtar archive: files "N.md", each followed by "N.html". "^J" marks the
// end of a line whose last character is a space.
func archiveExamples(name, file string) []example {
	var out []example
	for part := range strings.SplitSeq("\n"+file, "\n-- ") {
		title, text, ok := strings.Cut(part, " --\n")
		if !ok {
			continue
		}
		text = strings.ReplaceAll(text+"\n", "^J\n", "\n")
		if base, ok := strings.CutSuffix(title, ".md"); ok {
			out = append(out, example{name: name + "/" + base, markdown: text})
		} else if _, ok := strings.CutSuffix(title, ".html"); ok {
			out[len(out)-1].html = text
		}
	}
	return out
}

// outline draws blocks one a line, so that they can be compared with outlineHTML.
func outline(blocks []Block) string {
	var o outliner
	for i := range blocks {
		b := &blocks[i]
		o.line = strings.Repeat(">", b.Quote) + strings.Repeat("-", b.Depth) + b.Marker + " "
		switch b.Kind {
		case Heading:
			o.line += fmt.Sprintf("h%d ", b.Level)
		case CodeBlock:
			o.line += fmt.Sprintf("code %s %q", b.Lang, b.Text)
		case Rule:
			o.line += "rule"
		case Picture:
			o.line += "picture " + b.Link + " " + RunsText(b.Runs)
			b = &Block{}
		case TableBlock:
			o.line += "table"
			for _, row := range append([][]Cell{b.Table.Head}, b.Table.Rows...) {
				o.line += "/"
				for i, c := range row {
					o.line += "|" + string(b.Table.Align[i]) + ":"
					o.runs(c.Runs)
				}
			}
		}
		o.runs(b.Runs)
		o.flush()
	}
	return o.out.String()
}

// outliner draws blocks.
type outliner struct {
	out  strings.Builder
	line string
}

// flush ends the line of a block.
func (o *outliner) flush() {
	if o.line != "" {
		o.out.WriteString(strings.TrimRight(o.line, " ") + "\n")
	}
	o.line = ""
}

// runs draws runs: neighbors in the same style as one, and each with its style and address.
func (o *outliner) runs(runs []Run) {
	for i := 0; i < len(runs); {
		r, text := runs[i], ""
		for ; i < len(runs) && runs[i].Style == r.Style && runs[i].Link == r.Link; i++ {
			text += runs[i].Text
		}
		if r.Style != 0 {
			text = fmt.Sprintf("[%d:%s]", r.Style, text)
		}
		if r.Link != "" {
			text += "<" + r.Link + ">"
		}
		o.line += strings.ReplaceAll(text, "\n", "⏎")
	}
}
