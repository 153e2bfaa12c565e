package conversation_test

import (
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/views/theme"
)

func TestATimeInAReplyPlaysFromThere(t *testing.T) {
	s := newScene(t, 1024, 700, theme.Light)
	var of chat.ID
	var at time.Duration
	s.OnTime = func(id chat.ID, when time.Duration) { of, at = id, when }
	var opened string
	s.OnOpenLink = func(addr string) { opened = addr }
	said := reply("2", "They keep the tree [1:02:03], see https://example.org/.\n\n| what | when |\n|---|---|\n| prop | [0:15] |")
	s.show(user("1", "[0:07] is what I said"), said)
	spot := func(name string) bool {
		_, ok := s.FindClickableArea(name, 0)
		return ok
	}
	if spot("Play from 1:02:03") {
		t.Fatal("a time is a place to click in a conversation without a recording")
	}
	s.SetTimes(true)
	for name, want := range map[string]time.Duration{"Play from 1:02:03": 3723 * time.Second, "Play from 0:15": 15 * time.Second} {
		of, at = "", 0
		s.tap(t, name, 0)
		if of != "2" || at != want || opened != "" {
			t.Errorf("%q: %q at %v, %q", name, of, at, opened)
		}
	}
	if spot("Play from 0:07") {
		t.Error("what the person said can be clicked")
	}
	if !spot("https://example.org/") {
		t.Error("the link is gone")
	}
	s.SetTimes(false)
	if spot("Play from 1:02:03") {
		t.Error("it stays")
	}
}
