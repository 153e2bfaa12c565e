package adjust

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// user is the setting for the user id sent to the service.
type user struct {
	object  *fyne.Container
	panel   *Panel
	field   *widgets.Field
	problem complaint
}

func newUser(p *Panel) *user {
	u := &user{panel: p, problem: newComplaint()}
	u.field = widgets.NewField(i18n.Text("Your id for the service"), i18n.Text("Empty: none is sent"))
	u.field.OnChanged = u.typed
	u.object = container.New(&widgets.Column{Gap: 6}, widgets.NewBody(i18n.Text("Your id for the service")).NoMargin(), u.field, u.problem.Text,
		small(i18n.Text("User · lets whoever runs the service tell people apart who share a key. Better no name or address.")))
	return u
}

// typed stores the id as it is typed. It rejects one that is too long.
func (u *user) typed(text string) {
	if u.panel.quiet {
		return
	}
	id := strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, text))
	if utf8.RuneCountInString(id) > chat.MaxUserID {
		u.problem.say(i18n.Text("That is too long: at most 128 letters. What was there before is sent."))
		u.panel.relayout(u.object)
		return
	}
	u.problem.say("")
	u.panel.relayout(u.object)
	if id != u.panel.params.User {
		u.panel.params.User = id
		u.panel.changed()
	}
}

// show displays an id, and keeps a trailing space that is being typed.
func (u *user) show(id string) {
	u.problem.say("")
	if strings.TrimSpace(u.field.Text) != id {
		u.field.SetText(id)
	}
}
