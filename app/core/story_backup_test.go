package core_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"parlando/app/backups"
	"parlando/app/chat"
	"parlando/app/core"
	"parlando/app/history"
	"parlando/app/recordings"
	"parlando/app/recovery/recoverytest"
	"parlando/app/settings"
)

func TestADeletedChatComesBackOutOfABackup(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		id := p.looksAround("")
		reply := p.asks(id, "What is a lighthouse for?")
		words := p.waitsFor(reply, chat.Done).Text()
		b, err := p.Backups.Make(t.Context(), backups.ByHand)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.History.Delete(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		look, err := p.LookAtBackup(t.Context(), b, nil, func(int) {})
		if err != nil || !look.Backup {
			t.Fatalf("%+v, %v", look, err)
		}
		p.quit()

		p = h.startAgain(core.Options{Look: &look})
		if p.History.ReadOnly() != history.ReadOnlyBackup {
			t.Errorf("the backup is %q", p.History.ReadOnly())
		}
		p.wantReads(id, "user: What is a lighthouse for?", "assistant: "+words)
		if err := p.History.Delete(t.Context(), id); !errors.Is(err, history.ErrReadOnly) {
			t.Errorf("a chat of a backup was deleted: %v", err)
		}
		p.quit()

		p = h.startAgain(core.Options{PutsBack: true})
		if done, err := p.PutBack(t.Context(), look, []chat.ID{id}); err != nil || len(done.Added) != 1 {
			t.Fatalf("%+v, %v", done, err)
		} else {
			p.wantReads(done.Added[0], "user: What is a lighthouse for?", "assistant: "+words)
		}
		if _, err := os.Stat(look.Folder); !os.IsNotExist(err) {
			t.Errorf("the unpacked backup is still there: %v", err)
		}
		list, err := p.Backups.List()
		if err != nil || len(list) != 2 || list[0].Reason != backups.Restore {
			t.Errorf("before putting back a backup is made: %+v, %v", list, err)
		}
		p.quit()
	})
}

func TestALibraryMovesToAnotherComputer(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		id := p.looksAround("")
		words := p.waitsFor(p.asks(id, "What is a lighthouse for?"), chat.Done).Text()
		p.Settings.Change(func(s *settings.Settings) { s.TextSize = 1.5 })
		if err := p.Backups.Encrypt(t.Context(), "correct horse"); err != nil {
			t.Fatal(err)
		}
		origin, err := p.History.Origin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		b, err := p.Backups.Make(t.Context(), backups.Move)
		if err != nil {
			t.Fatal(err)
		}
		file, err := b.Export(t.Context(), filepath.Join(t.TempDir(), "Parlando.parlando"), func(int64) {})
		if err != nil {
			t.Fatal(err)
		}
		p.quit()

		other := newHome(t)
		p = other.start()
		brought, closing, err := backups.OpenFile(file)
		if err != nil {
			t.Fatal(err)
		}
		identity, err := brought.Unlock("correct horse")
		if err != nil {
			t.Fatal(err)
		}
		if missing, err := p.MoveIn(t.Context(), brought, identity, func(int) {}); err != nil || missing > 0 {
			t.Fatalf("%d are missing, %v", missing, err)
		}
		if err := closing(); err != nil {
			t.Error(err)
		}
		p.quit()
		p = other.start()
		p.wantReads(id, "user: What is a lighthouse for?", "assistant: "+words)
		if is, err := p.History.Origin(t.Context()); err != nil || is == origin {
			t.Errorf("both computers write as %q, %v", is, err)
		}
		if s := p.Settings.Get(); s.TextSize != 1.5 || s.Backups.Recipient != "" {
			t.Errorf("the settings are %+v", s)
		}
		p.quit()
	})
}

func TestEarlierAndDamagedLibrariesAreFoundAndCanBeLookedAt(t *testing.T) {
	h := newHome(t)
	p := h.start()
	id := p.looksAround("")
	p.waitsFor(p.asks(id, "What is a lighthouse for?"), chat.Done)
	if err := p.StartEmpty(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.quit()
	damaged := filepath.Join(h.dir, "data-2020-01-01")
	if err := os.CopyFS(damaged, os.DirFS(filepath.Join(h.dir, "data"))); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(damaged, history.FileName)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copy(data, make([]byte, 64))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}

	p = h.start()
	defer p.quit()
	found, err := p.FindLibraries(t.Context())
	if err != nil || len(found) != 2 {
		t.Fatalf("%+v, %v", found, err)
	}
	for _, f := range found {
		if f.Damaged != (f.Folder == damaged) || !f.Damaged && f.Chats != 1 {
			t.Errorf("found is %+v", f)
		}
		look, err := p.LookAtLibrary(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		there, err := history.Inspect(t.Context(), filepath.Join(look.Folder, history.FileName))
		if err != nil || there.Chats != 1 || look.Damaged != f.Damaged {
			t.Errorf("to look at are %+v, %+v, %v", look, there, err)
		}
	}
}

func TestEverythingOfAnotherLibraryIsPutBack(t *testing.T) {
	h := newHome(t)
	other := filepath.Join(h.dir, "data-2020-01-01")
	if err := recoverytest.Fill(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	want, err := history.Inspect(t.Context(), filepath.Join(other, history.FileName))
	if err != nil {
		t.Fatal(err)
	}
	recording := filepath.Join(other, recordings.FolderName, string(chat.NewID()))
	if err := os.Mkdir(recording, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(recording, recordings.SoundFile), make([]byte, 32_044), 0o600); err != nil {
		t.Fatal(err)
	}
	p := h.start()
	defer p.quit()
	found, err := p.FindLibraries(t.Context())
	if err != nil || len(found) != 1 || found[0].Chats != want.Chats {
		t.Fatalf("found are %+v, %v", found, err)
	}
	for _, again := range []bool{false, true} {
		look, err := p.LookAtLibrary(t.Context(), found[0])
		if err != nil {
			t.Fatal(err)
		}
		done, err := p.PutBack(t.Context(), look, nil)
		if err != nil {
			t.Fatal(err)
		}
		if again {
			if len(done.Added)+done.Transcripts+done.Recordings > 0 || len(done.Present) != want.Chats {
				t.Errorf("once more %d chats, %d transcripts and %d recordings came", len(done.Added), done.Transcripts, done.Recordings)
			}
			continue
		}
		if len(done.Added) != want.Chats || done.Transcripts != want.Transcripts || done.Recordings != 1 {
			t.Errorf("put back are %d chats, %d transcripts, %d recordings of %+v", len(done.Added), done.Transcripts, done.Recordings, want)
		}
	}
	is, err := history.Inspect(t.Context(), filepath.Join(h.dir, "data", history.FileName))
	if err != nil || is.Chats != want.Chats || is.Messages != want.Messages || is.Transcripts != want.Transcripts {
		t.Errorf("the library has %+v, %v, want %+v", is, err, want)
	}
	list := p.Transcripts.List()
	if len(list) != want.Transcripts {
		t.Fatalf("%d transcripts are listed", len(list))
	}
	lines, err := p.Transcripts.Lines(t.Context(), list[0].ID)
	if err != nil || len(lines) != list[0].Lines || len(lines) == 0 {
		t.Errorf("the first has %d lines of %d, %v", len(lines), list[0].Lines, err)
	}
}
