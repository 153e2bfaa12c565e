package conversation_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/app/chat"
	"parlando/app/find"
	"parlando/app/problem"
	"parlando/views/conversation"
	"parlando/views/conversation/rows"
	"parlando/views/theme"
)

// seen describes each visible object: what it is, where, how large and in which color.
func (s *scene) seen() []string {
	var out []string
	s.walk(func(o fyne.CanvasObject, at fyne.Position) {
		var look string
		switch o := o.(type) {
		case *canvas.Text:
			look = fmt.Sprint(o.Text, o.TextSize, o.TextStyle, o.Color)
		case *canvas.Rectangle:
			look = fmt.Sprint(o.FillColor, o.StrokeColor, o.StrokeWidth, o.CornerRadius, o.TopLeftCornerRadius, o.BottomRightCornerRadius)
		case *canvas.Image:
			if o.Resource != nil {
				look = o.Resource.Name()
			}
		default:
			return
		}
		out = append(out, fmt.Sprintf("%T %.0f %.0f %v %s", o, at.X, at.Y, o.Size(), look))
	})
	slices.Sort(out)
	return out
}

// icons counts the visible icons.
func (s *scene) icons() (n int) {
	for _, o := range s.seen() {
		if strings.HasPrefix(o, "*canvas.Image") {
			n++
		}
	}
	return n
}

func TestEachMessageShowsItsIconsUnderThePointerAndTheFocus(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	s.show(user("1", "The first question"), reply("2", "The first answer"), user("3", "The second question"), reply("4", "The second answer"))
	s.MouseOut()
	without := s.icons()
	for _, words := range []string{"The first question", "The second question"} {
		s.MouseMoved(mouse(s.where(t, words).AddXY(4, 4)))
		if s.icons() <= without {
			t.Errorf("no icons under the pointer at %q", words)
		}
		s.MouseOut()
		if s.icons() != without {
			t.Errorf("the icons of %q stay", words)
		}
	}
	s.FocusGained()
	up := &desktop.CustomShortcut{KeyName: fyne.KeyUp, Modifier: fyne.KeyModifierAlt}
	for range 4 {
		s.TypedShortcut(up)
	}
	if s.icons() <= without {
		t.Error("no icons at the focused first message")
	}
}

func TestTabGoesForwardAgainOnceShiftIsReleased(t *testing.T) {
	s := newScene(t, 1024, 700, theme.Light)
	again := 0
	s.OnRegenerate = func(chat.ID) { again++ }
	s.show(user("1", "Q"), reply("2", "Answer."))
	s.FocusGained()
	tab, shift := &fyne.KeyEvent{Name: fyne.KeyTab}, &fyne.KeyEvent{Name: desktop.KeyShiftLeft}
	s.TypedKey(tab)
	s.TypedKey(tab) // Try again
	s.KeyDown(shift)
	s.TypedKey(tab) // Copy
	s.KeyUp(shift)
	s.TypedKey(tab)
	s.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if again != 1 {
		t.Errorf("Try again was reached %d times", again)
	}
}

func TestAMatchStopsTheReadingPlace(t *testing.T) {
	s, at := reads(t)
	s.sentence(at, 40)
	s.SetFound(map[chat.ID][]find.Span{"4": {{0, 5}}}, conversation.Match{Message: "4"}, true)
	was := s.drawn()
	s.sentence(at, 41)
	if s.drawn() != was {
		t.Error("the match is scrolled away by the sentence that is read")
	}
}

func TestASentenceFarAwayIsShownInTheMiddle(t *testing.T) {
	s, at := reads(t)
	s.sentence(at, 2)
	s.Scrolled(scrolled(0, 3000))
	s.sentence(at, 60)
	s.tap(t, "Back to the sentence being read", 0)
	marks := s.marked()
	if len(marks) != 1 || marks[0].Y < 600*0.25 || marks[0].Y > 600*0.5 {
		t.Errorf("the sentence is at %v of 600", marks)
	}
}

func TestAResizedViewLooksLikeOneOfThatSize(t *testing.T) {
	thread := []chat.Message{user("1", "Go on."), reply("2", strings.Repeat("A line that is there.\n\n", 60)+"```go\nx := 1\n\ny := 2\n```\n")}
	var heads []chat.Head // of which only the last are read
	for i := range 4 {
		heads = append(heads, chat.Head{ID: chat.ID(fmt.Sprint("old ", i)), Role: chat.Assistant, Bytes: 6000})
	}
	for _, m := range thread {
		heads = append(heads, chat.Head{ID: m.ID, Role: m.Role, Bytes: len(m.Text())})
	}
	for _, size := range []fyne.Size{fyne.NewSize(640, 1200), fyne.NewSize(1024, 3000), fyne.NewSize(1400, 900)} {
		resized, fresh := newScene(t, 1024, 600, theme.Light), newScene(t, size.Width, size.Height, theme.Light)
		resized.SetThread("c", heads, thread)
		fresh.SetThread("c", heads, thread)
		resized.window.Resize(size)
		if got, want := resized.seen(), fresh.seen(); !slices.Equal(got, want) {
			t.Errorf("at %v:\n%s\nwant\n%s", size, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// The rows of a block of code are one box with round corners at its top and its end.
func TestABlockOfCodeIsOneRoundedBox(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	s.show(reply("1", "```go\n"+strings.Repeat("x := 1\n", 400)+"```"))
	var code []*rows.Row
	for _, r := range s.RowsOf(0) {
		if slices.ContainsFunc(r.Boxes, func(b rows.Box) bool { return b.Fill == theme.ColorCode }) {
			code = append(code, r)
		}
	}
	if len(code) < 3 {
		t.Fatalf("%d rows", len(code))
	}
	for i, r := range code {
		var filled, top, bottom float32
		for _, b := range r.Boxes {
			if b.Fill == theme.ColorCode {
				filled = max(filled, b.Y+b.H)
				top, bottom = top+b.Top, bottom+b.Bottom
			}
		}
		if filled != r.Height || (top > 0) != (i == 0) || (bottom > 0) != (i == len(code)-1) || i > 0 && r.SpaceAbove != 0 {
			t.Errorf("row %d of %d: filled to %v of %v, round at the top %v, at the end %v, %v above", i, len(code), filled, r.Height, top, bottom, r.SpaceAbove)
		}
	}
}

// A message about a problem keeps off the text above it, and begins its card if there is none.
func TestAProblemKeepsOffTheTextAboveIt(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	alone, below := reply("1", ""), reply("2", "The beginning of an answer")
	for _, m := range []*chat.Message{&alone, &below} {
		m.State, m.Request.Problem = chat.Failed, &problem.Problem{Kind: problem.Offline}
	}
	alone.Parts = nil
	s.show(alone, below)
	for i, want := range []float32{0, 8} {
		all := s.RowsOf(i)
		at := slices.IndexFunc(all, func(r *rows.Row) bool { return len(r.Boxes) > 0 })
		if at < 0 || (i == 0) != (at == 0) || all[at].SpaceAbove != want {
			t.Errorf("message %d: row %d has %+v", i, at, all[max(at, 0)])
		}
	}
}
