package export

import "parlando/app/spreadsheet"

// sheetOf returns a table with one row per line.
func sheetOf(d Document, o Options) spreadsheet.Sheet {
	row := func(times []spreadsheet.Cell, speaker, text, translation string) (cells []spreadsheet.Cell) {
		if o.Times {
			cells = append(cells, times...)
		}
		if o.Speakers {
			cells = append(cells, spreadsheet.Text(speaker))
		}
		cells = append(cells, spreadsheet.Text(text))
		if o.Language == OriginalAndTranslation {
			cells = append(cells, spreadsheet.Text(translation))
		}
		return cells
	}
	s := spreadsheet.Sheet{Name: d.Title}
	for _, c := range row([]spreadsheet.Cell{spreadsheet.Text("start"), spreadsheet.Text("end")}, "speaker", "text", "translation") {
		s.Head = append(s.Head, c.Text)
	}
	for _, l := range d.Lines {
		times := []spreadsheet.Cell{spreadsheet.Clock(l.Start, stamp(l.Start, ".")), spreadsheet.Clock(l.End, stamp(l.End, "."))}
		s.Rows = append(s.Rows, row(times, l.Speaker, l.Text, l.Translation))
	}
	return s
}
