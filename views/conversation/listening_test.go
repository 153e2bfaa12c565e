package conversation_test

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/app/find"
	"parlando/views/conversation"
	"parlando/views/theme"
)

// marked are the rectangles in the color of the mark, from the top left corner of the window.
func (s *scene) marked() []fyne.Position {
	var out []fyne.Position
	s.walk(func(o fyne.CanvasObject, at fyne.Position) {
		if o, ok := o.(*canvas.Rectangle); ok && o.FillColor == fynetheme.Color(theme.ColorReadingMark) && at.Y+o.Size().Height > 0 && at.Y < s.Size().Height {
			out = append(out, at)
		}
	})
	return out
}

// chapter is a text of paragraphs, and where each begins and ends.
func chapter(paragraphs int) (text string, at [][2]int) {
	var b strings.Builder
	for i := range paragraphs {
		from := b.Len()
		fmt.Fprintf(&b, "Sentence %03d is one that says a little and then ends.", i)
		at = append(at, [2]int{from, b.Len()})
		b.WriteString("\n\n")
	}
	return b.String(), at
}

// reads begins to read a long reply that stands between others.
func reads(t *testing.T) (s *scene, at [][2]int) {
	t.Helper()
	s = newScene(t, 1024, 600, theme.Light)
	s.OnReadAloud = func(chat.ID, int) {}
	text, at := chapter(120)
	before, _ := chapter(30)
	s.show(user("1", "Q"), reply("2", before), user("3", "Q"), reply("4", text), user("5", "Q"), reply("6", before))
	return s, at
}

func (s *scene) sentence(at [][2]int, i int) {
	s.SetReadAloud(conversation.ReadAloud{Message: "4", Start: at[i][0], End: at[i][1]})
}

func TestTheSentenceBeingReadIsMarkedAndFollowed(t *testing.T) {
	s, at := reads(t)
	last := fyne.Position{}
	for i := range at {
		s.sentence(at, i)
		marks := s.marked()
		if len(marks) != 1 {
			t.Fatalf("sentence %d has %d marks", i, len(marks))
		}
		if i > 0 && i < 119 { // several texts of this chapter begin so; the marked one is meant
			if y := marks[0].Y; y < 600*0.10 || y > 600*0.70 {
				t.Fatalf("sentence %d is read at %.0f of 600", i, y)
			}
		}
		if i > 1 && i < 118 {
			if step := abs(marks[0].Y - last.Y); step > 60 {
				t.Errorf("from sentence %d to the next the eye jumps by %.0f", i-1, step)
			}
		}
		last = marks[0]
	}
	s.SetReadAloud(conversation.ReadAloud{})
	if n := len(s.marked()); n != 0 {
		t.Errorf("%d marks are left", n)
	}
}

func abs(x float32) float32 { return max(x, -x) }

func TestAReaderWhoScrollsAwayIsLetAlone(t *testing.T) {
	s, at := reads(t)
	s.sentence(at, 40)
	s.sentence(at, 41)
	s.Scrolled(scrolled(0, 3000))
	if len(s.marked()) != 0 {
		t.Fatal("the sentence is still in the window")
	}
	was := s.drawn()
	for i := 42; i < 50; i++ {
		s.sentence(at, i)
	}
	if s.drawn() != was {
		t.Error("the window moved under the reader")
	}
	s.tap(t, "Back to the sentence being read", 0)
	if len(s.marked()) != 1 {
		t.Fatal("the way back does not lead to the sentence")
	}
	if _, ok := s.FindClickableArea("Back to the sentence being read", 0); ok {
		t.Error("a way back is offered where one is")
	}
	s.sentence(at, 70)
	if len(s.marked()) != 1 {
		t.Error("after the way back it does not follow")
	}
	// A little scrolling, with the sentence still there, ends nothing.
	s.Scrolled(scrolled(0, -25))
	if len(s.marked()) != 1 {
		t.Fatal("the sentence is away")
	}
	s.sentence(at, 90)
	if len(s.marked()) != 1 {
		t.Error("after a little scrolling it does not follow")
	}
	// Who comes upon the sentence again goes along with it.
	s.Scrolled(scrolled(0, 5000))
	s.sentence(at, 91)
	s.Scrolled(scrolled(0, -5000))
	for range 200 {
		if len(s.marked()) == 1 {
			break
		}
		s.Scrolled(scrolled(0, 100))
	}
	s.sentence(at, 92)
	s.sentence(at, 110)
	if len(s.marked()) != 1 {
		t.Error("who came back by hand is not taken along")
	}
}

