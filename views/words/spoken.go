package words

import (
	"parlando/app/speech/speechtext"
	"parlando/views/i18n"
)

// SpokenWords returns the words to speak in place of content that cannot be read aloud.
func SpokenWords() speechtext.Words {
	return speechtext.Words{
		Language: i18n.Language(),
		Code:     i18n.Text("A code block."),
		Table:    i18n.Text("A table."),
		Picture:  i18n.Text("A picture:"),
		Formula:  i18n.Text("a formula"),
		Asks:     i18n.Text("The model wants to use a tool."),
		Link: func(host string) string {
			if host == "" {
				return i18n.Text("a link")
			}
			return i18n.Text("a link to {{.Host}}", map[string]any{"Host": host})
		},
	}
}
