package composer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/app/dictation"
	"parley/views/dictating"
	"parley/views/theme"
	"parley/views/widgets"
)

// dictate is what of the composer hears: two buttons, and the row that stands in the place of the others while something is heard.
type dictate struct {
	microphone *widgets.HoldButton
	talk       *widgets.IconButton
	bar        *dictating.Bar
	shown      dictation.Snapshot
}

func (c *Composer) newDictate() {
	d := &c.dictate
	d.microphone = widgets.NewHoldButton("mic", lang.L("Dictate"), func() { call(c.OnDictate) })
	d.microphone.SetHint(lang.L("Dictate: click, or hold while you speak (Ctrl+Shift+D)"))
	d.microphone.OnDown = func() bool {
		if d.shown.Busy() {
			return false // the click will end it
		}
		call(c.OnDictate)
		return true
	}
	d.microphone.OnHeld = func() { call(c.OnDictated) }
	d.microphone.OnReleased = c.FocusText
	d.talk = widgets.NewIconButton("audio-lines", lang.L("Conversation by voice"), func() { call(c.OnTalk) })
	d.talk.SetHint(lang.L("Conversation by voice: speak, and hear the reply"))
	d.bar = dictating.New()
	d.bar.OnMain = func() { call(c.OnDictated) }
	d.bar.OnCancel = func() { call(c.OnDictateCancel) }
	d.bar.OnRune = func(r rune) {
		c.FocusText()
		c.box.TypedRune(r)
	}
	d.bar.Hide()
	d.paint()
}

func (d *dictate) paint() {
	color := theme.ColorMuted
	if d.keepsMicrophone() {
		color = fynetheme.ColorNameForeground
	}
	d.microphone.SetColor(color)
	d.microphone.SetChosen(d.keepsMicrophone())
}

// keepsMicrophone reports whether the button stays beside the row: it may still be held.
func (d *dictate) keepsMicrophone() bool {
	return !d.shown.Talk && (d.shown.Phase == dictation.Opening || d.shown.Phase == dictation.Listening)
}

// SetDictation shows how a dictation, or a conversation by voice, stands.
func (c *Composer) SetDictation(s dictation.Snapshot) {
	d := &c.dictate
	was := d.shown
	d.shown = s
	if s.Busy() {
		before := d.bar.HeightFor(d.bar.Size().Width)
		d.bar.Set(s)
		if was.Phase == s.Phase && was.Talk == s.Talk && d.bar.HeightFor(d.bar.Size().Width) == before {
			return // the row has painted itself
		}
	}
	d.paint()
	c.rearrange()
}

// Dictating reports whether the row stands in the place of the buttons.
func (c *Composer) Dictating() bool { return c.dictate.shown.Busy() }

// FocusDictation gives the keyboard to the row: Space does what its first button does.
func (c *Composer) FocusDictation() {
	if canvas := c.canvas(); canvas != nil && c.Dictating() {
		canvas.Focus(c.dictate.bar)
	}
}

// rowHeight is that of the buttons, or of what stands in their place.
func (c *Composer) rowHeight(width float32) float32 {
	if !c.Dictating() {
		return buttonSide()
	}
	return max(buttonSide(), c.dictate.bar.HeightFor(width-c.rowLeft()-side-3))
}

// rowLeft is where the row begins.
func (c *Composer) rowLeft() float32 {
	if c.dictate.keepsMicrophone() {
		return side + 2*(buttonSide()+4) + 6
	}
	return side + 6
}

// layoutDictate places the row in the place of the buttons, and reports whether it is there.
func (c *Composer) layoutDictate(y float32, size fyne.Size) bool {
	d := &c.dictate
	busy, keeps := c.Dictating(), c.dictate.keepsMicrophone()
	offered := c.OnDictate != nil
	widgets.Show(d.bar, busy)
	widgets.Show(d.microphone, offered && (!busy || keeps))
	widgets.Show(d.talk, offered && !busy && c.offersTalk())
	widgets.Show(c.attach, !c.bare && (!busy || keeps))
	widgets.Show(c.send, !busy)
	widgets.Show(c.hint, !busy)
	button := fyne.NewSquareSize(buttonSide())
	high := c.rowHeight(size.Width)
	x := side + buttonSide() + 4
	if busy {
		c.attach.Move(fyne.NewPos(side, y+(high-buttonSide())/2))
	}
	d.microphone.Resize(button)
	d.microphone.Move(fyne.NewPos(x, y+(high-buttonSide())/2))
	d.talk.Resize(button)
	d.talk.Move(fyne.NewPos(x+buttonSide()+4, y))
	if busy {
		c.listen.Hide()
		c.listenIcon.Hide()
		left := c.rowLeft()
		d.bar.Move(fyne.NewPos(left, y))
		d.bar.Resize(fyne.NewSize(max(size.Width-left-side-3, 0), high))
	}
	return busy
}

// besideAttach is where what comes after the buttons of the microphone begins.
func (c *Composer) besideAttach() float32 {
	x := side + buttonSide() + 4
	if c.OnDictate != nil {
		x += buttonSide() + 4
		if c.offersTalk() {
			x += buttonSide() + 4
		}
	}
	return x
}
