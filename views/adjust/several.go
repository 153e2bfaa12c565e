package adjust

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// several is the setting for the number of replies to one message.
type several struct {
	object *fyne.Container
	panel  *Panel
	line   *settingLine
	slider *widgets.Slider
	// withTools notes that only one reply is requested while tools are on.
	withTools *widgets.Text
	note      complaint
}

func newSeveral(p *Panel) *several {
	s := &several{panel: p, note: newNote(p)}
	name, technical := i18n.Text("Replies per message"), i18n.Text("n · 1 to 8")
	s.line = newLine(name, technical, s.typed, func() { s.set(1) })
	s.line.none = "1"
	s.line.reset.SetIcon("rotate-ccw", i18n.Text("Reset to one reply"))
	s.slider = widgets.NewSlider(name, 1, chat.MaxReplies, 1)
	s.slider.OnChanged = func(v float64) { s.set(int(v)) }
	s.slider.SetHint(technical)
	s.withTools = small(i18n.Text("With tools turned on, only one reply is requested."))
	box := newSliderBox(s.line, i18n.Text("Switch between them with ‹ 1 of 3 ›. You pay for each reply."), s.slider, "1", strconv.Itoa(chat.MaxReplies))
	s.object = container.New(&widgets.Column{Gap: 4}, box, s.note.Text, s.withTools)
	s.note.object = s.object
	s.show(nil)
	return s
}

// set stores the number chosen by the user. One is the default of every service and is not sent.
func (s *several) set(n int) {
	s.panel.params.Replies = nil
	if n = min(n, chat.MaxReplies); n > 1 {
		s.panel.params.Replies = &n
	}
	s.show(s.panel.params.Replies)
	s.panel.changed()
}

func (s *several) show(n *int) {
	one := 1.0
	s.line.show("")
	if n != nil {
		one = float64(*n)
		s.line.show(strconv.Itoa(*n))
	}
	s.slider.Set(&one)
	s.note.say("")
	widgets.SetVisible(s.withTools, one > 1 && len(s.panel.params.Tools) > 0)
}

// typed parses a number; invalid input means one. A changed number is told.
func (s *several) typed(text string) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		s.set(1)
		if strings.TrimSpace(text) != "" {
			s.note.say(i18n.Text("Enter a whole number."))
		}
		return
	}
	s.set(n)
	s.note.say(limitSentence(float64(n), 1, chat.MaxReplies))
}
