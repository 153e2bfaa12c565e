package transcriber_test

import (
	"net/http"
	"os"
	"runtime"
	"testing"

	"parlando/app/problem"
	"parlando/app/transcripts/transcriber"
	"parlando/media/audio"
)

// obstruct makes a folder refuse every file until heal.
func obstruct(t *testing.T, dir string) (heal func()) {
	t.Helper()
	do(t, os.Rename(dir, dir+".real"))
	do(t, os.WriteFile(dir, []byte("in the way"), 0o600))
	return func() {
		t.Helper()
		do(t, os.Remove(dir))
		do(t, os.Rename(dir+".real", dir))
	}
}

// canObstruct skips a test in which a job must know that its folder refuses files.
func canObstruct(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Windows calls files missing if a file is where their folder was")
	}
}

// fullAt makes a job whose folder refuses the answer to request n, and writes it.
func fullAt(t *testing.T, n int) (w *world, j transcriber.Job, said string, heal func()) {
	speech := speechOf(16, 2)
	w = newWorld(t, speech)
	data := encode(t, audio.MP3, speech)
	j = w.job(w.file("long.mp3", data))
	j.Limit = int64(len(data)) / 3
	w.fail(func(i int, _ http.ResponseWriter, _ *http.Request) bool {
		if i == n {
			heal = obstruct(t, j.Keep)
		}
		return false
	})
	_, err := w.Transcribe(t.Context(), j, nil)
	if kind := problem.From(err, "", w.now()).Kind; kind != problem.Storage {
		t.Fatalf("%q, %v", kind, err)
	}
	if got := len(w.paid()); got != n {
		t.Fatalf("%d parts were asked for, want %d", got, n)
	}
	return w, j, speech.Text(), heal
}

func TestAnAnswerThatTheFolderRefusesIsStoredLaterAndNotPaidForAgain(t *testing.T) {
	canObstruct(t)
	for _, n := range []int{1, 2} {
		w, j, said, heal := fullAt(t, n)
		if !w.HasUnsaved(j.Keep) || w.Flush() == nil {
			t.Error("an answer is in memory only, and nothing says so")
		}
		if _, err := w.Transcribe(t.Context(), j, nil); err == nil || len(w.paid()) != 0 {
			t.Errorf("more is asked for while the folder refuses: %v", err)
		}
		heal()
		again := w.write(j)
		same(t, again.Text, said)
		parts := len(w.paid())
		if n+parts != again.Responses {
			t.Errorf("%d and %d requests for %d parts", n, parts, again.Responses)
		}
		if w.HasUnsaved(j.Keep) || w.Flush() != nil {
			t.Error("everything is stored, and it says that something is not")
		}
	}
}

func TestFlushStoresWhatTheFolderRefused(t *testing.T) {
	w, j, said, heal := fullAt(t, 2)
	heal()
	do(t, w.Flush())
	if w.HasUnsaved(j.Keep) {
		t.Error("it is said to be in memory only")
	}
	// Another start of the program knows it from the folder alone.
	w.Transcriber = transcriber.New(transcriber.Options{Services: w, Learned: w.learned})
	again := w.write(j)
	same(t, again.Text, said)
	if parts := len(w.paid()); 2+parts != again.Responses {
		t.Errorf("2 and %d requests for %d parts", parts, again.Responses)
	}
}

func TestWhatIsCompleteIsReturnedAlthoughTheFolderRefusesIt(t *testing.T) {
	canObstruct(t)
	speech := speechOf(4, 1)
	w := newWorld(t, speech)
	j := w.job(w.file("short.wav", encode(t, audio.WAV, speech)))
	w.fail(func(int, http.ResponseWriter, *http.Request) bool { obstruct(t, j.Keep); return false })
	text := w.write(j)
	same(t, text.Text, speech.Text())
	if text.Responses != 0 {
		t.Errorf("%d answers are said to be kept", text.Responses)
	}
	if w.Flush() == nil {
		t.Error("it is said to be on the disk")
	}
	_ = w.RemoveWorkFiles(j.Keep)
	do(t, w.Flush()) // its text is safe elsewhere
}

func TestAFolderThatIsRemovedTakesItsAnswersAlong(t *testing.T) {
	w, j, _, heal := fullAt(t, 2)
	heal()
	do(t, os.RemoveAll(j.Keep))
	do(t, w.Flush())
	if _, err := os.Stat(j.Keep); err == nil {
		t.Error("the folder is there again")
	}
}
