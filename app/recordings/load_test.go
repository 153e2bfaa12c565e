package recordings_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/recordings"
	"parlando/media/microphone"
)

// put makes a folder as a program may have left it.
func put(t testing.TB, w *world, id chat.ID, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(w.dir, "recordings", string(id))
	do(t, os.MkdirAll(dir, 0o700))
	for name, text := range files {
		do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	return dir
}

func TestWhateverIsLeftOnTheDiskIsFound(t *testing.T) {
	second := string(make([]byte, 2*microphone.Rate))
	for _, c := range []struct {
		what   string
		files  map[string]string
		listed bool
		stays  bool // though it is not listed
	}{
		{"sound without a state", map[string]string{"sound.wav": string(recordings.Header(0)) + second}, true, true},
		{"half a sample", map[string]string{"sound.wav": string(recordings.Header(10)) + second + "x"}, true, true},
		{"a header that was not written", map[string]string{"sound.wav": strings.Repeat("\x00", 44) + second}, true, true},
		{"a damaged state", map[string]string{"sound.wav": string(recordings.Header(0)) + second, "recording.json": "{"}, true, true},
		{"a state of another version", map[string]string{"sound.wav": string(recordings.Header(32000)) + second, "recording.json": `{"state": "kept", "started": "2026-01-02T03:04:05Z", "length_ns": "long"}`}, true, true},
		{"no sound", map[string]string{"sound.wav": string(recordings.Header(0))}, false, false},
		{"half a header", map[string]string{"sound.wav": "RIFF"}, false, false},
		{"a state without sound", map[string]string{"recording.json": `{"id": "ID", "state": "recording", "purpose": "talk"}`}, false, false},
		{"nothing at all", nil, false, false},
		{"what is not ours", map[string]string{"letter.txt": "Dear"}, false, true},
	} {
		w := newWorld(t)
		id := chat.NewID()
		for name, text := range c.files {
			c.files[name] = strings.ReplaceAll(text, "ID", string(id))
		}
		dir := put(t, w, id, c.files)
		w.open()
		made, ok := w.Get(id)
		if ok != c.listed {
			t.Errorf("%s: listed %v", c.what, ok)
		}
		if _, err := os.Stat(dir); (err == nil) != c.stays {
			t.Errorf("%s: %v", c.what, err)
		}
		if ok && (len(w.heard(id)) != microphone.Rate || made.Length != time.Second || made.State != recordings.Kept || !made.Damaged || made.Started.IsZero()) {
			t.Errorf("%s: %+v", c.what, made)
		}
		w.close()
	}
}

// A library on a disk that can only be read shows its recordings.
func TestADamagedRecordingThatCannotBeMendedIsListedAllTheSame(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everything")
	}
	w := newWorld(t)
	id := chat.NewID()
	dir := put(t, w, id, map[string]string{"sound.wav": string(recordings.Header(0)) + string(make([]byte, 2*microphone.Rate))})
	do(t, os.Chmod(filepath.Join(dir, "sound.wav"), 0o400))
	w.open()
	if _, ok := w.Get(id); !ok {
		t.Error("it is not there")
	}
}

// Whatever stands in the file of a program that died: it ends with a header that is right, and no
// sample is changed.
func FuzzRepair(f *testing.F) {
	f.Add([]byte("RIFF"))
	f.Add(append(recordings.Header(4), 1, 2, 3, 4, 5))
	f.Add(append(make([]byte, 44), 1, 2, 3))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "sound.wav")
		do(t, os.WriteFile(path, data, 0o600))
		size, err := recordings.Repair(path)
		do(t, err)
		b, err := os.ReadFile(path)
		do(t, err)
		if len(data) <= 45 {
			if size != 0 || !bytes.Equal(b, data) {
				t.Fatalf("%d of %d", size, len(data))
			}
			return
		}
		if there, claimed := checkHeader(t, b); claimed != int(size) || claimed != there&^1 || !bytes.Equal(b[44:], data[44:]) {
			t.Fatalf("%d of %d", claimed, there)
		}
		start, end, voice, err := recordings.Bounds(path)
		do(t, err)
		if length := time.Duration(size/2) * time.Second / microphone.Rate; start < 0 || start > end || end > length || voice && start == end {
			t.Fatalf("%v to %v of %v", start, end, length)
		}
	})
}

// A recording from before the American spelling is still the canceled one that it was.
func TestAStoredStateKeepsItsWord(t *testing.T) {
	w := newWorld(t)
	id := chat.NewID()
	second := string(make([]byte, 2*microphone.Rate))
	put(t, w, id, map[string]string{
		"sound.wav":      string(recordings.Header(32000)) + second,
		"recording.json": `{"id": "` + string(id) + `", "state": "cancelled", "started": "2026-01-02T03:04:05Z", "length_ns": 1000000000}`, //nolint:misspell // as it is stored
	})
	w.open()
	if made, ok := w.Get(id); !ok || made.State != recordings.Canceled {
		t.Errorf("%v, %+v", ok, made)
	}
	w.close()
}
