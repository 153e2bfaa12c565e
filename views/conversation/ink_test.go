package conversation_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/views/theme"
	"parlando/views/theme/inktest"
)

func TestNoLetterOfAMessageIsCut(t *testing.T) {
	var body strings.Builder
	for i := 0; i < len(inktest.Words); i += 3 { // several scripts in one line
		body.WriteString("Ag " + strings.Join(inktest.Words[i:min(i+3, len(inktest.Words))], " Ag ") + ".\n\n")
	}
	body.WriteString("# Heading ที่ ญู བོད\n\n1. ဂျွန်ုပ်\n- **บ้าน ฐู**\n\n| a | ฐู |\n|---|---|\n| Latin | ฐู ที่ |\n| བོད | ᏣᎳᎩ |\n\n")
	body.WriteString("```\nx := \"ที่ ฐู\"\n```\n\n> སྒྲོལ་མ།\nप्राकृतिक, " + strings.Join(inktest.Words, ", "))
	inktest.NothingIsCut(t, func(t *testing.T, zoom float32) fyne.Canvas {
		s := newScene(t, 900, 2000, theme.Light)
		fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Light, zoom))
		s.show(user("a", "abc བོད def\n"+strings.Join(inktest.Words, " ")), reply("b", body.String()))
		return s.window.Canvas()
	})
}
