package conversation_test

import (
	"testing"

	"parley/app/chat"
	"parley/views/theme"
)

func TestAPictureThatCouldNotBeShownIsAskedForAgainWithItsChat(t *testing.T) {
	s := newScene(t, 800, 600, theme.Light)
	asked := 0
	s.OnNeedPicture = func(string, float32) { asked++ }
	m := user("u", "What is this?")
	m.Parts = append(m.Parts, chat.Part{Kind: chat.PartImage, Blob: &chat.Blob{SHA256: "a", Width: 20, Height: 10}})
	s.show(m)
	s.SetDamaged("a")
	s.SetThread("another", nil, nil)
	s.show(m)
	if asked != 2 {
		t.Errorf("asked for %d times, want 2", asked)
	}
}

func TestAPictureThatCouldNotBeReadIsAskedForAgainOnRequest(t *testing.T) {
	s := newScene(t, 800, 600, theme.Light)
	asked := 0
	s.OnNeedPicture = func(string, float32) { asked++ }
	m := reply("r", "Here.")
	m.Parts = append(m.Parts, chat.Part{Kind: chat.PartImage, Blob: &chat.Blob{SHA256: "a", Width: 20, Height: 10}})
	s.show(m)
	s.SetPictureUnread("a")
	if !s.shows("This picture could not be read.") || s.shows("It is damaged") {
		t.Errorf("it says %v", s.drawn())
	}
	s.tap(t, "Try again", 0)
	if asked != 2 || s.shows("This picture could not be read.") {
		t.Errorf("asked for %d times", asked)
	}
}
