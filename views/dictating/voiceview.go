package dictating

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// captionMost is the maximum length of the caption, in characters.
const captionMost = 280

// VoiceView is the large view of a voice chat, shown in place of the chat and legible from across
// the room. Use it only on Fyne's thread. No callback may be nil.
type VoiceView struct {
	widget.BaseWidget
	widgets.KeyRecorder

	// Top is the bar above it; set its OnSidebar.
	Top *widgets.PageBar

	// OnMainAction sends the spoken message, or interrupts the reply. The middle button, Space and
	// Enter trigger it.
	OnMainAction func()
	// OnMute mutes or unmutes the microphone, OnShowChat shows the chat, and OnEnd ends the voice
	// chat.
	OnMute     func(muted bool)
	OnShowChat func()
	OnEnd      func()

	shown State
	look  look
	root  *fyne.Container
	foot  fyne.CanvasObject // the buttons

	pulse           *pulse
	caption, line   *widgets.Text
	mute, main, end *widgets.RoundButton
}

// NewVoiceView returns an empty view.
func NewVoiceView() *VoiceView {
	v := &VoiceView{pulse: newPulse()}
	v.caption = widgets.NewText("", theme.ColorMuted, fynetheme.SizeNameHeadingText, fyne.TextStyle{}).Center()
	v.line = widgets.NewText("", theme.ColorMuted, fynetheme.SizeNameText, fyne.TextStyle{}).Center()
	v.main = widgets.NewRoundButton("hand", i18n.Text("Interrupt"), voiceButton, func() { v.OnMainAction() })
	v.mute = widgets.NewRoundButton("mic-off", i18n.Text("Mute"), voiceButton, func() { v.OnMute(!v.shown.Muted) }).Secondary()
	v.end = widgets.NewRoundButton("x", i18n.Text("End"), voiceButton, func() { v.OnEnd() }).Danger()
	v.end.SetHint(i18n.Text("End voice chat (Esc)"))
	chat := widgets.NewButton(i18n.Text("Show chat"), widgets.Quiet, func() { v.OnShowChat() }).SetIcon("messages-square")
	v.Top = &widgets.PageBar{}
	v.Top.Fill(v.Top, i18n.Text("Voice chat"), nil, []fyne.CanvasObject{chat})
	v.foot = container.NewCenter(container.New(layout.NewCustomPaddedHBoxLayout(18), v.mute, v.main, v.end))
	v.root = container.New(voiceLayout{}, v.pulse, v.caption, v.line, v.foot)
	v.ExtendBaseWidget(v)
	return v
}

// Set shows a state of the voice chat.
func (v *VoiceView) Set(s State) {
	was := v.shown
	v.shown = s
	level := 0.0
	switch s.Phase {
	case Listening:
		level = s.Live.Level
	case Speaking:
		level = s.Level
	}
	v.pulse.Set(level, s.Phase == Muted)
	next := lookOf(s)
	if next == v.look && was.Caption == s.Caption && was.Said == s.Said && was.Muted == s.Muted {
		return
	}
	v.look = next
	color := theme.ColorMuted
	if next.caution {
		color = theme.ColorCaution
	}
	v.line.SetColor(color)
	v.line.SetText(stateLine(s, next))
	v.showCaption()
	v.main.SetIcon(next.icon, next.main)
	v.main.SetDisabled("")
	if next.main == "" {
		v.main.SetIcon("hand", i18n.Text("Interrupt"))
		v.main.SetDisabled(next.title)
	}
	if s.Muted {
		v.mute.SetIcon("mic", i18n.Text("Unmute"))
	} else {
		v.mute.SetIcon("mic-off", i18n.Text("Mute"))
	}
	v.Refresh()
}

// FootHeight implements shell.FootHolder: toasts are shown above the buttons.
func (v *VoiceView) FootHeight() float32 { return v.foot.MinSize().Height + voiceBottom + voiceEdge }

