package export

import (
	"io"
	"regexp"
	"strings"
)

// markdownMarks are the characters that mean something anywhere in a line of Markdown.
var markdownMarks = regexp.MustCompile("[\\\\`*_\\[\\]<>#|~&$!]")

// markdownBegins is what means something where a line begins: a list, a rule, a heading underlined.
var markdownBegins = regexp.MustCompile(`^([-+=]|[0-9]{1,9}[.)])`)

// plain is a text that Markdown shows as it is.
func plain(s string) string {
	s = markdownMarks.ReplaceAllString(s, `\$0`)
	if m := markdownBegins.FindString(s); m != "" {
		s = s[:len(m)-1] + `\` + s[len(m)-1:]
	}
	return s
}

// writeMarkdown writes Markdown: the title, and a paragraph for each line when there are times or two languages, else for each
// paragraph. Translations are quoted below.
func writeMarkdown(w io.Writer, d Document, o Options) error {
	var b strings.Builder
	if d.Title != "" {
		b.WriteString("# " + plain(d.Title) + "\n")
	}
	write := func(clock, speaker, text, translation string) {
		b.WriteByte('\n')
		if clock != "" {
			b.WriteString(`**\[` + clock + `\]** `)
		}
		if speaker != "" {
			b.WriteString("**" + plain(speaker) + ":** ")
		}
		if text != "" {
			b.WriteString(plain(text))
		}
		b.WriteByte('\n')
		if translation != "" {
			b.WriteString("\n> " + plain(translation) + "\n")
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
