package export

import (
	"io"

	"parlando/app/internal/csvfile"
)

// writeCSV writes a header and one row per line.
func writeCSV(w io.Writer, d Document, o Options) error {
	c, err := csvfile.New(w, ',')
	if err != nil {
		return err
	}
	row := func(start, end, speaker, text, translation string) {
		var fields []string
		if o.Times {
			fields = append(fields, start, end)
		}
		if o.Speakers {
			fields = append(fields, speaker)
		}
		fields = append(fields, text)
		if o.Language == OriginalAndTranslation {
			fields = append(fields, translation)
		}
		c.Write(fields...)
	}
	row("start", "end", "speaker", "text", "translation")
	for _, l := range d.Lines {
		row(stamp(l.Start, "."), stamp(l.End, "."), csvfile.Text(l.Speaker), csvfile.Text(l.Text), csvfile.Text(l.Translation))
	}
	return c.Flush()
}
