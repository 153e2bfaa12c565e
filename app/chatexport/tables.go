package chatexport

import (
	"strings"

	"parlando/app/markdown"
	"parlando/app/spreadsheet"
)

// Tables returns the tables in the replies of a chat as sheets, each named after the heading above
// the table, or else after the chat. locale is the user's, such as "de-DE".
func Tables(c Chat, locale string) (all []spreadsheet.Sheet) {
	for _, m := range c.Messages {
		for _, p := range m.Parts {
			name := c.Title
			for _, b := range p.blocks() {
				switch b.Kind {
				case markdown.Heading:
					name = markdown.RunsText(b.Runs)
				case markdown.TableBlock:
					all = append(all, sheetOf(name, b.Table, locale))
				case markdown.Paragraph, markdown.CodeBlock, markdown.Rule, markdown.Picture, markdown.AlertName:
				}
			}
		}
	}
	return all
}

// sheetOf returns a table as a sheet.
func sheetOf(name string, t *markdown.Table, locale string) spreadsheet.Sheet {
	texts := func(row []markdown.Cell) []string {
		cells := make([]string, len(row))
		for i, c := range row {
			cells[i] = markdown.RunsText(c.Runs)
		}
		return cells
	}
	s := spreadsheet.Sheet{Name: name, Head: texts(t.Head)}
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		rows[i] = texts(row)
	}
	s.Rows = spreadsheet.Read(rows, locale)
	for i, row := range t.Rows {
		for j, c := range row {
			if link := onlyLink(c.Runs); link != "" {
				s.Rows[i][j] = spreadsheet.Link(rows[i][j], link)
			}
		}
	}
	return s
}

// onlyLink returns the address if a text consists of a single link, otherwise "".
func onlyLink(runs []markdown.Run) (link string) {
	for _, r := range runs {
		if strings.TrimSpace(r.Text) == "" {
			continue
		}
		if r.Link == "" || link != "" && r.Link != link {
			return ""
		}
		link = r.Link
	}
	return link
}
