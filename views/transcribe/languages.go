package transcribe

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// ShowLanguages lets the language of a sound be chosen: the letters that are typed leave those
// whose name begins with them. chosen is two letters or "", that the service finds out; choose is
// given the same.
func ShowLanguages(c fyne.Canvas, chosen string, choose func(code string)) *widgets.Overlay {
	return showLanguages(c, append([]words.SpokenLanguage{{Name: i18n.Text("Find out by itself")}}, words.SpokenLanguages()...), chosen, func(l words.SpokenLanguage) {
		choose(l.Code)
	})
}

// ShowTargets lets the language be chosen that something is translated into.
func ShowTargets(c fyne.Canvas, choose func(words.SpokenLanguage)) *widgets.Overlay {
	return showLanguages(c, words.SpokenLanguages(), "", choose)
}

func showLanguages(c fyne.Canvas, all []words.SpokenLanguage, chosen string, choose func(words.SpokenLanguage)) *widgets.Overlay {
	if c == nil {
		return nil
	}
	var o *widgets.Overlay
	rows := container.NewVBox()
	scroll := container.NewVScroll(rows)
	scroll.SetMinSize(fyne.NewSize(260, 320))
	field := widgets.NewField(i18n.Text("Language"), i18n.Text("Language"))
	field.SetLeading("search")
	var first func()
	fill := func(typed string) {
		rows.RemoveAll()
		first = nil
		for _, l := range all {
			if !begins(l.Name, typed) {
				continue
			}
			do := func() { o.Hide(); choose(l) }
			row := widgets.NewNavRow("", l.Name, do)
			if l.Code == chosen {
				row.SetMark("check")
			}
			if first == nil {
				first = do
			}
			rows.Add(row)
		}
		scroll.ScrollToTop()
		rows.Refresh()
	}
	field.OnChanged = fill
	field.OnSubmitted = func(string) {
		if first != nil {
			first()
		}
	}
	field.OnEscape = func() { o.Hide() }
	fill("")
	o = widgets.ShowOverlay(c, container.NewBorder(field, nil, nil, nil, scroll), true, widgets.Centered(320))
	c.Focus(field)
	return o
}

// begins reports whether a word of a name begins with what was typed.
func begins(name, typed string) bool {
	typed = strings.ToLower(strings.TrimSpace(typed))
	for word := range strings.FieldsSeq(strings.ToLower(name)) {
		if strings.HasPrefix(word, typed) {
			return true
		}
	}
	return strings.HasPrefix(strings.ToLower(name), typed)
}
