package player

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"parlando/app/problem"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// speeds returns the speeds in the menu.
func speeds() []float64 { return []float64{0.5, 0.75, 1, 1.25, 1.5, 1.75, 2} }

func (b *Bar) chooseVoice() { b.voicesUnder(b.voice) }

func (b *Bar) voicesUnder(anchor fyne.CanvasObject) {
	now := b.shown.Voice
	var items []widgets.MenuItem
	for _, name := range b.Controls.VoicesOf(now) {
		items = append(items, widgets.MenuItem{
			Text: words.VoiceName(name), Chosen: !now.Local && name == now.Voice, Do: func() { b.Controls.ChooseVoice(name, false) },
		})
	}
	items = append(items, widgets.MenuItem{
		Text: i18n.Text("This computer's voice"), Chosen: now.Local, Do: func() { b.Controls.ChooseVoice("", true) },
	})
	if b.Calls.OnAskForVoice != nil {
		items = append(items, widgets.MenuItem{Text: i18n.Text("Enter a voice name…"), Do: b.Calls.OnAskForVoice})
	}
	widgets.ShowMenu(anchor, items)
}

func (b *Bar) chooseSpeed() {
	ShowSpeedMenu(b.speed, b.shown.Speed, b.Controls.SetSpeed)
}

// ShowSpeedMenu opens the menu of playback speeds below a button. It returns nil if the menu could
// not be opened.
func ShowSpeedMenu(under fyne.CanvasObject, now float64, choose func(float64)) *widgets.Overlay {
	var items []widgets.MenuItem
	for _, speed := range speeds() {
		items = append(items, widgets.MenuItem{Text: format.Speed(speed), Chosen: speed == now, Do: func() { choose(speed) }})
	}
	return widgets.ShowMenu(under, items)
}

// chooseVolume shows a volume slider above the button.
func (b *Bar) chooseVolume() { showVolume(b.volume, b.shown.Volume, b.Controls.SetVolume) }

// showVolume shows a volume slider beside an object.
func showVolume(anchor fyne.CanvasObject, now float64, choose func(float64)) {
	c := widgets.CanvasOf(anchor)
	if c == nil {
		return
	}
	slider := widgets.NewSlider(i18n.Text("Volume"), 0, 1, 0.05)
	slider.Set(&now)
	slider.OnChanged = choose
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(anchor)
	card := container.New(layout.NewCustomPaddedLayout(4, 4, 8, 8), slider)
	widgets.ShowOverlay(c, card, false, widgets.Below(at, anchor.Size().Height, 200))
	c.Focus(slider)
}

// showDetails shows the technical details of a problem, for experts and the service's support.
func (b *Bar) showDetails() {
	c := widgets.CanvasOf(b)
	if c == nil {
		return
	}
	p := b.shown.Problem
	lines := []string{format.Named(i18n.Text("What happened"), words.ErrorDetails(p))}
	if p.RequestID != "" {
		lines = append(lines, format.Named(i18n.Text("Request"), p.RequestID))
	}
	if p.MayHaveArrived {
		lines = append(lines, format.Named(i18n.TextIn("details", "Note"), i18n.Text("Your message may have arrived. If you try again, you may be charged twice.")))
	}
	if p.Detail != "" {
		lines = append(lines, format.Named(i18n.Text("Response"), p.Detail))
	}
	text := problem.MaskKeys(strings.Join(lines, "\n"))
	said := widgets.NewBody(text).NoMargin()
	widgets.Ask(c, i18n.Text("Details"), said, i18n.Text("Copy details"), i18n.Text("Close"), func() {
		widgets.CallWith(b.Calls.OnCopy, text)
	})
}