// stateLine returns the sentence about the state, with what Space does in it.
func stateLine(s State, l look) string {
	switch {
	case l.caution:
	case s.Phase == Speaking:
		return i18n.Text("Speaking · press Space to interrupt")
	case s.Phase == Listening:
		return i18n.Text("Listening · pause to send, or press Space")
	}
	return l.title
}

// showCaption shows the sentence that is read aloud with the sentences around it or, before that,
// the message being answered.
func (v *VoiceView) showCaption() {
	c := v.shown.Caption
	switch v.shown.Phase {
	case Sending, Answering, Asking:
		v.caption.SetText("“" + shortened(v.shown.Said, captionMost) + "”")
	case Speaking:
		now := shortened(c.Now, 2*captionMost)
		room := captionMost - len([]rune(now))
		before, after := "", ""
		if n := len([]rune(c.Before)); n > 0 && n < room {
			before = c.Before + " "
			room -= n
		}
		if c.After != "" && room > 0 {
			after = " " + shortened(c.After, room)
		}
		v.caption.SetMarked(before, now, after)
	default:
		v.caption.SetText("")
	}
}

// shortened returns at most the first characters of a text, with … if some are missing.
func shortened(text string, most int) string {
	if all := []rune(text); len(all) > most {
		return string(all[:most]) + "…"
	}
	return text
}

// FocusGained implements fyne.Focusable. The ring is around the button that Space presses.
func (v *VoiceView) FocusGained() { v.main.FocusGained() }

// FocusLost implements fyne.Focusable.
func (v *VoiceView) FocusLost() { v.main.FocusLost() }

// TypedRune implements fyne.Focusable.
func (v *VoiceView) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (v *VoiceView) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		if v.look.main != "" {
			v.OnMainAction()
		}
	case fyne.KeyEscape:
		v.OnEnd()
	default:
		widgets.KeyToWindow(v, e)
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (v *VoiceView) AccessibilityLabel() string { return v.look.title }

// AccessibilityRole implements fyne.Accessible.
func (v *VoiceView) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer implements fyne.Widget.
func (v *VoiceView) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(v.root) }

// voiceLayout places the pulse, the caption and the line about the state in the middle, and the
// buttons at the bottom. The pulse shrinks where there is little room.
type voiceLayout struct{}

// Sizes of the large view, in device-independent pixels.
const (
	voiceEdge   = 16
	voiceColumn = 720
	voiceButton = 56
	// voiceBottom is the space below the buttons.
	voiceBottom = 44
	// belowPulse and belowCaption are the gaps between the objects in the middle.
	belowPulse, belowCaption = 12, 14
)

// MinSize implements fyne.Layout.
func (voiceLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// Layout implements fyne.Layout.
func (voiceLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	pulse, caption, line, foot := objects[0], objects[1], objects[2], objects[3]
	width := min(size.Width-2*voiceEdge, voiceColumn)
	left := (size.Width - width) / 2
	for _, o := range []fyne.CanvasObject{caption, line} {
		// wrapped text knows its height only once it has its width
		o.Resize(fyne.NewSize(width, o.MinSize().Height))
	}
	footHeight := foot.MinSize().Height
	bottom := min(voiceBottom, size.Height/16)
	room := size.Height - footHeight - bottom
	widgets.Place(foot, 0, room, size.Width, footHeight)
	captionHeight, lineHeight := caption.MinSize().Height, line.MinSize().Height
	words := belowPulse + captionHeight + belowCaption + lineHeight
	side := min(max(room-words-2*voiceEdge, pulseLeast), pulseSide)
	// The place of the pulse does not depend on the caption, as long as there is room for both.
	y := max(min((room-side)/2-side/4, room-words-side), 0)
	widgets.Place(pulse, (size.Width-side)/2, y, side, side)
	y += side + belowPulse
	widgets.Place(caption, left, y, width, captionHeight)
	widgets.Place(line, left, y+captionHeight+belowCaption, width, lineHeight)
}
