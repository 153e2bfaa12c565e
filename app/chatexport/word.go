package chatexport

import (
	"context"
	"io"
	"strconv"
	"unicode/utf8"

	"parlando/app/direction"
	"parlando/app/internal/docx"
	"parlando/app/markdown"
)

// writeWord writes a chat as a Word document.
func writeWord(ctx context.Context, w io.Writer, c Chat, pictures Pictures) error {
	d := &docx.Document{Title: c.Title}
	if c.Title != "" {
		d.Paragraph(docx.Paragraph{Style: "Title", Runs: []docx.Run{{Text: c.Title}}})
	}
	for _, m := range c.Messages {
		if m.Who != "" {
			d.Paragraph(docx.Paragraph{Style: "Name", Runs: []docx.Run{{Text: m.Who}}})
		}
		for _, p := range m.Parts {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			wordPart(ctx, d, p, pictures)
		}
	}
	return d.Write(w)
}

func wordPart(ctx context.Context, d *docx.Document, p Part, pictures Pictures) {
	switch {
	case p.Markdown != "":
		blocks := p.blocks()
		for i := range blocks {
			wordBlock(d, &blocks[i], i+1 < len(blocks) && blocks[i+1].Tight)
		}
	case p.Plain != "":
		for _, text := range paragraphs(p.Plain) {
			d.Paragraph(docx.Paragraph{Runs: []docx.Run{{Text: text}}})
		}
	default:
		if data := p.picture(ctx, pictures); data != nil {
			d.Picture(docx.Picture{Data: data, MIME: p.Picture.MIME, Name: p.Name, Width: p.Picture.Width, Height: p.Picture.Height})
			return
		}
		d.Paragraph(docx.Paragraph{Runs: []docx.Run{{Text: "[" + p.Name + "]", Italic: true}}})
	}
}

// alertColors are the colors of the bars beside alerts, by the alert's name.
var alertColors = map[string]string{"Note": "1C5AA0", "Tip": "1F7A68", "Important": "7F2D86", "Warning": "8A5A00", "Caution": "B3372F"}

// wordBlock adds a block. closely reduces the space to the next block.
func wordBlock(d *docx.Document, b *markdown.Block, closely bool) {
	p := docx.Paragraph{Indent: b.Quote + b.Depth, Marker: b.Marker, Close: closely, Bar: alertColors[b.Alert], Runs: wordRuns(b.Runs)}
	switch b.Kind {
	case markdown.Paragraph, markdown.AlertName:
	case markdown.Heading:
		p.Style = "Heading" + strconv.Itoa(min(max(b.Level, 1), 6))
	case markdown.CodeBlock:
		p.Style, p.Runs = "Code", []docx.Run{{Text: b.Text}}
	case markdown.TableBlock:
		d.Table(wordTable(b.Table))
		return
	case markdown.Rule:
		p.Line = true
	case markdown.Picture:
		p.Runs = wordRuns(pictureRuns(b))
	}
	d.Paragraph(p)
}

func wordRuns(runs []markdown.Run) []docx.Run {
	out := make([]docx.Run, len(runs))
	for i, r := range runs {
		out[i] = docx.Run{
			Text: r.Text, Link: r.Link,
			Bold: r.Style&markdown.Bold != 0, Italic: r.Style&markdown.Italic != 0, Strike: r.Style&markdown.Strikethrough != 0, Mono: r.Style&markdown.Monospace != 0,
		}
	}
	return out
}

// A column's share of the table's width is proportional to the length of its longest cell, limited
// to these numbers of characters.
const (
	narrowest = 6
	widest    = 40
)

func wordTable(t *markdown.Table) docx.Table {
	out := docx.Table{Head: 1, Lined: true, RightToLeft: direction.RightToLeft(t.Beginning()), Widths: make([]int, len(t.Align))}
	all := append([][]markdown.Cell{t.Head}, t.Rows...)
	together := 0
	for i := range out.Widths {
		longest := narrowest
		for _, row := range all {
			if i < len(row) {
				longest = max(longest, min(utf8.RuneCountInString(markdown.RunsText(row[i].Runs)), widest))
			}
		}
		out.Widths[i] = longest
		together += longest
	}
	for i := range out.Widths {
		out.Widths[i] = out.Widths[i] * docx.TextWidth / together
	}
	for i, row := range all {
		cells := make([][]docx.Paragraph, len(out.Widths))
		for j := range cells {
			if j >= len(row) {
				continue
			}
			p := docx.Paragraph{Runs: wordRuns(row[j].Runs), Close: true, Align: string(t.Align[j])}
			for k := range p.Runs {
				p.Runs[k].Bold = p.Runs[k].Bold || i == 0
			}
			cells[j] = []docx.Paragraph{p}
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}
