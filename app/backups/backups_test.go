package backups

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/app/history"
	"parlando/app/settings"
)

func TestABackupIsTheWholeLibrary(t *testing.T) {
	h := newHouse(t)
	b := h.makes(ByHand)
	must(t, b.Check(t.Context(), func(int64) {}))
	to := filepath.Join(t.TempDir(), "out")
	if missing, err := b.Unpack(t.Context(), to, nil, func(int) {}); err != nil || missing > 0 {
		t.Fatalf("Unpack: %d missing, %v", missing, err)
	}
	was, err := history.Inspect(t.Context(), filepath.Join(h.dir, history.FileName))
	must(t, err)
	is, err := history.Inspect(t.Context(), filepath.Join(to, history.FileName))
	must(t, err)
	if is != was || is != b.Inspection || was.Chats == 0 || was.Messages == 0 || was.Transcripts == 0 {
		t.Errorf("the library has %+v, the backup %+v, its manifest %+v", was, is, b.Inspection)
	}
	all, unpacked := tree(t, h.dir), tree(t, to)
	delete(all, "lock")
	delete(unpacked, settings.FileName)
	for _, files := range []map[string]int64{all, unpacked} {
		maps.DeleteFunc(files, func(name string, _ int64) bool { return strings.HasPrefix(name, history.FileName) })
	}
	if !maps.Equal(all, unpacked) || len(all) < 5 {
		t.Errorf("the library's files are\n%v, unpacked are\n%v", all, unpacked)
	}
}

func TestASecondBackupStoresOnlyWhatIsNew(t *testing.T) {
	h := newHouse(t)
	first := h.makes(Daily)
	shared := tree(t, filepath.Join(filepath.Dir(first.Path), filesFolder))
	h.now = h.now.AddDate(0, 0, 1)
	second := h.makes(Daily)
	if again := tree(t, filepath.Join(filepath.Dir(first.Path), filesFolder)); !maps.Equal(shared, again) {
		t.Errorf("the second backup changed the shared files from %d to %d", len(shared), len(again))
	}
	if first.Path == second.Path || len(h.lists()) != 2 {
		t.Errorf("there are %d backups", len(h.lists()))
	}
	must(t, first.Check(t.Context(), func(int64) {}))
}

