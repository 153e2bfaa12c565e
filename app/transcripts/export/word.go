package export

import (
	"io"

	"parlando/app/internal/docx"
)

// writeWord writes a Word document: the title and one paragraph per entry. With two languages, the
// entries are rows of a table.
func writeWord(w io.Writer, d Document, o Options) error {
	doc := docx.Document{Title: d.Title}
	if d.Title != "" {
		doc.Paragraph(docx.Paragraph{Style: "Title", Runs: []docx.Run{{Text: d.Title}}})
	}
	if o.Language == OriginalAndTranslation {
		doc.Table(wordTable(d, o))
		return doc.Write(w)
	}
	for _, e := range entries(d, o) {
		if e.clock != "" {
			e.clock = "[" + e.clock + "] "
		}
		doc.Paragraph(wordParagraph(e.clock, e.speaker, e.text))
	}
	return doc.Write(w)
}

func wordParagraph(clock, speaker, text string) docx.Paragraph {
	if speaker != "" {
		speaker += ": "
	}
	return docx.Paragraph{Runs: []docx.Run{{Text: clock, Style: "Time"}, {Text: speaker, Style: "Speaker"}, {Text: text}}}
}

func wordTable(d Document, o Options) docx.Table {
	t := docx.Table{Widths: []int{docx.TextWidth / 2, docx.TextWidth / 2}}
	if o.Times {
		t.Widths = []int{1072, 4000, 4000}
	}
	for _, e := range entries(d, o) {
		row := [][]docx.Paragraph{{wordParagraph("", e.speaker, e.text)}, {wordParagraph("", "", e.translation)}}
		if o.Times {
			row = append([][]docx.Paragraph{{wordParagraph(e.clock, "", "")}}, row...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
