package dictating

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/app/recordings"
	"parlando/app/speech"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Phase is the current step. Its values are those of dictation.Phase and voicechat.Phase.
type Phase string

// The phases. In Idle the bar is empty; the last five occur only in voice chats.
const (
	Idle         Phase = ""
	Opening      Phase = "opening"
	Listening    Phase = "listening"
	Transcribing Phase = "transcribing"
	Tidying      Phase = "tidying"
	Sending      Phase = "sending"
	Answering    Phase = "answering"
	Speaking     Phase = "speaking"
	Asking       Phase = "asking"
	Muted        Phase = "muted"
)

// State is the content of the bar.
type State struct {
	Phase Phase
	// VoiceChat is set for a voice chat.
	VoiceChat bool
	// Recording is the recording in progress and Live the microphone's input, both while Listening.
	Recording chat.ID
	Live      recordings.Live
	// Muted is set while the user has muted the microphone of a voice chat. Said is the last spoken
	// message.
	Muted bool
	Said  string
	// Caption is the sentence of the reply that is being read aloud, and Level its level, 0 to 1;
	// both while Speaking.
	Caption speech.Caption
	Level   float64
}

// Bar is a row that shows the state of a dictation or voice chat. Use it only on Fyne's thread. A
// nil callback is not called.
type Bar struct {
	widget.BaseWidget
	widgets.KeyRecorder

	// OnMainAction performs the main action of the state: it stops listening, or interrupts the
	// spoken reply. The first button, Space and a click trigger it.
	OnMainAction func()
	// OnCancel ends the dictation or voice chat.
	OnCancel func()
	// OnEnlarge opens the large view of a voice chat.
	OnEnlarge func()
	// OnRune receives characters typed while the bar has the focus.
	OnRune func(rune)

	shown   State
	look    look
	focused bool

	dot          *canvas.Circle
	clock        *canvas.Text
	meter        *Meter
	title, small *widgets.Text
	main, cancel *widgets.Button
	enlarge      *widgets.IconButton
}

// look is the appearance of a state.
type look struct {
	dot, clock, meter bool
	title, small      string
	caution           bool
	main, cancel      string
	icon              string
}

// New returns an empty bar.
func New() *Bar {
	b := &Bar{dot: canvas.NewCircle(nil), clock: canvas.NewText("", nil), meter: NewMeter()}
	b.title = widgets.NewText("", fynetheme.ColorNameForeground, fynetheme.SizeNameText, fyne.TextStyle{}).NoMargin()
	b.small = widgets.NewMuted("").NoMargin()
	b.main = widgets.NewButton("", widgets.Primary, func() { widgets.CallIfSet(b.OnMainAction) }).SetSmall()
	b.cancel = widgets.NewButton("", widgets.Secondary, func() { widgets.CallIfSet(b.OnCancel) }).SetSmall()
	b.enlarge = widgets.NewIconButton("maximize", i18n.Text("Large view"), func() { widgets.CallIfSet(b.OnEnlarge) })
	b.ExtendBaseWidget(b)
	return b
}

// Set shows a state.
func (b *Bar) Set(s State) {
	was := b.shown
	b.shown = s
	next := lookOf(s)
	b.meter.follow(was, s)
	if s.Phase == Listening {
		b.setClock(words.PositionTime(s.Live.Elapsed))
	}
	if next == b.look {
		return
	}
	b.look = next
	b.title.SetText(next.title)
	b.small.SetText(next.small)
	color := fynetheme.ColorNameForeground
	if next.caution {
		color = theme.ColorCaution
	}
	b.title.SetColor(color)
	b.main.SetText(next.main)
	b.main.SetIcon(next.icon)
	b.cancel.SetText(next.cancel)
	if s.VoiceChat {
		b.cancel.SetHint(i18n.Text("End voice chat (Esc)"))
	} else {
		b.cancel.SetHint(i18n.Text("Discard (Esc). You can find the recording under Transcribe, Recordings until tomorrow."))
	}
	b.Refresh()
}

func (b *Bar) setClock(s string) {
	if b.clock.Text != s {
		b.clock.Text = s
		b.clock.Refresh()
	}
}

// insteadFor is how long the bar mentions that a microphone other than the selected one is used.
const insteadFor = 4 * time.Second

// lookOf returns the look of a state.
func lookOf(s State) look {
	cancel := end(s, i18n.Text("Cancel"))
	return map[Phase]look{
		Opening:      {title: i18n.Text("Opening the microphone…"), cancel: cancel},
		Listening:    listening(s),
		Transcribing: {title: i18n.Text("Transcribing…"), cancel: cancel},
		Tidying:      {title: i18n.Text("Tidying up your words…"), cancel: i18n.Text("Keep as I said it")},
		Sending:      {title: i18n.Text("Sending…"), cancel: cancel},
		Answering:    {title: i18n.Text("Thinking…"), cancel: cancel},
		Asking:       {title: i18n.Text("The model wants to use a tool."), cancel: cancel},
		Muted:        {title: i18n.Text("The microphone is muted."), cancel: cancel},
		Speaking: {
			meter: true, title: i18n.Text("Speaking"), small: i18n.Text("Press Space to interrupt."),
			main: i18n.Text("Interrupt"), icon: "hand", cancel: cancel,
		},
	}[s.Phase]
}

func end(s State, cancel string) string {
	if s.VoiceChat {
		return i18n.Text("End")
	}
	return cancel
}

func listening(s State) look {
	l := look{dot: true, clock: true, meter: true, main: i18n.Text("Stop"), icon: "square", cancel: end(s, i18n.Text("Cancel"))}
	if s.VoiceChat {
		l.clock, l.title, l.small = false, i18n.Text("Listening"), i18n.Text("Speak, then pause. Or press Space to send.")
		l.main, l.icon = i18n.Text("Send now"), "arrow-up"
	}
	switch {
	case s.Live.DigitalSilence:
		l.title, l.small, l.caution = i18n.Text("No sound from the microphone. Is it muted?"), "", true
	case s.Live.Instead && s.Live.Elapsed < insteadFor:
		l.title, l.small, l.caution = i18n.Text("Your chosen microphone isn't connected. {{.Name}} is used instead.", map[string]any{"Name": s.Live.Device}), "", true
	}
	if l.caution {
		l.meter = false
	}
	return l
}

// FocusGained implements fyne.Focusable.
func (b *Bar) FocusGained() { b.focused = true; b.Refresh() }

// FocusLost implements fyne.Focusable.
func (b *Bar) FocusLost() { b.focused = false; b.Refresh() }

// TypedRune implements fyne.Focusable.
func (b *Bar) TypedRune(r rune) {
	if r != ' ' && b.OnRune != nil {
		b.OnRune(r)
	}
}

// TypedKey implements fyne.Focusable.
func (b *Bar) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		b.Tapped(nil)
	case fyne.KeyEscape:
		widgets.CallIfSet(b.OnCancel)
	default:
		widgets.KeyToWindow(b, e)
	}
}

// Tapped implements fyne.Tappable: a click anywhere acts like Space while the microphone is closed.
func (b *Bar) Tapped(e *fyne.PointEvent) {
	if b.look.main != "" && (e == nil || b.shown.Phase == Speaking) {
		widgets.CallIfSet(b.OnMainAction)
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (b *Bar) AccessibilityLabel() string {
	if b.look.title == "" {
		return i18n.Text("Listening")
	}
	return b.look.title
}

// AccessibilityRole implements fyne.Accessible.
func (b *Bar) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }
