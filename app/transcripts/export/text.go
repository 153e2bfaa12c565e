package export

import "strings"

// textOf returns plain text with one line per entry.
func textOf(d Document, o Options) string {
	var b strings.Builder
	for i, e := range entries(d, o) {
		if i > 0 && (o.Language == OriginalAndTranslation || !o.Times) {
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
