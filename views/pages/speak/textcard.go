package speak

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/textview/edit"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// textCard shows the text on a card, with its length and a Listen button below.
type textCard struct {
	widget.BaseWidget

	// Text is the text box.
	Text *edit.Box
	// OnListen starts reading aloud, OnStop stops reading. The card shows the button for both only
	// while the panel is not beside the card.
	OnListen, OnStop func()

	card      *widgets.Box
	count     *widgets.Text
	listen    *widgets.Button
	listening bool
	// wide is the width of the Listen button. It does not get narrower when it becomes a stop
	// button.
	wide float32
	// shown and reason are the last values of SetListen, which is called at every repaint.
	shown, reason string
	beside        bool
}

// newTextCard returns an empty card.
func newTextCard() *textCard {
	p := &textCard{beside: true}
	p.Text = edit.New(i18n.Text("Text to read aloud"), i18n.Text("Type or paste any text, or open a file."), edit.LongTextStyle())
	p.card = widgets.NewBox(p.Text, theme.ColorCard, theme.ColorFrame, 14, 0, 0)
	p.count = widgets.NewMuted("").NoWrap().NoMargin()
	p.listen = widgets.NewButton("", widgets.Primary, func() {
		if p.listening {
			p.OnStop()
		} else {
			p.OnListen()
		}
	})
	p.shown = i18n.Text("Listen")
	showListen(p.listen, p.shown, "", false)
	p.ExtendBaseWidget(p)
	return p
}

// SetCount shows the length of the text.
func (p *textCard) SetCount(words string) {
	if p.count.Text() != words {
		p.count.SetText(words)
		p.Refresh()
	}
}

// CountWords returns the text set by SetCount.
func (p *textCard) CountWords() string { return p.count.Text() }

// SetPanelBeside sets whether the panel is beside the text; the card hides its own button then.
func (p *textCard) SetPanelBeside(beside bool) {
	p.beside = beside
	p.Refresh()
}

// SetListening turns the button into a stop button while the text is being read aloud.
func (p *textCard) SetListening(on bool) {
	if p.listening != on {
		p.listening = on
		showListen(p.listen, p.shown, p.reason, on)
		p.Refresh()
	}
}

// SetListen sets the label of Listen; reason disables it, "" enables it.
func (p *textCard) SetListen(words, reason string) {
	if p.shown == words && p.reason == reason {
		return
	}
	p.shown, p.reason = words, reason
	showListen(p.listen, words, reason, p.listening)
	p.Refresh()
}

const (
	cardMargin = 24
	cardTop    = 20
	footHeight = 48
)

// FootHeight returns the height of the part below the text.
func (p *textCard) FootHeight() float32 {
	if !p.beside {
		return p.listen.MinSize().Height + 24
	}
	return footHeight
}

// CreateRenderer implements fyne.Widget.
func (p *textCard) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{
		MinSize: func() fyne.Size { return fyne.NewSize(240, 160) }, Place: p.place,
		Paint: func() { widgets.SetVisible(p.listen, !p.beside) }, RefreshesChildren: true,
	}.Of(p, p.card, p.count, p.listen)
}

// place lays out the length and the button below the text.
func (p *textCard) place(size fyne.Size) {
	foot := p.FootHeight()
	width := max(size.Width-2*cardMargin, 0)
	p.card.Move(fyne.NewPos(cardMargin, cardTop))
	p.card.Resize(fyne.NewSize(width, max(size.Height-cardTop-foot, 0)))
	// The count is at the left of the foot, the Listen button, if visible, at the right.
	top, right := size.Height-foot, size.Width-cardMargin
	if p.listen.Visible() {
		m := p.listen.MinSize()
		if p.listening {
			m.Width = max(m.Width, p.wide)
		}
		p.wide = m.Width
		p.listen.Move(fyne.NewPos(right-m.Width, top+12))
		p.listen.Resize(m)
	}
	m := p.count.MinSize()
	widgets.Place(p.count, cardMargin, top+(foot-m.Height)/2-4, m.Width, m.Height)
}
