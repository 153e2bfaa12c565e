package export

import "strings"

// textOf is plain text: a line for each line when there are times or two languages, else
// paragraphs.
func textOf(d Document, o Options) string {
	var b strings.Builder
	for i, e := range entries(d, o) {
		if i > 0 && (o.Language == Both || !o.Times) {
			b.WriteByte('\n')
		}
		if e.clock != "" {
			b.WriteString("[" + e.clock + "] ")
		}
		if e.speaker != "" {
			b.WriteString(e.speaker + ": ")
		}
		for _, text := range []string{e.text, e.translation} {
			if text != "" {
				b.WriteString(text + "\n")
			}
		}
	}
	return b.String()
}
