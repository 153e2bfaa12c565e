package settings

import (
	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// QuickShortcut is the state of the global shortcut that opens the quick window.
type QuickShortcut struct {
	// Missing is the reason why global shortcuts are not available; "" if they are.
	Missing string
	// Problem is the reason why the chosen shortcut does not work.
	Problem string
}

// simple shows that the simple view is on, and lets the user turn it off.
func (p *page) simple() {
	if !p.state.Settings.Comfort.Simple {
		return
	}
	p.Add(newFrame(p.Group(&widgets.Column{Gap: 6}, func() {
		p.Body(i18n.Text("Simple view"))
		p.AddRow(p.Button(i18n.Text("Turn off"), func() { p.choose(func(c *settings.Settings) { c.Comfort.Simple = false }) }))
	})))
}

// comfort adds the settings for accessibility except the text size.
func (p *page) comfort() {
	turn := i18n.Text("Turn on simple view")
	if p.state.Settings.Comfort.Simple {
		turn = i18n.Text("Turn off simple view")
	}
	p.Label(i18n.Text("Simple view: larger text and buttons, and only what you need to write, speak and send."))
	p.AddRow(p.ButtonCalled("simple view", turn, widgets.Secondary, func() { p.choose(func(c *settings.Settings) { c.Comfort.Simple = !c.Comfort.Simple }) }))
	p.announcements()
	p.More(i18n.Text("More appearance settings"), func() {
		option(p, i18n.Text("Text width"), []string{i18n.Text("Narrow"), i18n.Text("Normal"), i18n.Text("Wide"), i18n.Text("Entire window")},
			[]settings.ReadingWidth{settings.WidthNarrow, settings.WidthNormal, settings.WidthWide, settings.WidthFull},
			func(c *settings.Settings) *settings.ReadingWidth { return &c.Comfort.ReadingWidth })
		option(p, i18n.Text("Animations"), []string{i18n.Text("Same as system"), i18n.Text("Less"), i18n.Text("All")},
			[]settings.Motion{settings.MotionSystem, settings.MotionReduced, settings.MotionAll}, func(c *settings.Settings) *settings.Motion { return &c.Comfort.Motion })
	})
}

// shortcuts adds the keys that the user can choose.
func (p *page) shortcuts() {
	p.Heading(i18n.Text("Shortcuts"))
	option(p, i18n.Text("Send messages with (the other key starts a new line)"), []string{i18n.Text("Enter"), i18n.Text("Shift+Enter or Ctrl+Enter")},
		[]settings.SendWith{settings.SendEnter, settings.SendShiftEnter}, func(c *settings.Settings) *settings.SendWith { return &c.Comfort.SendWith })
	more := i18n.Text("More shortcuts")
	if p.state.Quick.Problem != "" {
		p.Expand(more) // a shortcut that does not work is not hidden
	}
	p.More(more, p.quick)
}

// announcements adds the switch for announcements.
func (p *page) announcements() {
	label := i18n.Text("Announce new replies, questions, recordings and problems aloud")
	if p.state.NoVoice {
		p.Label(label)
		p.Caution(i18n.Text("This computer has no voice for announcements. On Linux, install espeak-ng."))
		return
	}
	p.onOff(label, func(c *settings.Settings) *bool { return &c.Comfort.Announce })
}

// quick adds the global shortcut that opens the quick window.
func (p *page) quick() {
	p.Label(i18n.Text("Shortcut for the quick window, such as Ctrl+Alt+Space. Leave empty for none."))
	if p.state.Quick.Missing == "" {
		p.Add(p.Field(form.Field{
			Name: i18n.Text("Quick window shortcut"), Placeholder: i18n.Text("None"), Value: p.state.Settings.Comfort.QuickKeys, OnDone: func(typed string) {
				p.state.Settings.Comfort.QuickKeys = typed
				widgets.CallWith(p.OnQuickKeys, typed)
			},
		}))
	}
	for _, said := range []string{p.state.Quick.Missing, p.state.Quick.Problem} {
		if said != "" {
			p.Caution(said)
		}
	}
	p.Muted(i18n.Text("The command “parlando --quick” also opens it. You can assign it a shortcut in your desktop's settings."))
}

// notifications adds the switch for notifications.
func (p *page) notifications() {
	p.Heading(i18n.Text("Notifications"))
	label := i18n.Text("Notify me when a long task finishes while I'm using another program")
	if p.state.NoNotifications {
		p.Label(label)
		p.Caution(i18n.Text("This desktop doesn't support notifications."))
		return
	}
	p.onOff(label, func(c *settings.Settings) *bool { return &c.Notify })
}
