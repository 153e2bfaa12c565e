package core_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"parlando/app/core"
	"parlando/app/history"
	"parlando/app/instance"
	"parlando/app/settings"
)

// named starts Parlando, and makes the settings name a folder for the library from now on.
func (h *home) named(library string) {
	h.t.Helper()
	p := h.start()
	if err := p.Settings.Update(func(s *settings.Settings) { s.Library = library }); err != nil {
		h.t.Fatal(err)
	}
	p.quit()
}

func TestTheSettingsNameTheFolderOfTheLibrary(t *testing.T) {
	h, other := newHome(t), newHome(t)
	mine := filepath.Join(h.dir, "mine")
	for _, c := range []struct {
		h    *home
		name string
	}{{h, "mine"}, {other, mine}} {
		p := c.h.start()
		if p.Paths.Data != p.Paths.Home {
			t.Errorf("a first library is in %s, not in %s", p.Paths.Data, p.Paths.Home)
		}
		p.quit()
		c.h.named(c.name)
	}
	s, err := history.Open(t.Context(), mine, history.Options{})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	p := h.start()
	c := p.looksAround("")
	if p.Paths.Data != mine || p.Paths.Home != filepath.Join(h.dir, "data") {
		t.Errorf("the folders: %+v", p.Paths)
	}
	if _, err := core.Open(t.Context(), core.Flags{DataDir: other.dir}, core.Options{Keyring: other.keys}); !errors.Is(err, core.ErrRunning) {
		t.Errorf("another Parlando opens the same library: %v", err)
	}
	p.quit()
	p = other.start()
	if _, err := p.History.Conversation(t.Context(), c); err != nil {
		t.Errorf("the chat is not in the one library: %v", err)
	}
	p.quit()
}

func TestASecondStartIsAnsweredWhereverTheLibraryIs(t *testing.T) {
	h := newHome(t)
	h.dir = shortFolder(t)
	h.named("mine")
	mine := filepath.Join(h.dir, "mine")
	if err := errors.Join(os.Mkdir(mine, 0o700),
		os.Rename(filepath.Join(h.dir, "data", history.FileName), filepath.Join(mine, history.FileName))); err != nil {
		t.Fatal(err)
	}
	p := h.start()
	asked := make(chan instance.Request, 1)
	p.HandleSecondStarts(answersTo(asked))
	if err := core.AskStarting(t.Context(), core.Flags{DataDir: h.dir, Quick: true}); err != nil || !(<-asked).Quick {
		t.Errorf("the second start: %v", err)
	}
}
