package composer

import (
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/dictating"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// dictate holds the dictation controls of the composer: two buttons, and the bar that replaces the
// button row while listening.
type dictate struct {
	microphone *widgets.HoldButton
	voiceChat  *widgets.IconButton
	bar        *dictating.Bar
	shown      dictating.State
}

func newDictate(c *Composer) {
	d := &c.dictate
	d.microphone = widgets.NewHoldButton("mic", i18n.Text("Dictate"), func() { c.Dictation.Dictate() })
	d.microphone.SetHint(i18n.Text("Dictate: click, or hold down while you speak ({{.Keys}})", map[string]any{"Keys": format.Keys("Ctrl+Shift+D")}))
	d.microphone.OnDown = func() bool {
		if d.shown.Phase != dictating.Idle {
			return false // the click after this press ends the dictation
		}
		c.Dictation.Dictate()
		return true
	}
	d.microphone.OnHoldEnd = func() { c.Dictation.StopListening() }
	d.microphone.OnReleased = c.FocusText
	d.voiceChat = widgets.NewIconButton("headphones", i18n.Text("Voice chat"), func() { c.Dictation.ToggleVoiceChat() })
	d.voiceChat.SetHint(i18n.Text("Voice chat: speak and hear the replies"))
	d.bar = dictating.New()
	d.bar.OnMainAction = func() { c.Dictation.StopListening() }
	d.bar.OnCancel = func() { c.Dictation.End() }
	d.bar.OnEnlarge = func() { c.Dictation.EnlargeVoiceChat() }
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

// keepsMicrophone reports whether the microphone button stays next to the bar because the user may
// still be holding it.
func (d *dictate) keepsMicrophone() bool {
	return !d.shown.VoiceChat && (d.shown.Phase == dictating.Opening || d.shown.Phase == dictating.Listening)
}

// SetDictation shows the state of a dictation or a voice chat.
func (c *Composer) SetDictation(s dictating.State) {
	d := &c.dictate
	was := d.shown
	d.shown = s
	if s.Phase != dictating.Idle {
		before := d.bar.HeightFor(d.bar.Size().Width)
		d.bar.Set(s)
		if was.Phase == s.Phase && was.VoiceChat == s.VoiceChat && d.bar.HeightFor(d.bar.Size().Width) == before {
			return // Set has already repainted the bar
		}
	}
	d.paint()
	c.rearrange()
}

// Dictating reports whether the dictation bar replaces the buttons.
func (c *Composer) Dictating() bool { return c.dictate.shown.Phase != dictating.Idle }

// FocusDictation focuses the bar, whose main action is Space.
func (c *Composer) FocusDictation() {
	if canvas := c.canvas(); canvas != nil && c.Dictating() {
		canvas.Focus(c.dictate.bar)
	}
}

// height returns the height of the button row, or of the bar that replaces it.
func (d *dictate) height(width float32) float32 {
	if d.shown.Phase == dictating.Idle {
		return buttonSide()
	}
	width -= 2*side + 9
	if d.keepsMicrophone() {
		width -= buttonSide() + 4
	}
	return max(buttonSide(), d.bar.HeightFor(width))
}
