package adjust

import (
	"slices"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// stops is the setting for stop sequences: words at which a reply ends.
type stops struct {
	object  *fyne.Container
	panel   *Panel
	chosen  *fyne.Container
	field   *widgets.Field
	problem complaint
}

func newStops(p *Panel) *stops {
	s := &stops{panel: p, chosen: container.New(&widgets.Flow{Gap: 6}), problem: newComplaint(p)}
	s.field = widgets.NewField(i18n.Text("Stop at these words"), i18n.Text("Add a word (Enter)"))
	s.field.OnSubmitted = func(string) { s.take() }
	s.field.OnFocusLost = s.take
	s.field.OnChanged = func(string) { s.problem.say("") }
	s.field.OnKey = func(e *fyne.KeyEvent) bool {
		if e.Name == fyne.KeyBackspace && s.field.Text == "" && len(p.params.Stop) > 0 {
			s.remove(len(p.params.Stop) - 1)
			return true
		}
		return false
	}
	s.object = container.New(&widgets.Column{Gap: 6}, widgets.NewBody(i18n.Text("Stop at these words")).NoMargin(), s.chosen, s.field, s.problem.Text,
		small(i18n.Text("Stop · the reply ends before them; up to four, \\n is a line break")))
	s.problem.object = s.object
	s.show(nil)
	return s
}

// take adds the typed word.
func (s *stops) take() {
	word := readEscapes(s.field.Text)
	now := s.panel.params.Stop
	switch {
	case word == "" || len(now) == chat.MaxStops:
		return
	case utf8.RuneCountInString(word) > chat.MaxStopLength:
		s.problem.say(i18n.Text("Too long: use up to 200 characters."))
		return
	case slices.Contains(now, word):
		s.problem.say(i18n.Text("This word is already in the list."))
		return
	}
	s.set(append(slices.Clone(now), word))
	s.field.SetText("")
}

func (s *stops) remove(i int) {
	s.set(slices.Delete(slices.Clone(s.panel.params.Stop), i, i+1))
	widgets.Focus(s.field)
}

// set stores the user's words.
func (s *stops) set(list []string) {
	if len(list) == 0 {
		list = nil
	}
	s.panel.params.Stop = list
	s.show(list)
	s.panel.changed()
}

// show displays the words.
func (s *stops) show(list []string) {
	s.chosen.RemoveAll()
	for i, word := range list {
		s.chosen.Add(newTag(writeEscapes(word), func() { s.remove(i) }))
	}
	widgets.SetVisible(s.chosen, len(list) > 0)
	widgets.SetVisible(s.field, len(list) < chat.MaxStops)
	if s.panel.quiet && s.field.Text != "" {
		s.field.SetText("") // half a word of another chat
	}
	s.problem.say("")
}

// writeEscapes writes the invisible characters of a word as escape sequences.
func writeEscapes(word string) string {
	return strings.NewReplacer("\\", "\\\\", "\n", "\\n", "\r", "\\r", "\t", "\\t").Replace(word)
}

// readEscapes decodes a typed word: \n is a newline, \t a tab, \\ a backslash. Other backslashes
// are literal.
func readEscapes(typed string) string {
	return strings.NewReplacer("\\\\", "\\", "\\n", "\n", "\\r", "\r", "\\t", "\t").Replace(typed)
}
