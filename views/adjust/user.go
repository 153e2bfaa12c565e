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
	u := &user{panel: p, problem: newComplaint(p)}
	u.field = widgets.NewField(i18n.Text("Your user ID for the service"), i18n.Text("Leave empty for none"))
	u.field.OnChanged = u.typed
	u.object = container.New(&widgets.Column{Gap: 6}, widgets.NewBody(i18n.Text("Your user ID for the service")).NoMargin(), u.field, u.problem.Text,
		small(i18n.Text("User · lets the service tell apart people who share a key. Don't enter a real name or email.")))
	u.problem.object = u.object
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
		u.problem.say(i18n.Text("Too long: use up to 128 characters. The previous value is used."))
		return
	}
	u.problem.say("")
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
