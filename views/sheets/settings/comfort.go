package settings

import (
	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// QuickShortcut is the state of the global shortcut that opens the quick window.
type QuickShortcut struct {
	// Missing is the reason why global shortcuts are not available; "" if they are.
	Missing string
	// Problem is the reason why the chosen shortcut does not work.
	Problem string
}

// appearance adds the settings for the user's eyes.
func (p *page) appearance() {
	option(p, i18n.Text("Theme"), "", []string{i18n.Text("Same as this computer"), i18n.Text("Light"), i18n.Text("Dark")},
		[]settings.Theme{settings.FollowSystem, settings.Light, settings.Dark}, func(c *settings.Settings) *settings.Theme { return &c.Theme })
	sizes := []float64{0.85, 1, 1.2, 1.5, 2}
	p.Choice(i18n.Text("Text size"), "", []string{i18n.Text("Small"), i18n.Text("Normal"), i18n.Text("Large"), i18n.Text("Very large"), i18n.Text("Largest")},
		nearest(sizes, textSize(p.state.Settings)), func(i int) { p.choose(func(c *settings.Settings) { *ownTextSize(c) = sizes[i] }) })
	option(p, i18n.Text("Reading width"), i18n.Text("How wide a line of a chat may be"),
		[]string{i18n.Text("Narrow"), i18n.Text("Normal"), i18n.Text("Wide"), i18n.Text("Entire window")},
		[]settings.ReadingWidth{settings.WidthNarrow, settings.WidthNormal, settings.WidthWide, settings.WidthFull},
		func(c *settings.Settings) *settings.ReadingWidth { return &c.Comfort.ReadingWidth })
	p.onOff(i18n.Text("Simple view"), i18n.Text("Larger text and buttons, and only what you need"), func(c *settings.Settings) *bool { return &c.Comfort.Simple })
	option(p, i18n.Text("More contrast"), i18n.Text("Stronger text, and an edge around every button and field"),
		[]string{i18n.Text("Same as this computer"), i18n.Text("Off"), i18n.Text("On")},
		[]settings.Contrast{settings.ContrastSystem, settings.ContrastNormal, settings.ContrastMore},
		func(c *settings.Settings) *settings.Contrast { return &c.Comfort.Contrast })
	p.announcements()
	option(p, i18n.Text("Animations"), "", []string{i18n.Text("Same as this computer"), i18n.Text("Less"), i18n.Text("All")},
		[]settings.Motion{settings.MotionSystem, settings.MotionReduced, settings.MotionAll}, func(c *settings.Settings) *settings.Motion { return &c.Comfort.Motion })
}

// shortcuts adds the keys that the user can choose.
func (p *page) shortcuts() {
	option(p, i18n.Text("Send messages with"), i18n.Text("The other key starts a new line"), []string{format.Keys("Enter"), i18n.Text("{{.Keys}} or {{.OtherKeys}}", map[string]any{"Keys": format.Keys("Shift+Enter"), "OtherKeys": format.Keys("Ctrl+Enter")})},
		[]settings.SendWith{settings.SendEnter, settings.SendShiftEnter}, func(c *settings.Settings) *settings.SendWith { return &c.Comfort.SendWith })
	p.WideRow(i18n.Text("Quick question"), i18n.Text("A shortcut that opens it, such as {{.Keys}}. Leave empty for none.", map[string]any{"Keys": format.Keys("Ctrl+Alt+Space")}), p.quick)
}

// announcements adds the switch for announcements.
func (p *page) announcements() {
	label, what := i18n.Text("Announce aloud"), i18n.Text("New replies, questions, recordings and problems")
	if p.state.NoVoice {
		p.WideRow(label, what, func() {
			p.Caution(words.NoVoice())
		})
		return
	}
	p.onOff(label, what, func(c *settings.Settings) *bool { return &c.Comfort.Announce })
}

// quick adds the global shortcut that opens the quick window.
func (p *page) quick() {
	if p.state.Quick.Missing == "" {
		p.Add(p.Field(form.Field{
			Name: i18n.Text("Quick question shortcut"), Placeholder: i18n.TextIn("shortcut", "None"), Value: format.Keys(p.state.Settings.Comfort.QuickKeys), OnDone: func(typed string) {
				p.state.Settings.Comfort.QuickKeys = format.ParseKeys(typed)
				widgets.CallWith(p.OnQuickKeys, typed)
			},
		}))
	}
	for _, said := range []string{p.state.Quick.Missing, p.state.Quick.Problem} {
		if said != "" {
			p.Caution(said)
		}
	}
	p.Muted(i18n.Text("Or set a shortcut for the command “parlando --quick” in your desktop's keyboard settings."))
}

// notifications adds the switch for notifications.
func (p *page) notifications() {
	label, when := i18n.Text("Notify me when a long task finishes"), i18n.Text("While I'm using another program")
	if p.state.NoNotifications {
		p.WideRow(label, when, func() { p.Caution(i18n.Text("Notifications aren't available here.")) })
		return
	}
	p.onOff(label, when, func(c *settings.Settings) *bool { return &c.Notify })
}
