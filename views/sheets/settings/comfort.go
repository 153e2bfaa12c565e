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
		widgets.NewBody(i18n.Text("Simple view is on")).NoMargin(),
		row(p.button(i18n.Text("Turn off"), func() { p.choose(func(c *settings.Settings) { c.Comfort.Simple = false }) })))))
}

// comfort adds the settings for accessibility except the text size.
func (p *page) comfort() {
	c := p.state.Settings.Comfort
	widths := []settings.ReadingWidth{settings.WidthNarrow, settings.WidthNormal, settings.WidthWide, settings.WidthFull}
	p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Width of the text")).NoMargin(),
		p.choice([]string{i18n.Text("Narrow"), i18n.Text("Normal"), i18n.Text("Wide"), i18n.Text("Whole window")}, slices.Index(widths, c.ReadingWidth), func(i int) {
			p.choose(func(c *settings.Settings) { c.Comfort.ReadingWidth = widths[i] })
		}))
	motions := []settings.Motion{settings.MotionSystem, settings.MotionLess, settings.MotionAll}
	p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("What moves by itself: replies while they are written, the level of the microphone")).NoMargin(),
		p.choice([]string{i18n.Text("Like the system"), i18n.Text("Less"), i18n.Text("All")}, slices.Index(motions, c.Motion), func(i int) {
			p.choose(func(c *settings.Settings) { c.Comfort.Motion = motions[i] })
		}))
	chosen := -1
	if c.Simple {
		chosen = 0
	}
	p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Simple view: large text and buttons, and only what is needed to write, speak and send. What is sent stays the same.")).NoMargin(),
		p.choice([]string{i18n.Text("Big and simple")}, chosen, func(int) { p.choose(func(c *settings.Settings) { c.Comfort.Simple = !c.Comfort.Simple }) }))
	p.announcements()
	p.heading(i18n.Text("Keys"))
	sends := []settings.SendWith{settings.SendEnter, settings.SendShiftEnter}
	p.add(widgets.NewMuted(i18n.Text("Send a message with; the other key begins a new line")).NoMargin(),
		p.choice([]string{i18n.Text("Enter"), i18n.Text("Shift+Enter or Ctrl+Enter")}, slices.Index(sends, c.SendWith), func(i int) {
			p.choose(func(c *settings.Settings) { c.Comfort.SendWith = sends[i] })
		}))
	p.quick()
}

// announcements adds the switch for announcements.
func (p *page) announcements() {
	p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Announce: say aloud when a reply begins and is done, a tool asks, a recording starts or stops, and what goes wrong")).NoMargin())
	if p.state.NoVoice {
		p.add(widgets.NewText(i18n.Text("This computer has no voice to say it with. On Linux, install espeak-ng."), theme.ColorCaution, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin())
		return
	}
	p.add(p.onOff(p.state.Settings.Comfort.Announce, func(c *settings.Settings, on bool) { c.Comfort.Announce = on }))
}

// quick adds the global shortcut that opens the quick window.
func (p *page) quick() {
	p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Quick window: a small one to ask from anywhere. Keys that open it, such as Ctrl+Alt+Space; empty is none")).NoMargin())
	if p.state.Quick.Missing == "" {
		p.add(p.field(i18n.Text("Keys for the quick window"), i18n.Text("None"), p.state.Settings.Comfort.QuickKeys, func(typed string) {
			p.state.Settings.Comfort.QuickKeys = typed
			widgets.CallWith(p.OnQuickKeys, typed)
		}))
	}
	for _, said := range []string{p.state.Quick.Missing, p.state.Quick.Problem} {
		if said != "" {
			p.add(widgets.NewText(said, theme.ColorCaution, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin())
		}
	}
	p.add(widgets.NewMuted(i18n.Text("The command “parlando --quick” opens it too: your desktop's own settings can bind it to any keys.")).NoMargin())
}

// notifications adds the switch for notifications.
func (p *page) notifications() {
	p.heading(i18n.Text("Notifications"))
	p.add(widgets.NewMuted(i18n.Text("Notify me when something long is done while I use another window")).NoMargin())
	if p.state.NoNotifications {
		p.add(widgets.NewText(i18n.Text("This desktop shows no notifications."), theme.ColorCaution, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin())
		return
	}
	p.add(p.onOff(p.state.Settings.Notify, func(s *settings.Settings, on bool) { s.Notify = on }))
}
