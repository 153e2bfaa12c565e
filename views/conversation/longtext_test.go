package conversation_test

import (
	"fmt"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/app/find"
	"parlando/views/conversation"
	"parlando/views/theme"
)

// backlog runs background work when the test asks for it.
type backlog struct{ work []func() func() }

// Go implements cards.Thread.
func (b *backlog) Go(work func() func()) { b.work = append(b.work, work) }

// step runs the next work and returns what the window's thread has to do then, nil if none is left.
func (b *backlog) step() (then func()) {
	if len(b.work) == 0 {
		return nil
	}
	work := b.work[0]
	b.work = b.work[1:]
	return work()
}

// drain runs everything and returns the number of steps.
func (b *backlog) drain() (steps int) {
	for then := b.step(); then != nil; then = b.step() {
		then()
		steps++
	}
	return steps
}

// sentences is a text of about size bytes, with gap after each sentence.
func sentences(size int, gap string) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "The quick *brown* fox `jumps` over %d lazy dogs, and then some more words follow it, one by one.%s", i, gap)
	}
	return b.String()
}

func newLongScene(t testing.TB) (*scene, *backlog) {
	s, b := newScene(t, 900, 600, theme.Light), &backlog{}
	s.Thread = b
	return s, b
}

func textOfRows(s *scene, item int) string {
	var out strings.Builder
	for _, r := range s.RowsOf(item) {
		out.WriteString(r.PlainText() + " ")
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

func TestALongTextAppearsInPieces(t *testing.T) {
	for name, gap := range map[string]string{"one line": " ", "lines": "\n", "paragraphs": "\n\n"} {
		t.Run(name, func(t *testing.T) {
			text := sentences(600_000, gap)
			whole := newScene(t, 900, 600, theme.Light)
			whole.show(user("1", "Go on."), reply("2", text))
			s, b := newLongScene(t)
			s.show(user("1", "Go on."), reply("2", text))
			first := len(s.RowsOf(1))
			if first == 0 || first > len(whole.RowsOf(1))/4 {
				t.Errorf("%d of %d rows are laid out at once", first, len(whole.RowsOf(1)))
			}
			events := 0
			for then := b.step(); then != nil; then = b.step() {
				events++
				before := len(textOfRows(s, 1))
				then()
				if added := len(textOfRows(s, 1)) - before; added > 100_000 {
					t.Errorf("%d bytes of text in one event", added)
				}
				if !s.AtEnd() {
					t.Fatal("the view does not stick to the end")
				}
			}
			// each paints the window
			if events > 12 {
				t.Errorf("%d events", events)
			}
			if textOfRows(s, 1) != textOfRows(whole, 1) {
				t.Error("the text differs from one laid out at once")
			}
		})
	}
}

func TestTheReadingPlaceOfALongTextOutlivesAnotherWidth(t *testing.T) {
	text := sentences(600_000, "\n\n")
	s, b := newLongScene(t)
	s.show(user("1", "Go on."), reply("2", text))
	b.drain()
	s.SetFound(map[chat.ID][]find.Span{"2": {{400_000, 400_010}}}, conversation.Match{Message: "2"}, true)
	place, _ := s.ReadingPlace("c")
	s.window.Resize(s.window.Canvas().Size().AddWidthHeight(-200, 0))
	if steps := b.drain(); steps < 5 {
		t.Errorf("it was laid out again in %d steps", steps)
	}
	if again, _ := s.ReadingPlace("c"); again.Message != "2" || again.Part < place.Part-0.02 || again.Part > place.Part+0.02 {
		t.Errorf("at %v, was at %v", again, place)
	}
}

func TestAMatchInALongTextIsShownOnceItIsLaidOut(t *testing.T) {
	s, b := newLongScene(t)
	s.show(user("1", "Go on."), reply("2", sentences(600_000, "\n\n")))
	s.SetFound(map[chat.ID][]find.Span{"2": {{400_000, 400_010}}}, conversation.Match{Message: "2"}, true)
	b.drain()
	if place, _ := s.ReadingPlace("c"); place.Message != "2" || place.Part < 0.6 || place.Part > 0.7 {
		t.Errorf("at %v", place)
	}
}

func TestALongTextThatIsNotShownAnyMoreIsDropped(t *testing.T) {
	for name, leave := range map[string]func(s *scene){
		"other chat": func(s *scene) { s.SetThread("d", nil, nil) },
		"deleted":    func(s *scene) { s.SetThread("c", []chat.Head{{ID: "1", Role: chat.User}}, nil) },
		"changed":    func(s *scene) { s.SetMessages([]chat.Message{reply("2", "Short.")}) },
	} {
		t.Run(name, func(t *testing.T) {
			s, b := newLongScene(t)
			s.show(user("1", "Go on."), reply("2", sentences(600_000, "\n\n")))
			then := b.step()
			leave(s)
			then()
			if steps := b.drain(); steps > 1 {
				t.Errorf("%d more steps", steps)
			}
		})
	}
}

func TestALongTextThatIsReopenedAtOnceIsLaidOutOnce(t *testing.T) {
	text := sentences(600_000, "\n\n")
	s, b := newLongScene(t)
	open := func() {
		s.SetThread("d", nil, nil)
		s.show(user("1", "Go on."), reply("2", text))
	}
	open()
	alone := b.drain()
	want := textOfRows(s, 1)
	open()
	open()
	open()
	if steps := b.drain(); steps != alone+2 {
		t.Errorf("%d steps, %d for one and the two begun before", steps, alone)
	}
	if textOfRows(s, 1) != want {
		t.Error("the text differs")
	}
}
