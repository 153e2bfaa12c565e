package conversation_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/views/conversation/cards"
	"parlando/views/theme"
)

func waiting(id chat.ID, why string, text string) cards.QueuedMessage {
	return cards.QueuedMessage{Message: user(id, text), Why: why}
}

// said are the words of the visible rows.
func (s *scene) said() string {
	var all []string
	s.VisibleTexts(func(text string, _ fyne.Position, _ fyne.Size) { all = append(all, text) })
	return strings.Join(all, "\n")
}

func TestMessagesThatWaitAreShownBelowTheOthers(t *testing.T) {
	s := newScene(t, 800, 600, theme.Light)
	s.show(user("1", "What is a lighthouse for?"), reply("2", "It warns ships."))
	long := strings.Repeat("A long text that takes many lines. ", 60)
	s.SetQueue("c", []cards.QueuedMessage{waiting("q1", "Soon.", long), waiting("q2", "Later.", "And a buoy?")})
	want := []string{"You, not sent yet: A long text", "Soon.", "You, not sent yet: And a buoy?", "Later."}
	at := 0
	for _, words := range want {
		i := strings.Index(s.said()[at:], words)
		if i < 0 {
			t.Fatalf("%q is not there, or not in its place:\n%s", words, s.said())
		}
		at += i
	}
	if id, _ := s.LastMessage(chat.User); id != "1" {
		t.Errorf("the last message is %q", id)
	}
	before := strings.Count(s.said(), "many lines")
	s.tap(t, "Show all", 0)
	s.GoToEnd()
	if after := strings.Count(s.said(), "many lines"); after <= before {
		t.Errorf("%d and %d lines of the long text", before, after)
	}
	s.SetQueue("c", nil)
	if strings.Contains(s.said(), "not sent yet") {
		t.Errorf("still there:\n%s", s.said())
	}
	s.SetQueue("another", []cards.QueuedMessage{waiting("q3", "Soon.", "Elsewhere")})
	if strings.Contains(s.said(), "Elsewhere") {
		t.Error("a message of another chat is shown")
	}
}
