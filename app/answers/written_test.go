package answers

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/app/markdown"
)

// hostileCells look like something else in Markdown, HTML or a spreadsheet.
var hostileCells = []string{
	"plain", "a|b", "|", `\|`, `\`, `a\`, "*a*", "**b**", "_c_ d_e_f", "`code`", "``", "`", "<b>bold</b>", "<!-- no -->", "<https://example.org>", "https://example.org/a_b?c=d&e",
	"www.example.org", "me@example.org", "[a](http://b)", "[a]", "[^1]", "![p](q)", "~~x~~", "&amp;", "&#65;", "$x^2$", "$5 and $6", "# no heading", "- no item", "1. no item",
	"> no quote", "---", "===", ":---:", "a  b", " ", "=SUM(A1)", "-7,15", "שלום", "é", "日本", "😀", "a\u00a0b", "~", "!", "x*y*z", "^a^", "==m==", ":smile:", "\"q\" 'r' -- ...", "\\(x\\)", "\\[y\\]",
	"- [ ] todo", "mailto:a@b.org", "ftp://x.org", "a*|*b", "a\n*b*", "one\ntwo\r\nthree\tfour", "a\n\n*b",
}

func hostileTable() Table {
	t := Table{Columns: columns("Sh|op", "*Total*"), Before: "Before.", After: "After.", Found: true}
	t.Columns[1].Kind = chat.ColumnAmount
	for i, cell := range hostileCells {
		t.Rows = append(t.Rows, []string{cell, hostileCells[len(hostileCells)-1-i]})
	}
	return t
}

// A cell is read aloud, copied and exported as the model wrote it, and nothing becomes a link.
func TestCellsAsMarkdownReadAsTheyAre(t *testing.T) {
	table := hostileTable()
	var d markdown.Document
	d.Set(Write(nil, table, 0).Text())
	blocks := d.Blocks()
	if len(blocks) != 3 || blocks[1].Kind != markdown.TableBlock || len(blocks[1].Table.Rows) != len(table.Rows) {
		t.Fatalf("%d blocks: %+v", len(blocks), blocks)
	}
	got := blocks[1].Table
	if !slices.Equal(got.Align, []markdown.Align{markdown.AlignLeft, markdown.AlignRight}) {
		t.Errorf("aligned %q", got.Align)
	}
	rows := append([][]string{{"Sh|op", "*Total*"}}, table.Rows...)
	for i, row := range append([][]markdown.Cell{got.Head}, got.Rows...) {
		for j, cell := range row {
			want := strings.TrimSpace(rows[i][j])
			if strings.ContainsAny(want, "\n\r\t") {
				want = strings.Join(strings.Fields(want), " ")
			}
			if text := markdown.RunsText(cell.Runs); text != want {
				t.Errorf("%q reads %q", want, text)
			}
			for _, run := range cell.Runs {
				if run.Link != "" || run.Style != 0 || run.Formula != "" {
					t.Errorf("%q has %+v", want, run)
				}
			}
		}
	}
}

// A run that is as long as its source is its source (markdown.Run).
func TestCellsKnowTheirPlaces(t *testing.T) {
	table := hostileTable()
	w := Write(nil, table, 0)
	text := w.Text()
	for i := range w.Len() {
		for j, cell := range w.Row(i) {
			for _, run := range cell.Runs {
				source := text[run.Start:run.End]
				if run.Text != table.Rows[i][j] {
					t.Errorf("%q is shown as %q", table.Rows[i][j], run.Text)
				}
				if len(source) == len(run.Text) && strings.NewReplacer("\n", " ", "\r", " ", "\t", " ").Replace(run.Text) != source {
					t.Errorf("%q has the source %q", run.Text, source)
				}
			}
		}
		if i > 0 && text[w.RowOffset(i)-1] != '\n' || text[w.RowOffset(i)] != '|' {
			t.Errorf("row %d begins at %d", i, w.RowOffset(i))
		}
	}
	if w.Len() != len(table.Rows) || w.RowOffset(w.Len()) > len(text) {
		t.Errorf("%d rows, %d of %d", w.Len(), w.RowOffset(w.Len()), len(text))
	}
}

