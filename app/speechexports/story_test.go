package speechexports_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/bogem/id3v2/v2"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/speech"
	"parlando/app/speech/clips"
	"parlando/app/speechexports"
	"parlando/client/practice"
	"parlando/media/audio"
	"parlando/media/audio/audiotest"
)

var alloy = speech.Voice{Model: practice.VoiceModel, Voice: "alloy"}

func decoded(t testing.TB, format string, data []byte) []float32 {
	t.Helper()
	return audiotest.Samples(t, audiotest.Open(t, audio.Format(format), data))
}

// Someone pastes a text and gets one file, in every format that practice speaks, which sounds as
// the parts did.
func TestATextBecomesOneFile(t *testing.T) {
	for _, format := range []string{"mp3", "aac", "flac", "wav", "pcm"} {
		t.Run(format, func(t *testing.T) {
			w := newWorld(t)
			path := filepath.Join(t.TempDir(), "The boxes."+format)
			id := w.make(speechexports.Job{Title: "The boxes", Text: book(3), Voice: alloy, Format: format, Path: path})
			n := w.ended(id, speechexports.Done)
			whole := w.sound(id)
			saved, err := os.ReadFile(path)
			if err != nil || !bytes.Equal(saved, whole) || n.SavedAs != path {
				t.Fatalf("saved as %q: %d bytes of %d, %v", n.SavedAs, len(saved), len(whole), err)
			}
			texts := w.texts()
			if len(texts) != 3 || n.Parts != 3 || n.PartsDone != 3 || n.PartsJoined != 3 || n.Share != 1 || n.Bytes != int64(len(whole)) || n.Problem.Kind != "" {
				t.Errorf("%d requests, %+v", len(texts), n)
			}
			var parts []float32
			for _, text := range texts {
				parts = append(parts, decoded(t, format, w.sounds[text])...)
			}
			got := decoded(t, format, whole)
			if c := audiotest.Correlation(parts, got); c < 0.99 || len(got) != len(parts) {
				t.Errorf("correlation %.4f, %d samples of %d", c, len(got), len(parts))
			}
			if length := n.Length; length < time.Second || length > time.Minute {
				t.Errorf("length %v", length)
			}
			// The parts are no longer needed.
			w.close()
			if files := w.files(id); !slices.Equal(files, []string{"narration.json", "sound." + format}) {
				t.Errorf("left: %v", files)
			}
			w.open()
			if again := w.get(id); again.Length != n.Length || again.State != speechexports.Done || again.Title != "The boxes" {
				t.Errorf("after a restart: %+v", again)
			}
		})
	}
}

func TestTheHeadingsAreChapters(t *testing.T) {
	w := newWorld(t)
	id := w.make(speechexports.Job{Title: "The boxes", Text: "Before the first one.\n\n" + book(2), Voice: alloy, Format: "mp3"})
	n := w.ended(id, speechexports.Done)
	tag, err := id3v2.ParseReader(bytes.NewReader(w.sound(id)), id3v2.Options{Parse: true})
	if err != nil {
		t.Fatal(err)
	}
	var chapters []string
	var last time.Duration
	for _, f := range tag.GetFrames("CHAP") {
		c := f.(id3v2.ChapterFrame)
		chapters, last = append(chapters, c.Title.Text), max(last, c.EndTime)
	}
	slices.Sort(chapters)
	if tag.Title() != "The boxes" || tag.Artist() != "Parlando" || !slices.Equal(chapters, []string{"Chapter 1", "Chapter 2"}) || (last-n.Length).Abs() > time.Millisecond {
		t.Errorf("%q by %q, %v to %v of %v", tag.Title(), tag.Artist(), chapters, last, n.Length)
	}
}

