package settings

import (
	"slices"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// language adds the choice of the language of the window.
func (p *page) language() {
	names, tags := []string{i18n.Text("Same as this computer")}, []string{""}
	for _, l := range i18n.Languages() {
		names, tags = append(names, l.Name), append(tags, l.Tag)
	}
	p.Choice(i18n.Text("Language of the window"), i18n.Text("Parlando opens again in this language, at the same place"), names, slices.Index(tags, p.state.Settings.Language), func(i int) {
		p.state.Settings.Language = tags[i]
		widgets.CallWith(p.OnSpeak, tags[i])
	})
	if p.state.LanguageWaits {
		p.Caution(i18n.Text("The language changes when the reply or recording is finished."))
	}
}
