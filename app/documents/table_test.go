package documents

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tableFormats write a table, whose cells are lists of paragraphs, as each format does.
var tableFormats = map[string]func(t *testing.T, rows [][][]string) string{
	"a.docx": func(t *testing.T, rows [][][]string) string {
		return asWord(t, markedTable(rows, "<w:tbl>", "<w:tr>", "<w:tc>", "<w:p><w:r><w:t>", "</w:t></w:r></w:p>", "</w:tc>", "</w:tr>", "</w:tbl>"))
	},
	"a.odt": func(t *testing.T, rows [][][]string) string {
		return asOpenDocument(t, "text", "<office:text>"+markedTable(rows, "<table:table>", "<table:table-row>", "<table:table-cell>",
			"<text:p>", "</text:p>", "</table:table-cell>", "</table:table-row>", "</table:table>")+"</office:text>")
	},
	"a.rtf": func(_ *testing.T, rows [][][]string) string {
		return `{\rtf1\ansi ` + markedTable(rows, "", `\trowd `, `\pard\intbl `, `\pard\intbl `, `\par `, `\cell `, `\row `, `\pard `) + `}`
	},
	"a.html": func(_ *testing.T, rows [][][]string) string {
		return "<!DOCTYPE html>" + markedTable(rows, "<table>", "<tr>", "<td>", "<p>", "</p>", "</td>", "</tr>", "</table>")
	},
}

// markedTable writes each part of a table between its marks.
func markedTable(rows [][][]string, table, row, cell, paragraph, endParagraph, endCell, endRow, endTable string) string {
	var b strings.Builder
	b.WriteString(table)
	for _, r := range rows {
		b.WriteString(row)
		for _, c := range r {
			b.WriteString(cell)
			for _, p := range c {
				b.WriteString(paragraph + p + endParagraph)
			}
			b.WriteString(endCell)
		}
		b.WriteString(endRow)
	}
	b.WriteString(endTable)
	return b.String()
}

// readSource reads a document as it is read for a model.
func readSource(t *testing.T, name, data string) Document {
	t.Helper()
	doc, err := ReadBytes(t.Context(), name, []byte(data), Options{Source: true})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return doc
}

func eachTableFormat(t *testing.T, rows [][][]string, check func(t *testing.T, doc Document)) {
	for name, write := range tableFormats {
		t.Run(name, func(t *testing.T) { check(t, readSource(t, name, write(t, rows))) })
	}
}

func TestACellWithTwoParagraphsStaysACell(t *testing.T) {
	eachTableFormat(t, [][][]string{{{"Name"}, {"About"}}, {{"Eve"}, {"Lives here.", "a | b"}}}, func(t *testing.T, doc Document) {
		want := "| Name | About |\n| --- | --- |\n| Eve | Lives here.<br>a \\| b |\n"
		if d := cmp.Diff(want, doc.Text); d != "" || doc.Cuts != nil {
			t.Error(d, doc.Cuts)
		}
	})
}