// A failure in the middle keeps the paid parts and shows the problem; Resume asks for the rest
// alone.
func TestAFailureInTheMiddleKeepsWhatWasPaidFor(t *testing.T) {
	for fault, kind := range map[string]problem.Kind{
		"401": problem.KeyRejected, "402": problem.NoCredit, "429-quota": problem.NoCredit, "429-long": problem.Busy, "500": problem.ServerError,
		"html": problem.WrongAddress, "hang-up": "", "no-body": problem.Empty, "garbage": "", "cut-line": "",
	} {
		t.Run(fault, func(t *testing.T) {
			w := newWorld(t)
			w.fail(func(n int, _ string) error {
				if n == 3 {
					return w.service.InjectFault(fault)
				}
				return nil
			})
			id := w.make(speechexports.Job{Text: book(4), Voice: alloy, Format: "mp3"})
			n := w.ended(id, speechexports.Failed)
			if n.PartsDone != 2 || n.Problem.Kind == "" || kind != "" && n.Problem.Kind != kind || n.Share <= 0 || n.Share >= 1 {
				t.Errorf("%+v", n)
			}
			w.texts()
			w.restart()
			if n := w.get(id); n.State != speechexports.Failed || n.PartsDone != 2 || n.Problem.Kind == "" {
				t.Errorf("after a restart: %+v", n)
			}
			w.fail(nil)
			if err := errors.Join(w.service.InjectFault(""), w.Resume(id)); err != nil {
				t.Fatal(err)
			}
			w.ended(id, speechexports.Done)
			if texts := w.texts(); len(texts) != 2 || !strings.HasPrefix(texts[0], "Chapter 3") || !strings.HasPrefix(texts[1], "Chapter 4") {
				t.Errorf("asked for %q", texts)
			}
		})
	}
}

// At the monthly limit the request under way ends and no other leaves; what is finished is kept,
// also by a restart, until the limit is lifted.
func TestSpeechExportsWaitAtTheMonthlyLimit(t *testing.T) {
	w := newWorld(t)
	w.fail(func(n int, _ string) error {
		w.limit(n == 2)
		return nil
	})
	first := w.make(speechexports.Job{Text: book(4), Voice: alloy, Format: "mp3"})
	second := w.make(speechexports.Job{Text: book(1), Voice: alloy, Format: "mp3"})
	waits := func(n speechexports.SpeechExport) bool {
		return n.State == speechexports.Waiting && n.Problem.Kind == problem.LimitReached
	}
	if n := w.until(first, waits); n.PartsDone != 2 {
		t.Errorf("%+v", n)
	}
	w.until(second, waits)
	if w.Busy() {
		t.Error("what waits keeps the computer awake")
	}
	w.Cancel(second)
	w.ended(second, speechexports.Stopped)
	w.restart()
	if n := w.until(first, waits); n.PartsDone != 2 {
		t.Errorf("after a restart: %+v", n)
	}
	if err := w.Resume(second); err != nil {
		t.Fatal(err)
	}
	for _, id := range []chat.ID{first, second} {
		w.until(id, waits)
	}
	if texts := w.texts(); len(texts) != 2 {
		t.Errorf("asked for %q", texts)
	}
	w.limit(false)
	w.ended(first, speechexports.Done)
	w.ended(second, speechexports.Done)
	if texts := w.texts(); len(texts) != 3 || !strings.HasPrefix(texts[0], "Chapter 3") {
		t.Errorf("asked for %q", texts)
	}
}

func TestCancelKeepsThePartsAndResumeGoesOn(t *testing.T) {
	w := newWorld(t)
	reached := make(chan struct{})
	release := make(chan struct{})
	w.fail(func(n int, _ string) error {
		if n == 2 {
			close(reached)
			<-release
		}
		return nil
	})
	first := w.make(speechexports.Job{Text: book(3), Voice: alloy, Format: "mp3"})
	second := w.make(speechexports.Job{Text: book(1), Voice: alloy, Format: "mp3"})
	third := w.make(speechexports.Job{Text: book(2), Voice: alloy, Format: "mp3"})
	<-reached
	if n := w.get(first); n.State != speechexports.StateMaking || n.PartsDone != 1 || n.Left <= 0 || n.Share < 0.3 || n.Share > 0.4 {
		t.Errorf("%+v", n)
	}
	if n := w.get(second); n.State != speechexports.Waiting {
		t.Errorf("one request at a time: %+v", n)
	}
	w.Cancel(third)
	w.ended(third, speechexports.Stopped)
	w.Cancel(first)
	close(release)
	if n := w.ended(first, speechexports.Stopped); n.PartsDone != 1 || n.Problem.Kind != "" {
		t.Errorf("%+v", n)
	}
	w.ended(second, speechexports.Done)
	w.texts()
	if err := w.Resume(first); err != nil {
		t.Fatal(err)
	}
	w.ended(first, speechexports.Done)
	if texts := w.texts(); len(texts) != 2 {
		t.Errorf("asked for %q", texts)
	}
	if err := w.Resume(first); !errors.Is(err, speechexports.ErrUnknown) {
		t.Error(err)
	}
}

