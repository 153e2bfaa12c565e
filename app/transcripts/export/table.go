package export

import (
	"encoding/csv"
	"io"
	"strings"
)

// cell is a text that a spreadsheet shows as it is, and does not take for a formula.
func cell(s string) string {
	if s != "" && strings.ContainsRune("=+-@＝＋－＠", []rune(s)[0]) {
		return "'" + s
	}
	return s
}

// writeCSV writes a table with a line of names, one row for each line (RFC 4180). It begins with a mark of its encoding, without which
// spreadsheets take it for another one.
func writeCSV(w io.Writer, d Document, o Options) error {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return err
	}
	c := csv.NewWriter(w)
	c.UseCRLF = true
	row := func(start, end, speaker, text, translation string) {
		var fields []string
		if o.Times {
			fields = append(fields, start, end)
		}
		if o.Speakers {
			fields = append(fields, speaker)
		}
		fields = append(fields, text)
		if o.Language == Both {
			fields = append(fields, translation)
		}
		_ = c.Write(fields) // Flush tells
	}
	row("start", "end", "speaker", "text", "translation")
	for _, l := range d.Lines {
		row(stamp(l.Start, "."), stamp(l.End, "."), cell(l.Speaker), cell(l.Text), cell(l.Translation))
	}
	c.Flush()
	return c.Error()
}
