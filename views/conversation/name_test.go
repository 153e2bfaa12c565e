package conversation_test

import (
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/views/theme"
)

func TestAModelIsCalledByItsName(t *testing.T) {
	s := newScene(t, 1024, 700, theme.Light)
	s.Names = map[string]string{"oak-1": "Great oak"}
	named, unknown := reply("2", "One"), reply("4", "Two")
	named.Request = &chat.Request{Asked: "oak-1"}
	unknown.Request = &chat.Request{Asked: "elm-1"}
	s.show(user("1", "Q"), named, user("3", "Q"), unknown)
	if !s.shows("Great oak") || s.shows("oak-1") || !s.shows("elm-1") {
		t.Error("the names of the models are not those the person knows, or their ids where there is none")
	}
}

func TestTheTokensUnderAReplyAreThoseThatAreBilled(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	s.show(user("1", "How are you?"), reply("2", "Fine."))
	s.SetModel("oak-large")
	s.MouseMoved(mouse(s.where(t, "Fine.").AddXY(8, 8)))
	s.MouseMoved(mouse(s.where(t, "4,160 tokens · 3.1 s · oak-large").AddXY(8, 8)))
	if !s.shows("40 sent, 4,120 received, 4,160 in all") {
		t.Errorf("the hint is missing:\n%s", s.drawn())
	}
	s.tap(t, "40 sent, 4,120 received, 4,160 in all", 0)
	if !s.shows("Model that replied") {
		t.Errorf("a click does not show the details:\n%s", s.drawn())
	}
	s.tap(t, "40 sent, 4,120 received, 4,160 in all", 0)
	if s.shows("Model that replied") {
		t.Error("a second click does not hide them")
	}
}

func TestWhatAReplyCostIsNotCutOffInANarrowColumn(t *testing.T) {
	s := newScene(t, 380, 600, theme.Light)
	m := reply("2", "Fine.")
	m.Request = &chat.Request{
		Asked: "a-model-with-quite-a-long-name", Usage: &chat.Usage{Prompt: 10, Completion: 30, Total: 40},
		Started: noon, Ended: noon.Add(1300 * time.Millisecond),
	}
	s.SetModel("a-model-with-quite-a-long-name")
	s.show(user("1", "How are you?"), m)
	s.MouseMoved(mouse(s.where(t, "Fine.").AddXY(8, 8)))
	for o := range s.texts() {
		if strings.Contains(o.Text, "40 tokens") && o.Text != "40 tokens · 1.3 s" {
			t.Errorf("it says %q", o.Text)
		}
	}
	if !s.shows("40 tokens") {
		t.Error("it does not say how many tokens it took")
	}
}

// A reply of another model than the chat's current one names its model without the pointer, at the
// right edge.
func TestAReplyNamesAnotherModelThanTheCurrentOne(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	s.SetModel("oak-large")
	s.show(user("1", "How are you?"), reply("2", "Fine."))
	if s.shows("oak-large") {
		t.Error("the current model is named under its reply")
	}
	s.MouseMoved(mouse(s.where(t, "Fine.").AddXY(8, 8)))
	edge := s.end(t, "4,160 tokens · 3.1 s · oak-large")
	s.MouseOut()
	s.SetModel("elm")
	if !s.shows("oak-large") {
		t.Fatalf("a reply of another model does not name it:\n%s", s.drawn())
	}
	if end := s.end(t, "oak-large"); end < edge-1 || end > edge+1 {
		t.Errorf("the name ends at %.1f, want %.1f", end, edge)
	}
}

// end returns the right edge of a text that begins so.
func (s *scene) end(t testing.TB, begin string) float32 {
	t.Helper()
	for o, at := range s.texts() {
		if strings.HasPrefix(o.Text, begin) {
			return at.X + o.MinSize().Width
		}
	}
	t.Fatalf("%q is not in the window", begin)
	return 0
}
