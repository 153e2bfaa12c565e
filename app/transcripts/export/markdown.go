package export

import (
	"io"
	"strings"

	"parley/app/markup"
)

// writeMarkdown writes Markdown: the title, and a paragraph for each line when there are times or two languages, else for each
// paragraph. Translations are quoted below.
func writeMarkdown(w io.Writer, d Document, o Options) error {
	var b strings.Builder
	if d.Title != "" {
		b.WriteString("# " + markup.Escape(d.Title) + "\n")
	}
	write := func(clock, speaker, text, translation string) {
		b.WriteByte('\n')
		if clock != "" {
			b.WriteString(`**\[` + clock + `\]** `)
		}
		if speaker != "" {
			b.WriteString("**" + markup.Escape(speaker) + ":** ")
		}
		if text != "" {
			b.WriteString(markup.Escape(text))
		}
		b.WriteByte('\n')
		if translation != "" {
			b.WriteString("\n> " + markup.Escape(translation) + "\n")
		}
	}
	if !o.Times && o.Language != Both {
		for _, p := range paragraphs(d) {
			write("", p.speaker, joined(p.text), "")
		}
	} else {
		for _, l := range d.Lines {
			clock := ""
			if o.Times {
				clock = Clock(l.Start)
			}
			write(clock, l.Speaker, l.Text, l.Translation)
		}
	}
	_, err := io.WriteString(w, strings.TrimLeft(b.String(), "\n"))
	return err
}
