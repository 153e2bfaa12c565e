package clips_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlando/app/internal/fieldtest"
	"parlando/app/speech/clips"
)

func what(text string) clips.Parameters {
	return clips.Parameters{Service: "http://localhost/v1", Model: "tts-1", Voice: "nova", Format: "mp3", Text: text}
}

func keep(t *testing.T, c *clips.Clips, text string, size int) {
	t.Helper()
	w, err := c.Create(what(text).Key())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(bytes.Repeat([]byte{'x'}, size)); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit("mp3"); err != nil {
		t.Fatal(err)
	}
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestAClipIsThereAfterARestart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "clips")
	c := clips.New(dir, 0)
	w, err := c.Create(what("Hello.").Key())
	if err != nil {
		t.Fatal(err)
	}
	for _, piece := range []string{"ID3", "sound"} {
		if c.Has(what("Hello.").Key()) {
			t.Error("it is there before it is complete")
		}
		if _, err := io.WriteString(w, piece); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit("mp3"); err != nil {
		t.Fatal(err)
	}
	w.Discard() // does nothing now
	for _, c := range []*clips.Clips{c, clips.New(dir, 0)} {
		f, format, err := c.Open(what("Hello.").Key())
		if err != nil {
			t.Fatal(err)
		}
		got, _ := io.ReadAll(f)
		info, _ := f.Stat()
		_ = f.Close()
		if string(got) != "ID3sound" || format != "mp3" || c.Size() != 8 {
			t.Errorf("%q, %q, %d bytes", got, format, c.Size())
		}
		if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("others may read it: %v", info.Mode())
		}
	}
	for _, name := range files(t, dir) {
		if strings.Contains(strings.ToLower(name), "hello") {
			t.Errorf("the name %q tells the text", name)
		}
	}
}

func TestEverythingThatWasAskedForCounts(t *testing.T) {
	fieldtest.Compared(t, func(a, b clips.Parameters) bool { return a.Key() == b.Key() })
	base := what("Hello.")
	seen := map[clips.Key]bool{base.Key(): true}
	for name, change := range map[string]func(*clips.Parameters){
		"ends":    func(w *clips.Parameters) { w.Model, w.Voice = `tts-1" "n`, "ova" },
		"bytes":   func(w *clips.Parameters) { w.Text = "Hello\xff" },
		"bytes 2": func(w *clips.Parameters) { w.Text = "Hello\xfe" },
	} {
		w := base
		change(&w)
		if seen[w.Key()] {
			t.Errorf("%s does not count", name)
		}
		seen[w.Key()] = true
	}
	plain := base
	plain.Speed = 1
	if plain.Key() != base.Key() {
		t.Error("no speed and the usual one differ")
	}
	// The name of a clip that was kept before there were instructions.
	if got := base.Key().String(); got != "5adbf024ae65a2e6c4cd682ab364983cda79e3a11d5b73970473143ba9807944" {
		t.Errorf("without instructions the name is %s", got)
	}
}