func TestAFlippedByteAnywhereIsFound(t *testing.T) {
	h := newHouse(t)
	b := h.makes(ByHand)
	dir := filepath.Dir(b.Path)
	files := tree(t, dir)
	names := slices.Sorted(maps.Keys(files))
	random := rand.New(rand.NewPCG(1, 200))
	for range 200 {
		// Half of the places are in the manifest and the compressed files, which are few.
		name := names[random.IntN(len(names))]
		if random.IntN(2) == 0 {
			for !strings.Contains(name, b.Made.Format(nameFormat)) {
				name = names[random.IntN(len(names))]
			}
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		data, err := os.ReadFile(path)
		must(t, err)
		if len(data) == 0 {
			continue
		}
		at := random.IntN(len(data))
		changed := bytes.Clone(data)
		changed[at] ^= 1 << random.IntN(8)
		must(t, os.WriteFile(path, changed, 0o600))
		one := h.lists()[0]
		if err := one.Check(t.Context(), func(int64) {}); !errors.Is(err, ErrDamaged) {
			t.Errorf("byte %d of %s was changed: Check returned %v", at, name, err)
		}
		if strings.Contains(name, librarySuffix) {
			if _, err := one.Unpack(t.Context(), filepath.Join(t.TempDir(), "out"), nil, func(int) {}); !errors.Is(err, ErrDamaged) {
				t.Errorf("byte %d of %s was changed: Unpack returned %v", at, name, err)
			}
		}
		must(t, os.WriteFile(path, data, 0o600))
	}
	must(t, b.Check(t.Context(), func(int64) {}))
}

func TestAnEncryptedBackupNeedsItsPassphrase(t *testing.T) {
	h := newHouse(t)
	plain := h.makes(ByHand)
	must(t, h.Encrypt(t.Context(), secret))
	h.now = h.now.Add(time.Hour)
	b := h.makes(ByHand)
	if !b.Encrypted() || plain.Encrypted() {
		t.Fatal("the second backup should be encrypted, and only that")
	}
	to := filepath.Join(t.TempDir(), "out")
	if _, err := b.Unpack(t.Context(), to, nil, func(int) {}); !errors.Is(err, ErrPassphrase) {
		t.Errorf("without a passphrase Unpack returned %v", err)
	}
	if _, err := b.Unlock("wrong"); !errors.Is(err, ErrPassphrase) {
		t.Errorf("with a wrong passphrase Unlock returned %v", err)
	}
	identity, err := b.Unlock(secret)
	must(t, err)
	if missing, err := b.Unpack(t.Context(), to, identity, func(int) {}); err != nil || missing > 0 {
		t.Fatalf("Unpack: %d missing, %v", missing, err)
	}
	if is, err := history.Inspect(t.Context(), filepath.Join(to, history.FileName)); err != nil || is != plain.Inspection {
		t.Errorf("the encrypted backup has %+v, %v", is, err)
	}
	for name := range tree(t, filepath.Dir(b.Path)) {
		if strings.HasPrefix(name, b.Made.Format(nameFormat)) && !strings.HasSuffix(name, ageSuffix) && !strings.HasSuffix(name, manifestSuffix) {
			t.Errorf("%s is not encrypted", name)
		}
	}
}

func TestWhatIsDue(t *testing.T) {
	h := newHouse(t)
	due := func(want Reason) {
		t.Helper()
		if got := h.due(t.Context()); got != want {
			t.Errorf("at %s %q is due, want %q", h.now.Format(time.DateTime), got, want)
		}
	}
	touch := func() {
		t.Helper()
		must(t, os.Chtimes(filepath.Join(h.dir, history.FileName), h.now, h.now))
	}
	h.now = time.Now() // the library has just been written
	due(Daily)
	h.MakeDue(t.Context())
	due("")
	h.now = h.now.AddDate(0, 0, 1)
	due("")
	touch()
	h.now = h.now.Add(time.Minute)
	due(Daily)
	h.o.Version = "1.4"
	due(Version)
	h.MakeDue(t.Context())
	due("")
	must(t, h.settings.Update(func(s *settings.Settings) { s.Backups.Off = true }))
	touch()
	h.now = h.now.AddDate(0, 0, 2)
	before := len(h.lists())
	h.MakeDue(t.Context())
	if after := len(h.lists()); after != before {
		t.Error("a backup was made although they are off")
	}
}

func TestTheCopyBeforeAnUpgradeBecomesABackup(t *testing.T) {
	h := newHouse(t)
	path := filepath.Join(h.dir, history.FileName+".before-99")
	must(t, h.history.Snapshot(t.Context(), path))
	other := filepath.Join(h.dir, history.FileName+".before-it-was-mine")
	must(t, os.WriteFile(other, []byte("not a database"), 0o600))
	h.MakeDue(t.Context())
	var reasons []Reason
	for _, b := range h.lists() {
		reasons = append(reasons, b.Reason)
	}
	slices.Sort(reasons)
	if !slices.Equal(reasons, []Reason{Daily, Upgrade}) {
		t.Errorf("the backups are %q", reasons)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the copy is still there: %v", err)
	}
	if _, err := os.Stat(other); err != nil {
		t.Errorf("another file was touched: %v", err)
	}
	h.MakeDue(t.Context())
	if failed := h.Status().Failed; failed != nil {
		t.Errorf("another file is a failed backup: %v", failed)
	}
}

func TestSoundsAreLeftOutIfTheUserWants(t *testing.T) {
	h := newHouse(t)
	with := h.makes(ByHand)
	must(t, h.settings.Update(func(s *settings.Settings) { s.Backups.WithoutSounds = true }))
	h.now = h.now.Add(time.Minute)
	without := h.makes(ByHand)
	if !with.Sounds || without.Sounds || len(without.Files) >= len(with.Files) {
		t.Errorf("with sounds there are %d files, without %d", len(with.Files), len(without.Files))
	}
}

func TestWithoutAFolderTheBackupFailsAndLosesNothing(t *testing.T) {
	h := newHouse(t)
	kept := h.makes(ByHand)
	must(t, os.Rename(h.Folder(), h.Folder()+"-away"))
	must(t, os.WriteFile(h.Folder(), nil, 0o600)) // no folder can be made there
	if _, err := h.Make(t.Context(), ByHand); err == nil || h.Status().Failed == nil {
		t.Errorf("Make returned %v, the status is %+v", err, h.Status())
	}
	must(t, os.Remove(h.Folder()))
	must(t, os.Rename(h.Folder()+"-away", h.Folder()))
	must(t, kept.Check(t.Context(), func(int64) {}))
	h.makes(ByHand)
	if h.Status().Failed != nil {
		t.Errorf("the status is %+v", h.Status())
	}
}

func TestTheKeyIsNotInTheManifest(t *testing.T) {
	h := newHouse(t)
	must(t, h.Encrypt(t.Context(), secret))
	b := h.makes(ByHand)
	data, err := os.ReadFile(b.Path)
	must(t, err)
	if bytes.Contains(data, []byte("SECRET")) || bytes.Contains(data, []byte(secret)) {
		t.Error("the manifest has a secret")
	}
}

// vanishingLibrary is a library during whose copying something happens.
type vanishingLibrary struct {
	Library
	meanwhile func()
}

func (v vanishingLibrary) Snapshot(ctx context.Context, path string) error {
	v.meanwhile()
	return v.Library.Snapshot(ctx, path)
}

func TestAFolderThatVanishesIsNotMadeAgain(t *testing.T) {
	h := newHouse(t)
	drive := filepath.Join(t.TempDir(), "drive")
	must(t, os.Mkdir(drive, 0o700))
	must(t, h.settings.Update(func(s *settings.Settings) { s.Backups.Folder = drive }))
	first := h.makes(ByHand)
	away := drive + "-away"
	check := func(when string) {
		t.Helper()
		if _, err := h.Make(t.Context(), ByHand); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: Make returned %v", when, err)
		}
		if _, err := os.Stat(drive); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: the folder was made again: %v", when, err)
		}
	}
	h.o.Library = vanishingLibrary{h.history, func() { must(t, os.Rename(drive, away)) }}
	check("during the copy")
	h.o.Library = h.history
	check("without the folder")
	if err := h.Encrypt(t.Context(), secret); !errors.Is(err, fs.ErrNotExist) || h.choices().Recipient != "" {
		t.Errorf("Encrypt returned %v, the key is %q", err, h.choices().Recipient)
	}
	must(t, os.Rename(away, drive))
	must(t, first.Check(t.Context(), func(int64) {}))
	h.makes(ByHand)
}