func TestAClickOnTheTextThatIsReadGoesThere(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	text := "First of all this. Then [a link](https://example.org) and that.\n\nAnother paragraph ends it."
	s.show(user("1", "Q"), reply("2", text), user("3", "Q"), reply("4", "Something else."))
	var went []int
	s.OnReadAloud = func(id chat.ID, at int) {
		if id != "2" {
			t.Errorf("message %s", id)
		}
		went = append(went, at)
	}
	click := func(at fyne.Position) {
		s.click(at)
		s.Tapped(&fyne.PointEvent{Position: at})
	}
	on := func(begin string) fyne.Position { return s.where(t, begin).AddXY(30, 8) }
	click(on("Another"))
	if len(went) != 0 {
		t.Error("a click on what is not read did something")
	}
	s.SetReadAloud(conversation.ReadAloud{Message: "2", Start: 0, End: 18})
	click(on("Another"))
	if len(went) != 1 || !strings.HasPrefix(text[went[0]:], "her") && !strings.Contains(text[max(went[0]-8, 0):went[0]+1], "Another") {
		t.Fatalf("gone to %v", went)
	}
	went = nil
	click(on("a link").SubtractXY(15, 0))
	click(on("Something"))
	click(on("Another").AddXY(600, 0)) // beside the words
	from := on("First")
	s.drag(from, from.AddXY(60, 0)) // Fyne calls no Tapped after it
	click(on("Another"))            // takes the selection away
	if len(went) != 0 {
		t.Errorf("gone to %v by what was no plain click on a sentence", went)
	}
	click(on("First"))
	if len(went) != 1 || went[0] > 18 {
		t.Errorf("gone to %v", went)
	}
}

func TestTheLoudspeakerBecomesPause(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	s.show(user("1", "Q"), reply("2", "One."))
	if _, ok := s.FindClickableArea("Read aloud", 0); ok {
		t.Error("reading is offered though nothing can read")
	}
	s = newScene(t, 1024, 600, theme.Light)
	var asked []chat.ID
	s.OnReadAloud = func(id chat.ID, from int) {
		if from != -1 {
			t.Errorf("from %d", from)
		}
		asked = append(asked, id)
	}
	s.show(user("1", "Q"), reply("2", "One."), user("3", "Q"), reply("4", "Two."))
	s.tap(t, "Read aloud", 1)
	s.SetReadAloud(conversation.ReadAloud{Message: "4", End: 4})
	s.tap(t, "Pause reading", 0)
	s.SetReadAloud(conversation.ReadAloud{Message: "4", End: 4, Paused: true})
	s.tap(t, "Continue reading", 0)
	s.tap(t, "Read aloud", 0)
	if want := "[4 4 4 2]"; fmt.Sprint(asked) != want {
		t.Errorf("asked %v, want %v", asked, want)
	}
}

// What was found stays marked while something is read.
func TestASearchAndAReadingAreMarkedBoth(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	s.OnReadAloud = func(chat.ID, int) {}
	s.show(user("1", "Q"), reply("2", "One lamp. Two lamps. Three."))
	s.SetFound(map[chat.ID][]find.Span{"2": {{4, 8}, {14, 18}}}, conversation.Match{Message: "2", Index: 1}, false)
	found := len(s.marked())
	s.SetReadAloud(conversation.ReadAloud{Message: "2", Start: 21, End: 27})
	if found != 2 || len(s.marked()) != 3 {
		t.Errorf("%d marks of the search, %d of both", found, len(s.marked()))
	}
	s.SetReadAloud(conversation.ReadAloud{})
	if len(s.marked()) != 2 {
		t.Errorf("%d marks are left of the search", len(s.marked()))
	}
}

func TestTheWayBackCoversNothingAtTheEnd(t *testing.T) {
	s, at := reads(t)
	s.sentence(at, 40)
	s.Scrolled(scrolled(0, -1e6))
	if !s.AtEnd() {
		t.Fatal("the reader is not at the end")
	}
	var pill, last float32
	s.VisitClickableAreas(func(name string, from fyne.Position, size fyne.Size) {
		if name == "Back to the sentence being read" {
			pill = from.Y
		} else {
			last = max(last, from.Y+size.Height)
		}
	})
	if pill == 0 || last == 0 || last > pill {
		t.Errorf("the last thing to press ends at %v, the way back begins at %v", last, pill)
	}
}