func TestAListInACellStaysInTheCell(t *testing.T) {
	item := func(n, text string) string {
		return paragraphXML(`<w:numPr><w:ilvl w:val="0"/><w:numId w:val="`+n+`"/></w:numPr>`, text)
	}
	for name, data := range map[string]string{
		"a.docx": asWord(t, "<w:tbl><w:tr><w:tc>"+paragraphXML("", "x")+"</w:tc><w:tc>"+paragraphXML("", "y")+"</w:tc></w:tr><w:tr><w:tc>"+
			item("7", "a")+item("7", "b")+"</w:tc><w:tc>"+item("8", "c")+item("8", "d")+"</w:tc></w:tr></w:tbl>"),
		"a.odt": asOpenDocument(t, "text", `<office:text><table:table><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell><table:table-cell><text:p>y</text:p></table:table-cell></table:table-row>
			<table:table-row><table:table-cell><text:list><text:list-item><text:p>a</text:p></text:list-item><text:list-item><text:p>b</text:p></text:list-item></text:list></table:table-cell>
			<table:table-cell><text:list text:style-name="L1"><text:list-item><text:p>c</text:p></text:list-item><text:list-item><text:p>d</text:p></text:list-item></text:list></table:table-cell></table:table-row></table:table></office:text>`),
		"a.html": "<!DOCTYPE html><table><tr><td>x<td>y<tr><td><ul><li>a<li>b</ul><td><ol><li>c<li>d</ol></table>",
	} {
		want := "| x | y |\n| --- | --- |\n| • a<br>• b | 1. c<br>2. d |\n"
		if d := cmp.Diff(want, readSource(t, name, data).Text); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestALongCellStaysACell(t *testing.T) {
	for _, text := range []string{strings.Repeat("&#28450;", 67), strings.Repeat("a", maxTableCellBytes)} {
		plain := strings.ReplaceAll(text, "&#28450;", "漢")
		for name, write := range tableFormats {
			if name == "a.rtf" {
				text = strings.ReplaceAll(text, "&#28450;", `\u28450?`)
			} else {
				text = strings.ReplaceAll(text, `\u28450?`, "&#28450;")
			}
			doc := readSource(t, name, write(t, [][][]string{{{"x"}, {"y"}}, {{text}, {"z"}}}))
			if want := "| x | y |\n| --- | --- |\n| " + plain + " | z |\n"; doc.Text != want || doc.Cuts != nil {
				t.Errorf("%s: %.100q, %v", name, doc.Text, doc.Cuts)
			}
		}
	}
}

func TestACellThatIsTooLongIsCutAndItIsSaid(t *testing.T) {
	for _, long := range [][]string{
		{strings.Repeat("a", maxTableCellBytes+1)},
		{strings.Repeat("a", maxTableCellBytes), "b"},
	} {
		eachTableFormat(t, [][][]string{{{"x"}, {"y"}}, {long, {"z"}}}, func(t *testing.T, doc Document) {
			want := "| x | y |\n| --- | --- |\n| " + long[0][:maxTableCellBytes] + "… | z |\n\n(Cells of more than 20000 bytes were cut off and end in “…”.)\n"
			if doc.Text != want {
				t.Errorf("%d bytes: %.50q … %q", len(doc.Text), doc.Text, doc.Text[max(0, len(doc.Text)-100):])
			}
			if d := cmp.Diff([]Omission{{Kind: OmittedTableCells, Kept: 1}}, doc.Cuts); d != "" {
				t.Error(d)
			}
		})
	}
}

// A cell is cut between characters, and not within the mark of a note.
func TestACellIsCutBetweenCharacters(t *testing.T) {
	for _, text := range []string{strings.Repeat("漢", 7000), strings.Repeat("a", maxTableCellBytes-1) + noteMark(12)} {
		got, cut := tableCell{blocks: []block{{text: text}}}.markdown()
		if !cut || strings.ContainsAny(got, "\uFFFD[]"+noteStart+noteEnd) || !strings.HasSuffix(got, "…") || len(got) < maxTableCellBytes-3 {
			t.Errorf("%d bytes, …%q", len(got), got[max(0, len(got)-20):])
		}
	}
}

func rowsOfTwo(n int) [][][]string {
	var rows [][][]string
	for i := range n {
		rows = append(rows, [][]string{{fmt.Sprint("r", i+1)}, {"v"}})
	}
	return rows
}

func TestATableOf4000RowsStaysATable(t *testing.T) {
	eachTableFormat(t, rowsOfTwo(maxTableRows), func(t *testing.T, doc Document) {
		if n := strings.Count(doc.Text, "\n| r"); n != 3999 || doc.Cuts != nil || !strings.HasSuffix(doc.Text, "\n| r4000 | v |\n") {
			t.Errorf("%d rows, %v, …%q", n, doc.Cuts, doc.Text[len(doc.Text)-50:])
		}
	})
}

func TestTheRowsOfALongTableAreCutAndItIsSaid(t *testing.T) {
	eachTableFormat(t, rowsOfTwo(maxTableRows+1), func(t *testing.T, doc Document) {
		if !strings.HasSuffix(doc.Text, "\n| r4000 | v |\n\n(The rows after these 4000 are left out.)\n") {
			t.Errorf("…%q", doc.Text[len(doc.Text)-100:])
		}
		if d := cmp.Diff([]Omission{{Kind: OmittedTableRows, Kept: 4000, Of: 4001}}, doc.Cuts); d != "" {
			t.Error(d)
		}
	})
}

// What follows a table that was cut, stands in a later chapter, or in a table of one column, is all
// there.
func TestNothingButTheRowsIsCut(t *testing.T) {
	var long strings.Builder
	for i := range maxTableRows + 5 {
		fmt.Fprintf(&long, "<tr><td>r%d<td>v", i+1)
	}
	page := "<!DOCTYPE html><table>" + long.String() + "<tr><td><table><tr><td>in</table><td><h1>h</h1></table><p>after<table><tr><td>a<td>b<tr><td>c<td>d</table>"
	doc := readSource(t, "a.html", page)
	if !strings.HasSuffix(doc.Text, "are left out.)\n\nafter\n\n| a | b |\n| --- | --- |\n| c | d |\n") {
		t.Errorf("…%q", doc.Text[len(doc.Text)-100:])
	}
	if d := cmp.Diff([]Omission{{Kind: OmittedTableRows, Kept: 4000, Of: 4006}}, doc.Cuts); d != "" {
		t.Error(d)
	}
	doc = readSource(t, "a.epub", asBook(t, "OEBPS/text/a a.xhtml", page, "OEBPS/text/b.xhtml", page))
	if len(doc.Cuts) != 2 {
		t.Errorf("a book: %v", doc.Cuts)
	}
	doc = readSource(t, "a.html", "<!DOCTYPE html><table>"+strings.Repeat("<tr><td>v", maxTableRows+5)+"</table>")
	if n := strings.Count(doc.Text, "v"); n != maxTableRows+5 || doc.Cuts != nil {
		t.Errorf("one column: %d rows, %v", n, doc.Cuts)
	}
	doc = readSource(t, "a.html", "<!DOCTYPE html><table><tr><td>a<td>"+strings.Repeat("<p>words", 10_000)+"</table>")
	if n := strings.Count(doc.Text, "words"); n != 10_000 || doc.Cuts != nil {
		t.Errorf("one row: %d paragraphs, %v", n, doc.Cuts)
	}
}

// A voice says of a table no more than that it is there, so that only small cells are taken for
// one.
func TestForAVoiceTablesWithMuchToSayAreRead(t *testing.T) {
	for name, rows := range map[string][][][]string{
		"two paragraphs": {{{"x"}, {"y"}}, {{"one", "two"}, {"z"}}},
		"a long cell":    {{{"x"}, {"y"}}, {{strings.Repeat("a", 201)}, {"z"}}},
		"many rows":      rowsOfTwo(2000),
	} {
		for format, write := range tableFormats {
			if format == "a.rtf" && name == "two paragraphs" {
				continue // one block of two lines
			}
			doc := mustRead(t, format, write(t, rows))
			if strings.Contains(doc.Text, "|") || doc.Cuts != nil {
				t.Errorf("%s in %s: %.100q, %v", name, format, doc.Text, doc.Cuts)
			}
		}
	}
}