// When the program ends in the middle, nothing goes on by itself.
func TestTheEndOfTheProgramIsToldAndNothingGoesOnByItself(t *testing.T) {
	w := newWorld(t)
	reached := make(chan struct{})
	w.fail(func(n int, _ string) error {
		if n == 2 {
			close(reached)
			w.mu.Lock()
			defer w.mu.Unlock()
			return w.service.InjectFault("no-answer")
		}
		return nil
	})
	id := w.make(speechexports.Job{Text: book(3), Voice: alloy, Format: "mp3"})
	<-reached
	w.restart()
	w.texts()
	n := w.get(id)
	if n.State != speechexports.Stopped || n.Problem.Kind != problem.Interrupted || !n.Problem.MayHaveArrived || n.PartsDone != 1 {
		t.Errorf("%+v", n)
	}
	if texts := w.texts(); len(texts) != 0 {
		t.Errorf("asked for %q", texts)
	}
}

const childDir = "PARLANDO_NARRATIONS_CHILD"

// The child of TestAKillLosesNothingThatWasPaidFor: it makes a speech export and holds still at the
// third request.
func TestChild(t *testing.T) {
	dir := os.Getenv(childDir)
	if dir == "" {
		t.Skip("it is run by another test")
	}
	w := &world{t: t, dir: dir, wire: newWire(t)}
	w.open()
	w.fail(func(n int, _ string) error {
		if n == 3 {
			fmt.Println("held")
			select {}
		}
		return nil
	})
	w.make(speechexports.Job{Title: "Killed", Text: book(5), Voice: alloy, Format: "mp3"})
	select {}
}

