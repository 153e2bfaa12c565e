package recordings_test

import (
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/owner"
	"parlando/app/recordings"
	"parlando/media/microphone"
	"parlando/media/microphone/microphonetest"
)

func do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// world is a library with a microphone.
type world struct {
	*recordings.Recordings
	t      testing.TB
	dir    string
	in     *microphonetest.Input
	marks  *changes.Marks
	device string
	quiet  int         // how often it was asked for
	kept   atomic.Bool // nothing may be removed
}

func newWorld(t testing.TB) *world {
	w := &world{t: t, dir: t.TempDir(), in: microphonetest.New(), marks: changes.New()}
	w.open()
	return w
}

// open begins the program, or begins it again, and waits until the list is read.
func (w *world) open() {
	w.begin()
	w.WaitLoaded()
}

func (w *world) begin() {
	w.Recordings = recordings.Open(recordings.Options{
		Dir: w.dir, Input: w.in, CommonOptions: owner.CommonOptions{Marks: w.marks}, Device: func() string { return w.device }, Quiet: quiet{w},
		MayRemove: func(string) bool { return !w.kept.Load() },
	})
}

// refusing lets nothing be written about a recording, until heal is called.
func (w *world) refusing(id chat.ID) (heal func()) {
	w.t.Helper()
	state := filepath.Join(w.dir, "recordings", string(id), "recording.json")
	do(w.t, os.Rename(state, state+".real"))
	do(w.t, os.MkdirAll(filepath.Join(state, "in the way"), 0o700))
	return func() {
		w.t.Helper()
		do(w.t, os.RemoveAll(state))
		do(w.t, os.Rename(state+".real", state))
	}
}

type quiet struct{ w *world }

func (q quiet) Stop(context.Context, recordings.Purpose) {
	q.w.quiet++
	if q.w.in.IsOpen() {
		q.w.t.Error("the microphone is open before it is quiet")
	}
}

func (w *world) close() {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	do(w.t, w.Close(ctx))
}

// say says something, and waits until it was heard.
func (w *world) say(samples []int16) {
	w.t.Helper()
	w.in.QueueSamples(samples)
	do(w.t, w.in.WaitDelivered(w.t.Context()))
}

// stop stops, and gives what was made.
func (w *world) stop(id chat.ID) recordings.Recording {
	w.t.Helper()
	w.Stop()
	made, err := w.Wait(w.t.Context(), id)
	do(w.t, err)
	return made
}

// heard is the sound in the file of a recording.
func (w *world) heard(id chat.ID) []int16 {
	w.t.Helper()
	path, err := w.Path(w.t.Context(), id)
	do(w.t, err)
	return samplesOf(w.t, path)
}

// samplesOf reads a WAV as a program would that knows nothing of us, and complains about a header
// that is not right.
func samplesOf(t testing.TB, path string) []int16 {
	t.Helper()
	b, err := os.ReadFile(path)
	do(t, err)
	size, claimed := checkHeader(t, b)
	if claimed != size&^1 { // half a sample may follow
		t.Errorf("the header tells of %d bytes of samples, there are %d", claimed, size)
	}
	all := make([]int16, size/2)
	for i := range all {
		all[i] = int16(binary.LittleEndian.Uint16(b[44+2*i:]))
	}
	return all
}

// checkHeader gives the bytes of samples that are there and those that the header tells of.
func checkHeader(t testing.TB, b []byte) (size, claimed int) {
	t.Helper()
	if len(b) < 44 || string(b[:4]) != "RIFF" || string(b[8:16]) != "WAVEfmt " || string(b[36:40]) != "data" {
		t.Fatalf("no header: %q", b[:min(len(b), 44)])
	}
	le := binary.LittleEndian
	if le.Uint16(b[20:]) != 1 || le.Uint16(b[22:]) != 1 || le.Uint32(b[24:]) != microphone.Rate || le.Uint16(b[34:]) != 16 {
		t.Errorf("a header of another format: %x", b[:44])
	}
	claimed = int(le.Uint32(b[40:]))
	if riff := int(le.Uint32(b[4:])); riff != claimed+36 {
		t.Errorf("the header tells of %d bytes and of %d", riff, claimed)
	}
	return len(b) - 44, claimed
}

// ramp is a sound in which each sample is told from those around it.
func ramp(n int) []int16 {
	all := make([]int16, n)
	for i := range all {
		all[i] = int16(1 + i*7919%30000)
	}
	return all
}

// contains reports whether a sound is within another, at one place.
func contains(in, sound []int16) bool {
	for at := 0; at+len(sound) <= len(in); at++ {
		if in[at] == sound[0] && slices.Equal(in[at:at+len(sound)], sound) {
			return true
		}
	}
	return false
}

// spoken is a sentence.
func spoken(t testing.TB) []int16 {
	t.Helper()
	f, err := os.Open("../../media/audio/testdata/speech.wav")
	do(t, err)
	defer f.Close()
	all, err := microphonetest.Samples(f)
	do(t, err)
	return all
}

// folders is the number of recordings on disk.
func (w *world) folders() int {
	entries, err := os.ReadDir(filepath.Join(w.dir, "recordings"))
	if err != nil && !os.IsNotExist(err) {
		w.t.Fatal(err)
	}
	return len(entries)
}

// deleted lists what was deleted.
func (w *world) deleted() []recordings.Recording {
	w.t.Helper()
	all, err := w.Deleted(w.t.Context())
	if err != nil {
		w.t.Error(err)
	}
	return all
}
