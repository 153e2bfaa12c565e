package export

import (
	"io"
	"strings"
)

// writeText writes plain text: a line for each line when there are times or two languages, else paragraphs.
func writeText(w io.Writer, d Document, o Options) error {
	var b strings.Builder
	named := func(speaker string) string {
		if speaker == "" {
			return ""
		}
		return speaker + ": "
	}
	switch {
	case o.Times || o.Language == Both:
		for i, l := range d.Lines {
			if i > 0 && o.Language == Both {
				b.WriteByte('\n')
			}
			if o.Times {
				b.WriteString("[" + Clock(l.Start) + "] ")
			}
			b.WriteString(named(l.Speaker))
			for _, text := range []string{l.Text, l.Translation} {
				if text != "" {
					b.WriteString(text + "\n")
				}
			}
		}
	default:
		for i, p := range paragraphs(d) {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(named(p.speaker) + joined(p.text) + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
