package words

import (
	"fyne.io/fyne/v2/lang"

	"parlando/app/speech/script"
)

// Spoken are the words that are read aloud in place of what cannot be.
func Spoken() script.Words {
	return script.Words{
		Code:    lang.L("A piece of code."),
		Table:   lang.L("A table."),
		Picture: lang.L("A picture:"),
		Formula: lang.L("a formula"),
		Asks:    lang.L("The model asks whether it may use a tool."),
		Link: func(host string) string {
			if host == "" {
				return lang.L("a link")
			}
			return lang.L("a link to {{.Host}}", map[string]any{"Host": host})
		},
	}
}
