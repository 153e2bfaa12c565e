package ledger

import (
	"context"
	"fmt"

	"parlando/app/cost"
	"parlando/app/spreadsheet"
)

// Names are the displayed names of connections, models and purposes in a file.
type Names struct {
	Connection func(Entry) string
	Purpose    func(cost.Purpose) string
	// Head are the 20 column headings: time, connection, purpose, model, requests, state, input,
	// read from cache, written to cache, output, reasoning, audio in, audio out, seconds of sound,
	// characters, pictures, cost, currency, about, price.
	Head []string
}

// Save writes the entries of a span to a folder, for a spreadsheet in the language of locale, and
// returns the path of the file. The errors are those of Entries and of spreadsheet.Save.
func (l *Ledger) Save(ctx context.Context, folder, name string, f spreadsheet.Format, span Span, locale string, names Names) (string, error) {
	all, err := l.Entries(ctx, span)
	if err != nil {
		return "", fmt.Errorf("read the costs: %w", err)
	}
	path, err := spreadsheet.Save(ctx, folder, name, f, locale, sheetOf(name, all, names))
	if err != nil {
		return "", fmt.Errorf("save the costs: %w", err)
	}
	return path, nil
}

// sheetOf returns entries as a sheet.
func sheetOf(name string, all []Entry, names Names) spreadsheet.Sheet {
	s := spreadsheet.Sheet{Name: name, Head: names.Head}
	text, number := spreadsheet.Text, spreadsheet.Number
	for _, e := range all {
		c := e.Counts
		row := []spreadsheet.Cell{
			spreadsheet.Time(e.At), text(names.Connection(e)), text(names.Purpose(e.Purpose)), text(e.Asked), number(float64(e.Attempts)),
			text(string(e.State)),
		}
		for _, n := range []int{c.Input, c.CacheRead, c.CacheWrite, c.Output, c.Reasoning, c.AudioInput, c.AudioOutput} {
			row = append(row, number(float64(n)))
		}
		row = append(row, number(float64(c.Sound)/1000), number(float64(c.Characters)), number(float64(c.Pictures)))
		if e.Cost != nil {
			about := ""
			if e.About {
				about = "about"
			}
			row = append(row, number(float64(e.Cost.Micros)/1e6), text(e.Cost.Currency), text(about), text(string(e.Source)))
		} else {
			row = append(row, text(""), text(""), text(""), text(""))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}
