package adjust

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/i18n"
)

// userField is the wire field of the user id.
const userField = chat.FieldUser

// user adds the setting for the user id sent to the service.
func (p *Panel) user(f *form.Form) {
	name := i18n.Text("Your code name for the service")
	p.setting(f, 6, func() {
		f.Body(name)
		f.Add(f.Field(form.Field{Name: name, Placeholder: i18n.Text("Leave empty for none"), Value: p.userText, OnChange: p.typeUser}))
		p.complaint(f, userField)
		f.Muted(i18n.Text("For people who share a key. No real name."))
	}, userField)
}

// typeUser stores the typed id, without control characters. It rejects an id that is too long.
func (p *Panel) typeUser(text string) {
	p.userText = text
	id := strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, text))
	if utf8.RuneCountInString(id) > chat.MaxUserID {
		p.say(userField, i18n.Text("Too long: use up to 128 characters. The previous value is used."))
		return
	}
	p.say(userField, "")
	if id != p.params.User {
		p.params.User = id
		p.changed()
	}
}