func TestWhatWasNotFinishedIsNeverAClip(t *testing.T) {
	dir := t.TempDir()
	c := clips.New(dir, 0)
	dropped, err := c.Create(what("dropped").Key())
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(dropped, "half")
	dropped.Discard()
	if err := dropped.Commit("mp3"); err == nil && c.Has(what("dropped").Key()) {
		t.Error("kept after Drop")
	}
	empty, _ := c.Create(what("empty").Key())
	if err := empty.Commit("mp3"); err == nil || c.Has(what("empty").Key()) {
		t.Errorf("an empty clip is kept: %v", err)
	}
	if left := files(t, dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	// A program that is killed leaves what it was writing; the next one throws it away.
	killed, _ := c.Create(what("killed").Key())
	_, _ = io.WriteString(killed, "half")
	unfinished := files(t, dir)
	if len(unfinished) != 1 {
		t.Fatalf("%v", unfinished)
	}
	killed.Discard() // closes the file, as the end of a program does
	if err := os.WriteFile(filepath.Join(dir, unfinished[0]), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	again := clips.New(dir, 0)
	if again.Has(what("killed").Key()) || len(files(t, dir)) != 0 {
		t.Errorf("after a restart: %v", files(t, dir))
	}
}

func TestTheClipsThatWereNotUsedForLongestGoFirst(t *testing.T) {
	dir := t.TempDir()
	c := clips.New(dir, 300)
	for i, text := range []string{"a", "b", "c"} {
		keep(t, c, text, 100)
		// The times of files tell the order after a restart.
		name := filepath.Join(dir, what(text).Key().String()+".mp3")
		then := time.Now().Add(time.Duration(i-10) * time.Hour)
		if err := os.Chtimes(name, then, then); err != nil {
			t.Fatal(err)
		}
	}
	c = clips.New(dir, 300)
	f, _, err := c.Open(what("a").Key()) // the oldest, but used
	if err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	keep(t, c, "d", 100)
	for _, c := range []*clips.Clips{c, clips.New(dir, 300)} {
		for text, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
			if got := c.Has(what(text).Key()); got != want {
				t.Errorf("%s is there: %v", text, got)
			}
		}
		if c.Size() != 300 {
			t.Errorf("%d bytes are kept", c.Size())
		}
	}
	if small := clips.New(dir, 150); small.Size() != 100 || len(files(t, dir)) != 1 {
		t.Errorf("with a smaller limit %d bytes in %v", small.Size(), files(t, dir))
	}
}

func TestClearThrowsAllAwayAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(other, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := clips.New(dir, 0)
	keep(t, c, "a", 10)
	keep(t, c, "b", 10)
	if err := c.Clear(); err != nil {
		t.Fatal(err)
	}
	if c.Has(what("a").Key()) || c.Size() != 0 {
		t.Error("something is there")
	}
	if left := files(t, dir); len(left) != 1 || left[0] != "notes.txt" {
		t.Errorf("left: %v", left)
	}
}

func TestAClipThatIsKeptTwiceIsCountedOnce(t *testing.T) {
	c := clips.New(t.TempDir(), 0)
	keep(t, c, "a", 10)
	keep(t, c, "a", 30)
	if c.Size() != 30 {
		t.Errorf("%d bytes", c.Size())
	}
}

func TestAFileThatWasTakenAwayIsNotThere(t *testing.T) {
	dir := t.TempDir()
	c := clips.New(dir, 0)
	keep(t, c, "a", 10)
	for _, name := range files(t, dir) {
		_ = os.Remove(filepath.Join(dir, name))
	}
	if _, _, err := c.Open(what("a").Key()); !errors.Is(err, clips.ErrNotCached) {
		t.Error(err)
	}
	if c.Has(what("a").Key()) || c.Size() != 0 {
		t.Error("it is still counted")
	}
}

func TestAFolderThatCannotBeMadeIsTold(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c := clips.New(filepath.Join(blocked, "clips"), 0)
	if _, err := c.Create(what("a").Key()); err == nil {
		t.Error("no error")
	}
	if c.Has(what("a").Key()) || c.Clear() != nil {
		t.Error("an empty folder is no trouble")
	}
}

func TestManyGoroutinesMayUseIt(t *testing.T) {
	c := clips.New(t.TempDir(), 2000)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 20 {
				text := string(rune('a' + (i+j)%10))
				if f, _, err := c.Open(what(text).Key()); err == nil {
					_ = f.Close()
					continue
				}
				if w, err := c.Create(what(text).Key()); err == nil {
					_, _ = w.Write(make([]byte, 100+j))
					_ = w.Commit("mp3")
				}
			}
		})
	}
	all.Wait()
	if c.Size() > 2000 {
		t.Errorf("%d bytes", c.Size())
	}
}

// A clip that is made again takes the place of the old one only once it is there.
func TestAClipThatCannotBeReplacedStays(t *testing.T) {
	dir := t.TempDir()
	c := clips.New(dir, 0)
	keep(t, c, "a", 10)
	k := what("a").Key()
	if err := os.MkdirAll(filepath.Join(dir, k.String()+".wav", "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	before := files(t, dir)
	w, err := c.Create(k)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(w, "sound")
	if err := w.Commit("wav"); err == nil {
		t.Error("no error")
	}
	if left := files(t, dir); !slices.Equal(left, before) {
		t.Errorf("left are %v, there were %v", left, before)
	}
	f, format, err := c.Open(k)
	if err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	if format != "mp3" || c.Size() != 10 {
		t.Errorf("a %s of %d bytes", format, c.Size())
	}
}

// A clip that is made again in another format replaces the file of the old one.
func TestAClipInAnotherFormatReplacesTheOldOne(t *testing.T) {
	dir := t.TempDir()
	c := clips.New(dir, 0)
	keep(t, c, "a", 10)
	w, err := c.Create(what("a").Key())
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(w, "sound")
	if err := w.Commit("wav"); err != nil {
		t.Fatal(err)
	}
	if left := files(t, dir); len(left) != 1 || filepath.Ext(left[0]) != ".wav" || c.Size() != 5 {
		t.Errorf("%v, %d bytes", left, c.Size())
	}
}
