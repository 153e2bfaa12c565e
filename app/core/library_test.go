package core_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"parlando/app/chat"
	"parlando/app/core"
	"parlando/app/history"
	"parlando/app/instance"
	"parlando/app/recovery"
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

// listing lists what a folder holds, with sizes, times and hashes, except the lock of the running
// program, and the index and the empty log that SQLite leaves beside a file it could not read.
func listing(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || path == dir {
			return nil
		}
		if err != nil || d.Name() == "lock" {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		about := info.Mode().String()
		if strings.HasSuffix(path, "-shm") || strings.HasSuffix(path, "-wal") && info.Size() == 0 {
			return nil
		}
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			about += fmt.Sprintf(" %d %x", info.Size(), sha256.Sum256(data))
		}
		all[strings.TrimPrefix(path, dir)] = about + info.ModTime().Format(time.RFC3339Nano)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// withChat is a home whose library has a chat, and that Parlando has left.
func withChat(t *testing.T) (h *home, conversation chat.ID) {
	t.Helper()
	h = newHome(t)
	h.practice.TokenInterval = -1
	p := h.start()
	conversation = p.looksAround("")
	p.waitsFor(p.asks(conversation, "Hello"), chat.Done)
	if err := p.Settings.Update(func(s *settings.Settings) { s.Conversation = conversation }); err != nil {
		t.Fatal(err)
	}
	p.quit()
	return h, conversation
}

func forgetChat(h *home) error {
	p := h.start()
	defer p.quit()
	return p.Settings.Update(func(s *settings.Settings) { s.Conversation = "" })
}

// Each file of a library that cannot be opened stays as it is, and the user gets on with an empty
// one.
func TestALibraryThatCannotBeOpenedIsLeftAsItIs(t *testing.T) {
	for name, c := range map[string]struct {
		kind   recovery.Kind
		damage func(h *home, data, file string) error
	}{
		"another kind of file": {recovery.Damaged, func(_ *home, _, file string) error {
			return os.WriteFile(file, bytes.Repeat([]byte("no database "), 1000), 0o600)
		}},
		"a damaged header": {recovery.Damaged, func(_ *home, _, file string) error { return overwrite(file, 4, 1, 1) }},
		"half of it":       {recovery.Damaged, func(_ *home, _, file string) error { return os.Truncate(file, 40_000) }},
		"no bytes, with a log": {recovery.Empty, func(h *home, _, file string) error {
			return errors.Join(forgetChat(h), os.Truncate(file, 0), os.WriteFile(file+"-wal", []byte("words"), 0o600))
		}},
		"no bytes": {recovery.Empty, func(_ *home, _, file string) error { return os.Truncate(file, 0) }},
		"no file, but an open chat": {recovery.Missing, func(_ *home, data, _ string) error {
			return errors.Join(os.RemoveAll(data), os.Mkdir(data, 0o700))
		}},
		"no file, but a list of models": {recovery.Missing, func(h *home, _, file string) error {
			return errors.Join(forgetChat(h), os.Remove(file))
		}},
		"no file, but recordings": {recovery.Missing, func(h *home, data, _ string) error {
			sound := filepath.Join(data, "recordings", "one.wav")
			return errors.Join(forgetChat(h), os.RemoveAll(data), os.MkdirAll(filepath.Dir(sound), 0o700), os.WriteFile(sound, []byte("sound"), 0o600))
		}},
		"no file, but a copy": {recovery.Missing, func(h *home, data, file string) error {
			return errors.Join(forgetChat(h), os.RemoveAll(data), os.Mkdir(data, 0o700), os.WriteFile(file+".before-12", []byte("copy"), 0o600))
		}},
		"a folder in its place": {recovery.NotAFile, func(_ *home, _, file string) error {
			return errors.Join(os.Remove(file), os.Mkdir(file, 0o700))
		}},
		"the folder of the settings is gone": {recovery.FolderMissing, func(h *home, _, _ string) error {
			p := h.start()
			defer p.quit()
			return p.Settings.Update(func(s *settings.Settings) { s.Library = "on a stick" })
		}},
	} {
		t.Run(name, func(t *testing.T) {
			h, _ := withChat(t)
			data := filepath.Join(h.dir, "data")
			if err := c.damage(h, data, filepath.Join(data, history.FileName)); err != nil {
				t.Fatal(err)
			}
			before := listing(t, data)
			for range 2 {
				p := h.opensNot(c.kind)
				if err := p.StartEmpty(t.Context()); err != nil {
					t.Fatal(err)
				}
				p.quit()
				p = h.start()
				if list, err := p.History.Order(t.Context()); err != nil || len(list) != 0 || p.Paths.Data == data {
					t.Errorf("the new library in %s: %v, %v", p.Paths.Data, list, err)
				}
				if open := p.Settings.Get().Conversation; open != "" {
					t.Errorf("chat %s of the old library is to be opened", open)
				}
				if err := p.Settings.Update(func(s *settings.Settings) {
					if s.Library = ""; c.kind == recovery.FolderMissing {
						s.Library = "on a stick"
					}
					s.Conversation = chat.NewID()
				}); err != nil {
					t.Fatal(err)
				}
				p.quit()
				if diff := cmp.Diff(before, listing(t, data)); diff != "" {
					t.Errorf("the old folder has changed: %s", diff)
				}
			}
			if _, err := os.Stat(data + "-" + time.Now().Format(time.DateOnly) + "-2"); err != nil {
				t.Error(err)
			}
		})
	}
}

// overwrite writes bytes into a file.
func overwrite(file string, at int64, bytes ...byte) error {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(bytes, at)
	return errors.Join(err, f.Close())
}

// opensNot starts Parlando, whose library must not open for this reason.
func (h *home) opensNot(kind recovery.Kind) *user {
	h.t.Helper()
	return h.opensNotWith(core.Options{Keyring: h.keys}, kind)
}

func (h *home) opensNotWith(o core.Options, kind recovery.Kind) *user {
	h.t.Helper()
	c, err := core.Open(h.t.Context(), core.Flags{DataDir: h.dir}, o)
	failure, ok := errors.AsType[*core.LibraryError](err)
	if !ok || failure.Diagnosis.Kind != kind {
		h.t.Fatalf("got %v, want %q", err, kind)
	}
	p := &user{Core: c, t: h.t}
	h.t.Cleanup(p.quit)
	return p
}

// One page of a library that opens may be damaged all the same.
func TestALibraryThatOpensIsRecoveredWhereThatIsWanted(t *testing.T) {
	h, conversation := withChat(t)
	p := h.opensNotWith(core.Options{Keyring: h.keys, Recover: true}, recovery.Damaged)
	if r, err := p.Recover(t.Context(), func(recovery.Progress) {}); err != nil || r.Chats != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	p.quit()
	p = h.start()
	defer p.quit()
	if _, err := p.History.Conversation(t.Context(), conversation); err != nil || p.Paths.Data == p.Paths.Home {
		t.Errorf("%v in %s", err, p.Paths.Data)
	}
}

func TestAnotherFolderMustHoldALibrary(t *testing.T) {
	h, conversation := withChat(t)
	data, moved := filepath.Join(h.dir, "data"), filepath.Join(t.TempDir(), "moved here")
	if err := os.Rename(data, moved); err != nil {
		t.Fatal(err)
	}
	p := h.opensNot(recovery.Missing)
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, history.FileName), []byte("hm"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{h.dir, foreign, filepath.Join(foreign, "missing")} {
		if err := p.UseLibrary(dir); !errors.Is(err, recovery.ErrNoLibrary) || p.Settings.Get().Library != "" {
			t.Errorf("a folder without a library: %v; the settings name %q", err, p.Settings.Get().Library)
		}
	}
	// the folder in which it was saved, with that named Parlando
	if err := p.UseLibrary(filepath.Dir(moved)); err != nil {
		t.Error(err)
	}
	p.quit()
	p = h.start()
	if p.Paths.Data != moved || p.EarlierLibrary() != data {
		t.Errorf("the library is in %s, the earlier one in %s", p.Paths.Data, p.EarlierLibrary())
	}
	if _, err := p.History.Conversation(t.Context(), conversation); err != nil {
		t.Error(err)
	}
}

// Starting empty is undone by opening the earlier library again.
func TestTheEarlierLibraryIsOpenedAgain(t *testing.T) {
	h, conversation := withChat(t)
	data := filepath.Join(h.dir, "data")
	if err := overwrite(filepath.Join(data, history.FileName), 4, 1); err != nil {
		t.Fatal(err)
	}
	p := h.opensNot(recovery.Damaged)
	if err := p.StartEmpty(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.quit()
	p = h.start()
	empty := p.Paths.Data
	if p.EarlierLibrary() != data {
		t.Errorf("the earlier library is in %s", p.EarlierLibrary())
	}
	if err := p.UseLibrary(p.EarlierLibrary()); err != nil {
		t.Error(err)
	}
	p.quit()
	p = h.opensNot(recovery.Damaged)
	if p.EarlierLibrary() != empty {
		t.Errorf("the earlier library is in %s, not in %s", p.EarlierLibrary(), empty)
	}
	if r, err := p.Recover(t.Context(), nil); err != nil || r.Chats != 1 {
		t.Errorf("recovered %+v, %v", r, err)
	}
	p.quit()
	p = h.start()
	if _, err := p.History.Conversation(t.Context(), conversation); err != nil || p.EarlierLibrary() != data {
		t.Errorf("%v; the earlier library is in %s", err, p.EarlierLibrary())
	}
}

func TestAFirstStartGoesStraightIn(t *testing.T) {
	h := newHome(t)
	if err := os.MkdirAll(filepath.Join(h.dir, "data", "blobs"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(h.dir, "data", history.FileName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	h.start()
}

func TestWhatIsRecoveredIsOpenedNext(t *testing.T) {
	h, conversation := withChat(t)
	data := filepath.Join(h.dir, "data")
	if err := overwrite(filepath.Join(data, history.FileName), 4, 1); err != nil {
		t.Fatal(err)
	}
	before := listing(t, data)
	p := h.opensNot(recovery.Damaged)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := p.Recover(stopped, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a recovery that is stopped: %v", err)
	}
	r, err := p.Recover(t.Context(), nil)
	if err != nil || r.Chats != 1 || r.Messages != 2 {
		t.Errorf("recovered %+v, %v", r, err)
	}
	p.quit()
	p = h.start()
	if m := p.reads(conversation); len(m) != 2 || m[0] != "user: Hello" || p.Paths.Data == data {
		t.Errorf("the library in %s has %q", p.Paths.Data, m)
	}
	p.quit()
	if diff := cmp.Diff(before, listing(t, data)); diff != "" {
		t.Errorf("the old folder has changed: %s", diff)
	}
	if all, err := filepath.Glob(data + "*"); err != nil || len(all) != 2 {
		t.Errorf("the folders are %q, %v", all, err)
	}
}

func TestNothingToRecoverLeavesNoLibrary(t *testing.T) {
	h := newHome(t)
	file := filepath.Join(h.dir, "data", history.FileName)
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, bytes.Repeat([]byte("no database "), 1000), 0o600)); err != nil {
		t.Fatal(err)
	}
	p := h.opensNot(recovery.Damaged)
	if _, err := p.Recover(t.Context(), nil); !errors.Is(err, recovery.ErrNothingRecovered) {
		t.Errorf("got %v", err)
	}
	if all, err := filepath.Glob(filepath.Dir(file) + "*"); err != nil || len(all) != 1 || p.Settings.Get().Library != "" {
		t.Errorf("the folders are %q, %v; the settings name %q", all, err, p.Settings.Get().Library)
	}
}
