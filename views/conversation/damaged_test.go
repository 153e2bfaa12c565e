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
