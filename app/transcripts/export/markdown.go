package export

import (
	"strings"

	"parlando/app/markup"
)

// markdownOf returns Markdown: the title and one paragraph per entry. Translations follow as
// quotes.
func markdownOf(d Document, o Options) string {
	var b strings.Builder
	if d.Title != "" {
		b.WriteString("# " + markup.Escape(d.Title) + "\n")
	}
	for _, e := range entries(d, o) {
		b.WriteByte('\n')
		if e.clock != "" {
			b.WriteString(`**\[` + e.clock + `\]** `)
		}
		if e.speaker != "" {
			b.WriteString("**" + markup.Escape(e.speaker) + ":** ")
		}
		b.WriteString(markup.Escape(e.text) + "\n")
		if e.translation != "" {
			b.WriteString("\n> " + markup.Escape(e.translation) + "\n")
		}
	}
	return strings.TrimLeft(b.String(), "\n")
}