// A table that grows is the same as one that is written at once, after corrections of its cells,
// too.
func TestAGrowingTableIsTheSame(t *testing.T) {
	r := NewReader(receipts.Columns)
	var w *WrittenTable
	first := `Here: {"rows":[{"shop":"A","total":"x"},{"shop":"B|","items":"many"},{"shop":"C","paid":"?"}]} Done.`
	texts := []string{first, `{"rows":[{"row":"2","items":"2"},{"shop":"D"}]}`}
	read := func(texts []string, whole bool) {
		changed := r.Read(texts, whole)
		table := r.Table()
		w = Write(w, table, changed)
		whole2 := Write(nil, table, 0)
		if w.Text() != whole2.Text() || w.Len() != len(table.Rows) {
			t.Fatalf("after %q:\n%s\nat once:\n%s", texts, w.Text(), whole2.Text())
		}
		unfit := 0
		for i := range w.Len() {
			for j := range receipts.Columns {
				if w.Misfit(i, j) != "" {
					unfit++
				}
			}
		}
		if unfit != len(table.Faults) {
			t.Fatalf("%d cells are marked, %d do not fit", unfit, len(table.Faults))
		}
	}
	for i, text := range texts {
		for end := range text {
			read(append(slices.Clone(texts[:i]), text[:end]), false)
		}
	}
	read(texts, true)
	if w.Len() != 4 || len(r.Table().Faults) != 2 {
		t.Errorf("%d rows, faults %v", w.Len(), r.Table().Faults)
	}
}

func TestTextOfJSONHasALongerFence(t *testing.T) {
	form := &chat.AnswerForm{Kind: chat.AnswerJSON}
	text := func(s string) string {
		return Text(chat.Message{Role: chat.Assistant, Parts: []chat.Part{{Kind: chat.PartText, Text: s}}, Request: &chat.Request{Params: chat.Parameters{Answer: form}}})
	}
	for in, want := range map[string]string{
		`{"a":"x"}`:                            "```json\n{\n  \"a\": \"x\"\n}\n```",
		"Here:\n```json\n{\"a\":1}\n```\nBye.": "Here:\n\n```json\n{\n  \"a\": 1\n}\n```\n\nBye.",
		"{\"a\":\"```` x\"}":                   "`````json\n{\n  \"a\": \"```` x\"\n}\n`````",
		"I can't.":                             "I can't.",
		"As [1] says in {braces}: {\"a\":[1]}": "As [1] says in {braces}:\n\n```json\n{\n  \"a\": [\n    1\n  ]\n}\n```",
	} {
		if got := text(in); got != want {
			t.Errorf("%q:\n%s", in, got)
		}
	}
}

func TestDocumentAndItsCheck(t *testing.T) {
	schema := chat.AnswerForm{Kind: chat.AnswerJSON, Schema: []byte(`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`)}
	object := chat.AnswerForm{Kind: chat.AnswerJSON}
	for _, c := range []struct {
		form chat.AnswerForm
		text string
		want string // in the error, "" for none
	}{
		{schema, `{"n":1}`, ""},
		{schema, "See [1]:\n```json\n{\"n\":1}\n```\n{done}", ""},
		{schema, `{"n":"1"}`, "n: got string"},
		{schema, `{}`, "missing property"},
		{schema, `{"n":1`, "incomplete JSON"},
		{schema, `[1]`, "must be a JSON object"},
		{schema, `{"n":1,"n":2}`, "is used twice"},
		{schema, `{"n":1e999999999}`, "too large"},
		{schema, strings.Repeat(`{"a":`, 1000), "levels deep"},
		{schema, strings.Repeat(`[`, 1<<20), "must be a JSON object"},
		{schema, "I can't.", "must be a JSON object"},
		{object, `{"n":{}}`, ""},
		{object, `Both: [{"n":1},{"n":2}]`, "must be a JSON object"},
		{object, `[1]`, "must be a JSON object"},
		{object, `{"n":`, "incomplete JSON"},
		{object, "I can't.", "must be a JSON object"},
		{object, strings.Repeat("{ ", 200_000), "incomplete JSON"},
	} {
		err := CheckJSON(c.form, c.text)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: %.200v, want %q", c.text, err, c.want)
		}
	}
}

func BenchmarkWriteGrowing(b *testing.B) {
	t := Table{Columns: columns("Shop", "Total", "Note"), Found: true}
	for i := range 2000 {
		t.Rows = append(t.Rows, []string{fmt.Sprint("Shop ", i), "1,50", "a|b"})
	}
	for b.Loop() {
		var w *WrittenTable
		for n := range t.Rows {
			growing := t
			growing.Rows = t.Rows[:n+1]
			w = Write(w, growing, n)
			_, _ = w.Row(n), w.Text()
		}
	}
}

// The rows of a table are asked for several times each time it is laid out.
func TestRowsAreNotEscapedAgain(t *testing.T) {
	w := Write(nil, Table{Columns: columns("Shop"), Rows: [][]string{{strings.Repeat("a|b\n", 10_000)}}, Found: true}, 0)
	if n := testing.AllocsPerRun(10, func() { w.Row(0) }); n > 2 {
		t.Errorf("%v allocations", n)
	}
}
