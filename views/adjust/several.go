package adjust

import (
	"strconv"

	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// several adds the setting for the number of replies to one message. The number 1 is every
// service's default, so it is not sent.
func (p *Panel) several(f *form.Form) {
	name, now := i18n.Text("Replies per message"), 1
	if n := p.params.Replies; n != nil {
		now = *n
	}
	hint := ""
	switch {
	case now > 1 && len(p.params.Tools) > 0:
		hint = i18n.Text("One while tools are on")
	case now > 1:
		hint = i18n.Text("You pay for each")
	}
	p.setting(f, 0, func() {
		choice := f.Dropdown(name, strconv.Itoa(now), func(anchor *widgets.Dropdown) {
			items := make([]widgets.MenuItem, chat.MaxReplies)
			for i := range items {
				n := i + 1
				items[i] = widgets.MenuItem{Text: strconv.Itoa(n), Chosen: n == now, Do: func() {
					p.params.Replies = &n
					if n == 1 {
						p.params.Replies = nil
					}
					p.changed()
				}}
			}
			widgets.ShowMenu(anchor, items)
		})
		f.Row(name, hint, choice.WithRoomFor(strconv.Itoa(chat.MaxReplies)))
	}, chat.FieldN)
}
