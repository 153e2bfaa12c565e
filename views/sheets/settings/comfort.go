package settings

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/settings"
	"parlando/views/i18n"
	"parlando/views/theme"
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
	p.add(newFrame(container.New(&widgets.Column{Gap: 6},
		widgets.NewBody(i18n.Text("Simple view")).NoMargin(),
		row(p.button(i18n.Text("Turn off"), func() { p.choose(func(c *settings.Settings) { c.Comfort.Simple = false }) })))))
}

// comfort adds the settings for accessibility except the text size.
func (p *page) comfort() {
	c := p.state.Settings.Comfort
	simple := p.button("simple view", func() { p.choose(func(c *settings.Settings) { c.Comfort.Simple = !c.Comfort.Simple }) })
	simple.SetText(i18n.Text("Turn on simple view"))
	if c.Simple {
		simple.SetText(i18n.Text("Turn off simple view"))
	}
	p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Simple view: larger text and buttons, and only what you need to write, speak and send.")).NoMargin(),
		row(simple))
	p.announcements()
	p.more(i18n.Text("More appearance settings"), func() {
		widths := []settings.ReadingWidth{settings.WidthNarrow, settings.WidthNormal, settings.WidthWide, settings.WidthFull}
		p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Text width")).NoMargin(),
			p.choice([]string{i18n.Text("Narrow"), i18n.Text("Normal"), i18n.Text("Wide"), i18n.Text("Entire window")}, slices.Index(widths, c.ReadingWidth), func(i int) {
				p.choose(func(c *settings.Settings) { c.Comfort.ReadingWidth = widths[i] })
			}))
		motions := []settings.Motion{settings.MotionSystem, settings.MotionLess, settings.MotionAll}
		p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Animations")).NoMargin(),
			p.choice([]string{i18n.Text("Same as system"), i18n.Text("Less"), i18n.Text("All")}, slices.Index(motions, c.Motion), func(i int) {
				p.choose(func(c *settings.Settings) { c.Comfort.Motion = motions[i] })
			}))
	})
}

// shortcuts adds the keys that the user can choose.
func (p *page) shortcuts() {
	p.heading(i18n.Text("Shortcuts"))
	sends := []settings.SendWith{settings.SendEnter, settings.SendShiftEnter}
	p.add(widgets.NewMuted(i18n.Text("Send messages with (the other key starts a new line)")).NoMargin(),
		p.choice([]string{i18n.Text("Enter"), i18n.Text("Shift+Enter or Ctrl+Enter")}, slices.Index(sends, p.state.Settings.Comfort.SendWith), func(i int) {
			p.choose(func(c *settings.Settings) { c.Comfort.SendWith = sends[i] })
		}))
	more := i18n.Text("More shortcuts")
	if p.state.Quick.Problem != "" {
		p.expanded[more] = true // a shortcut that does not work is not hidden
	}
	p.more(more, p.quick)
}

// announcements adds the switch for announcements.
func (p *page) announcements() {
	p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Announce new replies, questions, recordings and problems aloud")).NoMargin())
	if p.state.NoVoice {
		p.add(widgets.NewText(i18n.Text("This computer has no voice for announcements. On Linux, install espeak-ng."), theme.ColorCaution, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin())
		return
	}
	p.add(p.onOff(p.state.Settings.Comfort.Announce, func(c *settings.Settings, on bool) { c.Comfort.Announce = on }))
}

// quick adds the global shortcut that opens the quick window.
func (p *page) quick() {
	p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Shortcut for the quick window, such as Ctrl+Alt+Space. Leave empty for none.")).NoMargin())
	if p.state.Quick.Missing == "" {
		p.add(p.field(i18n.Text("Quick window shortcut"), i18n.Text("None"), p.state.Settings.Comfort.QuickKeys, func(typed string) {
			p.state.Settings.Comfort.QuickKeys = typed
			widgets.CallWith(p.OnQuickKeys, typed)
		}))
	}
	for _, said := range []string{p.state.Quick.Missing, p.state.Quick.Problem} {
		if said != "" {
			p.add(widgets.NewText(said, theme.ColorCaution, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin())
		}
	}
	p.add(widgets.NewMuted(i18n.Text("The command “parlando --quick” also opens it. You can assign it a shortcut in your desktop's settings.")).NoMargin())
}

// notifications adds the switch for notifications.
func (p *page) notifications() {
	p.heading(i18n.Text("Notifications"))
	p.add(widgets.NewMuted(i18n.Text("Notify me when a long task finishes while I'm using another program")).NoMargin())
	if p.state.NoNotifications {
		p.add(widgets.NewText(i18n.Text("This desktop doesn't support notifications."), theme.ColorCaution, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin())
		return
	}
	p.add(p.onOff(p.state.Settings.Notify, func(s *settings.Settings, on bool) { s.Notify = on }))
}
