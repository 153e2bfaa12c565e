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

// saidMost is the maximum length of the quoted message, in characters.
const saidMost = 240

// VoiceView is the large view of a voice chat, shown in place of the chat and legible from across
// the room. Use it only on Fyne's thread. No callback may be nil.
type VoiceView struct {
	widget.BaseWidget

	// Top is the bar above it; set its OnSidebar.
	Top *widgets.PageBar

	// OnMainAction sends the spoken message, or interrupts the reply. The first button, Space and
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
	foot  *fyne.Container // buttons and the sentence below them

	meter              *Meter
	title, said, small *widgets.Text
	main, mute         *widgets.Button
}

// NewVoiceView returns an empty view.
func NewVoiceView() *VoiceView {
	v := &VoiceView{meter: newMeter(largeMeter)}
	v.title = widgets.NewText("", fynetheme.ColorNameForeground, theme.SizeNameDisplay, fyne.TextStyle{Bold: true}).Center()
	v.said = widgets.NewText("", theme.ColorMuted, fynetheme.SizeNameHeadingText, fyne.TextStyle{}).Center()
	v.small = widgets.NewMuted("").Center()
	v.main = widgets.NewButton("", widgets.Primary, func() { v.OnMainAction() })
	v.mute = widgets.NewButton("", widgets.Secondary, func() { v.OnMute(!v.shown.Muted) })
	chat := widgets.NewButton(i18n.Text("Show chat"), widgets.Secondary, func() { v.OnShowChat() }).SetIcon("messages-square")
	end := widgets.NewButton(i18n.Text("End"), widgets.Secondary, func() { v.OnEnd() }).SetIcon("x")
	end.SetHint(i18n.Text("End voice chat (Esc)"))
	v.Top = &widgets.PageBar{}
	v.Top.Fill(v.Top, i18n.Text("Voice chat"), nil, []fyne.CanvasObject{chat, end})
	middle := container.New(&widgets.Column{Gap: 20}, container.NewCenter(v.meter), v.title, v.said)
	buttons := container.NewCenter(container.New(layout.NewCustomPaddedHBoxLayout(14), v.mute, v.main))
	v.foot = container.New(&widgets.Column{Gap: 20}, buttons, v.small)
	v.root = container.New(voiceLayout{}, middle, v.foot)
	v.ExtendBaseWidget(v)
	return v
}

// Set shows a state of the voice chat.
func (v *VoiceView) Set(s State) {
	was := v.shown
	v.shown = s
	v.meter.follow(was, s)
	next := lookOf(s)
	if next == v.look && was.Said == s.Said && was.Muted == s.Muted {
		return
	}
	v.look = next
	color := fynetheme.ColorNameForeground
	if next.caution {
		color = theme.ColorCaution
	}
	v.title.SetColor(color)
	v.title.SetText(next.title)
	v.small.SetText(next.small)
	v.said.SetText(v.quoted())
	v.main.SetText(next.main)
	v.main.SetIcon(next.icon)
	widgets.SetVisible(v.main, next.main != "")
	if s.Muted {
		v.mute.SetText(i18n.Text("Unmute"))
		v.mute.SetIcon("mic")
	} else {
		v.mute.SetText(i18n.Text("Mute"))
		v.mute.SetIcon("mic-off")
	}
	if s.Phase != Listening {
		v.meter.Clear()
	}
	v.Refresh()
}

// FootHeight implements shell.FootHolder: toasts are shown above the buttons.
func (v *VoiceView) FootHeight() float32 { return v.foot.MinSize().Height + 2*voiceEdge }

// quoted returns the message being answered, in quotation marks and truncated.
func (v *VoiceView) quoted() string {
	switch v.shown.Phase {
	case Sending, Answering, Speaking, Asking:
	default:
		return ""
	}
	said := []rune(v.shown.Said)
	if len(said) > saidMost {
		said = append(said[:saidMost:saidMost], '…')
	}
	return "“" + string(said) + "”"
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

// voiceLayout places one column in the middle and one at the bottom.
type voiceLayout struct{}

// Sizes of the large view, in device-independent pixels.
const (
	voiceEdge   = 16
	voiceColumn = 640
)

// MinSize implements fyne.Layout.
func (voiceLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// Layout implements fyne.Layout.
func (voiceLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	middle, foot := objects[0], objects[1]
	width := min(size.Width-2*voiceEdge, voiceColumn)
	left := (size.Width - width) / 2
	for _, o := range []fyne.CanvasObject{middle, foot} {
		// wrapped text knows its height only once it has its width
		o.Resize(fyne.NewSize(width, o.MinSize().Height))
	}
	height, footHeight := middle.MinSize().Height, foot.MinSize().Height
	room := size.Height - footHeight - 2*voiceEdge
	widgets.Place(foot, left, room, width, footHeight)
	widgets.Place(middle, left, max((room-height)/2, 0), width, height)
}