func TestAKillLosesNothingThatWasPaidFor(t *testing.T) {
	dir := t.TempDir()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestChild$")
	child.Env = append(os.Environ(), childDir+"="+dir)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	for line := ""; !strings.Contains(line, "held"); {
		b := make([]byte, 100)
		n, err := out.Read(b)
		if line += string(b[:n]); err != nil {
			t.Fatalf("the child ended: %q, %v", line, err)
		}
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait()

	w := &world{t: t, dir: dir, wire: newWire(t)}
	w.open()
	defer w.close()
	all := w.List()
	if len(all) != 1 || all[0].State != speechexports.Stopped || all[0].Problem.Kind != problem.Interrupted || !all[0].Problem.MayHaveArrived || all[0].PartsDone != 2 || all[0].Title != "Killed" {
		t.Fatalf("%+v", all)
	}
	if err := w.Resume(all[0].ID); err != nil {
		t.Fatal(err)
	}
	w.ended(all[0].ID, speechexports.Done)
	if texts := w.texts(); len(texts) != 3 || !strings.HasPrefix(texts[0], "Chapter 3") {
		t.Errorf("asked for %q", texts)
	}
}

// small is a file on a disk with little room.
type small struct {
	speechexports.File
	path string
	room *int
}

func (s small) Write(p []byte) (int, error) {
	if *s.room -= len(p); *s.room < 0 {
		return 0, &os.PathError{Op: "write", Path: s.path, Err: syscall.ENOSPC}
	}
	return s.File.Write(p)
}

func TestADiskThatIsFullIsToldAndNothingPaidForIsLost(t *testing.T) {
	w := newWorld(t)
	room := 1 << 30
	w.SetCreate(func(path string, real func(string) (speechexports.File, error)) (speechexports.File, error) {
		f, err := real(path)
		return small{f, path, &room}, err
	})
	w.fail(func(n int, _ string) error {
		if n == 3 {
			room = 5000
		}
		return nil
	})
	id := w.make(speechexports.Job{Text: book(4), Voice: alloy, Format: "wav"})
	n := w.ended(id, speechexports.Failed)
	if n.Problem.Kind != problem.Storage || n.PartsDone != 2 || slices.ContainsFunc(w.files(id), func(f string) bool { return strings.HasPrefix(f, ".new") }) {
		t.Errorf("%+v, %v", n, w.files(id))
	}
	if _, err := w.Start(speechexports.Job{Text: strings.Repeat(book(40), 10), Voice: alloy, Format: "wav"}); problem.From(err, "", time.Now()).Kind != problem.Storage {
		t.Errorf("begun all the same: %v", err)
	}
	w.texts()
	room = 1 << 30
	w.fail(nil)
	if err := w.Resume(id); err != nil {
		t.Fatal(err)
	}
	w.ended(id, speechexports.Done)
	if texts := w.texts(); len(texts) != 2 {
		t.Errorf("asked for %q", texts)
	}
}

// What cannot be saved where it was to go is in the library and can be saved elsewhere.
func TestAPlaceThatIsGoneLeavesItInTheLibrary(t *testing.T) {
	w := newWorld(t)
	id := w.make(speechexports.Job{Text: book(1), Voice: alloy, Format: "mp3", Path: filepath.Join(t.TempDir(), "gone", "a.mp3")})
	if n := w.ended(id, speechexports.Done); n.SavedAs != "" {
		t.Errorf("%+v", n)
	}
	if n := w.get(id); n.Problem.Kind != problem.Storage {
		t.Errorf("%+v", n)
	}
	to := filepath.Join(t.TempDir(), "b.mp3")
	if saved, err := w.SaveAgain(t.Context(), id, to, false); err != nil || saved != to {
		t.Fatal(saved, err)
	}
	if n := w.get(id); n.SavedAs != to || n.Problem.Kind != "" {
		t.Errorf("%+v", n)
	}
}

func TestNothingIsReplacedUnlessItWasConfirmed(t *testing.T) {
	w := newWorld(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "mine.mp3")
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	id := w.make(speechexports.Job{Text: book(1), Voice: alloy, Format: "mp3", Path: path})
	n := w.ended(id, speechexports.Done)
	if mine, _ := os.ReadFile(path); string(mine) != "mine" || n.SavedAs != filepath.Join(dir, "mine (2).mp3") {
		t.Errorf("%q, saved as %q", mine, n.SavedAs)
	}
	if saved, err := w.SaveAgain(t.Context(), id, path, true); err != nil || saved != path {
		t.Error(saved, err)
	}
	if got, _ := os.ReadFile(path); !bytes.Equal(got, w.sound(id)) {
		t.Error("not replaced, though it was confirmed")
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 2 {
		t.Errorf("left behind: %v", entries)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.SaveAgain(ctx, id, path, true); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestDeleteCanBeUndoneForThirtyDays(t *testing.T) {
	w := newWorld(t)
	a := w.make(speechexports.Job{Title: "a", Text: book(1), Voice: alloy, Format: "mp3"})
	b := w.make(speechexports.Job{Title: "b", Text: book(1), Voice: alloy, Format: "mp3"})
	w.ended(a, speechexports.Done)
	w.ended(b, speechexports.Done)
	if all := w.List(); len(all) != 2 || all[0].Title != "b" {
		t.Errorf("the newest is first: %+v", all)
	}
	if err := errors.Join(w.Delete(t.Context(), a), w.Delete(t.Context(), b)); err != nil || len(w.List()) != 0 {
		t.Fatal(w.List(), err)
	}
	if err := w.Restore(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	w.restart()
	if all := w.List(); len(all) != 1 || all[0].ID != a {
		t.Errorf("%+v", all)
	}
	w.sound(a)
	w.later(29 * 24 * time.Hour)
	w.restart()
	if all := w.deleted(); len(all) != 1 || all[0].ID != b || all[0].Title != "b" || all[0].Deleted.IsZero() {
		t.Errorf("deleted: %+v", all)
	}
	w.sound(b)
	w.later(2 * 24 * time.Hour)
	w.kept = true
	w.restart()
	w.sound(b)
	w.kept = false
	w.restart()
	if err := w.Restore(t.Context(), b); !errors.Is(err, speechexports.ErrUnknown) {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(w.dir, "narrations", string(b))); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func TestWhatIsDeletedIsRemovedAtOnceWhereThatIsWanted(t *testing.T) {
	w := newWorld(t)
	a := w.make(speechexports.Job{Title: "a", Text: book(1), Voice: alloy, Format: "mp3"})
	b := w.make(speechexports.Job{Title: "b", Text: book(1), Voice: alloy, Format: "mp3"})
	w.ended(a, speechexports.Done)
	w.ended(b, speechexports.Done)
	if err := w.Remove(t.Context(), a); !errors.Is(err, speechexports.ErrUnknown) {
		t.Errorf("one that was not deleted: %v", err)
	}
	if err := errors.Join(w.Delete(t.Context(), a), w.Delete(t.Context(), b)); err != nil {
		t.Fatal(err)
	}
	w.marks.Take()
	if err := w.Remove(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if len(w.marks.Take()) == 0 {
		t.Error("nobody is told")
	}
	if _, err := os.Stat(filepath.Join(w.dir, "narrations", string(a))); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	for range 2 {
		if all := w.deleted(); len(all) != 1 || all[0].ID != b {
			t.Errorf("deleted: %+v", all)
		}
		if err := w.Restore(t.Context(), a); !errors.Is(err, speechexports.ErrUnknown) {
			t.Error(err)
		}
		w.restart()
	}
}

func TestDeletingWhatIsBeingMadeStopsIt(t *testing.T) {
	w := newWorld(t)
	reached, release := make(chan struct{}), make(chan struct{})
	w.fail(func(n int, _ string) error {
		if n == 1 {
			close(reached)
			<-release
		}
		return nil
	})
	id := w.make(speechexports.Job{Text: book(3), Voice: alloy, Format: "mp3"})
	<-reached
	if err := w.Delete(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	close(release)
	w.close()
	if texts := w.texts(); len(texts) != 1 {
		t.Errorf("asked for %q", texts)
	}
}

func TestWhatCannotBeMadeIsRefusedBeforeAnythingIsSent(t *testing.T) {
	w := newWorld(t)
	for want, j := range map[error]speechexports.Job{
		speechexports.ErrNothing: {Text: " \n---\n", Format: "mp3"},
		speechexports.ErrFormat:  {Text: "Hello.", Format: "ogg"},
		speechexports.ErrPath:    {Text: "Hello.", Format: "mp3", Path: "here.mp3"},
		speechexports.ErrTooLong: {Text: strings.Repeat("A sentence of some length. ", 60_000), Plain: true, Format: "wav", Voice: speech.Voice{Speed: 0.25}},
	} {
		if _, err := w.Start(j); !errors.Is(err, want) {
			t.Errorf("%v: %v", want, err)
		}
	}
	if len(w.texts())+len(w.List()) != 0 {
		t.Error("something was made")
	}
}

// What was listened to before is not asked for again.
func TestWhatIsKeptIsNotAskedFor(t *testing.T) {
	w := newWorld(t)
	w.clips = clips.New(t.TempDir(), 0)
	w.restart()
	first := w.make(speechexports.Job{Text: book(2), Voice: alloy, Format: "mp3"})
	w.ended(first, speechexports.Done)
	for _, text := range w.texts() {
		c, err := w.clips.Create(clips.Parameters{Service: practice.Address, Model: alloy.Model, Voice: alloy.Voice, Format: "mp3", Text: text}.Key())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = c.Write(w.sounds[text])
		if err := c.Commit("mp3"); err != nil {
			t.Fatal(err)
		}
	}
	second := w.make(speechexports.Job{Text: book(2), Voice: alloy, Format: "mp3"})
	w.ended(second, speechexports.Done)
	if texts := w.texts(); len(texts) != 0 || !bytes.Equal(w.sound(first), w.sound(second)) {
		t.Errorf("asked for %q", texts)
	}
}
