package conversation_test

import (
	"testing"

	"parlando/app/chat"
	"parlando/views/theme"
)

func TestAPictureThatCouldNotBeShownIsAskedForAgainWithItsChat(t *testing.T) {
	s := newScene(t, 800, 600, theme.Light)
	asked := 0
	s.OnReadPicture = func(string, float32) { asked++ }
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
	s.OnReadPicture = func(string, float32) { asked++ }
	m := reply("r", "Here.")
	m.Parts = append(m.Parts, chat.Part{Kind: chat.PartImage, Blob: &chat.Blob{SHA256: "a", Width: 20, Height: 10}})
	s.show(m)
	s.SetPictureReadFailed("a")
	if !s.shows("This picture couldn't be read.") || s.shows("Damaged or unknown format") {
		t.Errorf("it says %v", s.drawn())
	}
	s.tap(t, "Try again", 0)
	if asked != 2 || s.shows("This picture couldn't be read.") {
		t.Errorf("asked for %d times", asked)
	}
}

func TestAPictureOfTheUserThatCouldNotBeReadIsNoEmptyArea(t *testing.T) {
	s := newScene(t, 800, 600, theme.Light)
	asked, saved := map[string]int{}, ""
	s.OnReadPicture = func(sha string, _ float32) { asked[sha]++ }
	s.OnSavePicture = func(_ chat.ID, sha string) { saved = sha }
	picture := func(sha string) *chat.Blob { return &chat.Blob{SHA256: sha, Width: 120, Height: 60} }
	m := user("u", "What are these?")
	m.Parts = append(m.Parts,
		chat.Part{Kind: chat.PartImage, Blob: picture("a")},
		chat.Part{Kind: chat.PartImage, Blob: picture("small"), Original: picture("b"), AsIs: true},
		chat.Part{Kind: chat.PartImage, Blob: picture("c"), Name: "whole.png"})
	s.show(m)
	s.SetPictureReadFailed("a")
	s.SetDamaged("b")
	s.SetPicture("c", photo())
	if !s.shows("This picture couldn't be read.") || !s.shows("This picture can't be shown.") || !s.shows("What are these?") {
		t.Errorf("it says %v", s.drawn())
	}
	if _, ok := s.FindClickableArea("Show picture whole.png", 0); !ok {
		t.Error("the picture that was read is not shown")
	}
	s.tap(t, "Try again", 0)
	if asked["a"] != 2 || asked["b"] != 1 || asked["c"] != 1 || s.shows("This picture couldn't be read.") {
		t.Errorf("asked for %v", asked)
	}
	if s.tap(t, "Save original", 0); saved != "b" {
		t.Errorf("saved %q", saved)
	}
}
