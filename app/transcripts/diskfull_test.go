package transcripts_test

import (
	"context"
	"database/sql"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/problem"
	"parlando/app/transcripts"
	"parlando/client/practice/speechtest"
)

// canObstruct skips a test in which a job must know that its folder refuses files.
func canObstruct(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Windows calls files missing if a file is where their folder was")
	}
}

// obstructed lets the folder of the parts refuse every file from the n-th request on, until heal.
func (w *world) obstructed(n int) (heal func()) {
	var dir string
	w.fail(func(i int, _ http.ResponseWriter, _ *http.Request) bool {
		if i == n {
			all, err := filepath.Glob(filepath.Join(w.dir, "library", "transcripts", "*", "parts"))
			if err != nil || len(all) != 1 {
				w.t.Error(all, err)
				return false
			}
			dir = all[0]
			if err := os.Rename(dir, dir+".real"); err != nil {
				w.t.Error(err)
			}
			if err := os.WriteFile(dir, []byte("in the way"), 0o600); err != nil {
				w.t.Error(err)
			}
		}
		return false
	})
	return func() {
		w.t.Helper()
		w.try(os.Remove(dir))
		w.try(os.Rename(dir+".real", dir))
	}
}

// refusing lets the library refuse every change of a transcript that says so in when, until heal.
func (w *world) refusing(when string) (heal func()) {
	w.t.Helper()
	write := func(query string) {
		w.t.Helper()
		w.try(w.history.Database().Update(w.t.Context(), sqlite.Durable, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(w.t.Context(), query)
			return err
		}))
	}
	write(`CREATE TRIGGER refuse BEFORE UPDATE ON transcript WHEN ` + when + ` BEGIN SELECT RAISE(ABORT, 'refused'); END`)
	return func() { w.t.Helper(); write(`DROP TRIGGER refuse`) }
}

// full adds a long file, and waits until the folder has refused the answer to its second part.
func (w *world) full() (id chat.ID, heal func()) {
	w.t.Helper()
	cutting(w)
	heal = w.obstructed(2)
	id = w.add(w.file("long.mp3", long()))[0]
	if s := w.ended(id, transcripts.Failed); s.Problem.Kind != problem.Storage || s.Problem.MayHaveArrived || !s.Unsaved {
		w.t.Errorf("%+v", s)
	}
	if got := w.answers(); got != 2 {
		w.t.Errorf("%d answers", got)
	}
	return id, heal
}

func TestAnAnswerThatTheDiskRefusesIsToldAtOnceAndNotPaidForAgain(t *testing.T) {
	canObstruct(t)
	w := newWorld(t, long())
	id, heal := w.full()
	if w.Flush() == nil {
		t.Error("it is said to be on the disk")
	}
	w.try(w.Retry(t.Context(), id))
	if s := w.ended(id, transcripts.Failed); w.answers() != 0 || !s.Unsaved {
		t.Errorf("more is paid for while the disk refuses: %+v", s)
	}
	heal()
	w.try(w.Retry(t.Context(), id))
	s := w.ended(id, transcripts.Done)
	if got := 2 + w.answers(); got != s.Responses || s.Unsaved {
		t.Errorf("%d requests for %d parts", got, s.Responses)
	}
	if got := w.text(id); got != long().Text() {
		t.Errorf("%q", got)
	}
	w.try(w.Flush())
}

func TestAnAnswerThatIsLostIsNotCalledKeptAtTheNextStart(t *testing.T) {
	canObstruct(t)
	w := newWorld(t, long())
	id, heal := w.full()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if w.Transcripts.Close(ctx) == nil {
		t.Error("closing tells nothing")
	}
	heal()
	w.try(w.history.Close())
	w.open()
	if s := w.get(id); s.State != transcripts.Failed || s.Problem.Kind != problem.Storage || !s.Problem.MayHaveArrived || s.Unsaved {
		t.Errorf("%+v", s)
	}
	w.try(w.Retry(t.Context(), id))
	if s := w.ended(id, transcripts.Done); 2+w.answers() != s.Responses+1 {
		t.Error("more than the part that was lost is paid for again")
	}
}

func TestClosingStoresAnAnswerThatTheDiskTakesAgain(t *testing.T) {
	w := newWorld(t, long())
	id, heal := w.full()
	heal()
	w.restart()
	if s := w.get(id); s.State != transcripts.Failed || s.Problem.MayHaveArrived || s.Unsaved {
		t.Errorf("%+v", s)
	}
	w.try(w.Retry(t.Context(), id))
	if s := w.ended(id, transcripts.Done); 2+w.answers() != s.Responses {
		t.Error("a part is paid for again")
	}
}

func TestATranscriptThatTheLibraryRefusesIsToldAndNotPaidForAgain(t *testing.T) {
	said := speechtest.Synthesize("Short words. ")
	w := newWorld(t, said)
	heal := w.refusing(`NEW.state <> 'working' AND NEW.state <> 'waiting'`)
	ids := w.add(w.file("a.wav", said), w.file("b.wav", said))
	if s := w.ended(ids[0], transcripts.Failed); s.Problem.Kind != problem.Storage || s.Unsaved {
		t.Errorf("%+v", s)
	}
	w.try(w.Flush()) // the answer is in the folder
	if s := w.get(ids[1]); s.State != transcripts.Waiting || s.Blocked.Kind != problem.Storage {
		t.Errorf("the next one is not held back: %+v", s)
	}
	if got := w.answers(); got != 1 {
		t.Errorf("%d answers", got)
	}
	heal()
	w.try(w.Retry(t.Context(), ids[0]))
	w.ended(ids[0], transcripts.Done)
	w.ended(ids[1], transcripts.Done)
	if got := w.answers(); got != 1 {
		t.Errorf("%d more answers, want that of the second", got)
	}
}

func TestATextThatNothingTakesIsAnErrorOfFlush(t *testing.T) {
	canObstruct(t)
	said := speechtest.Synthesize("Short words. ")
	w := newWorld(t, said)
	refuse, obstruct := w.refusing(`NEW.state = 'done' OR NEW.state = 'failed'`), w.obstructed(1)
	id := w.add(w.file("a.wav", said))[0]
	if s := w.ended(id, transcripts.Failed); s.Problem.Kind != problem.Storage || !s.Unsaved || w.Flush() == nil {
		t.Errorf("%+v", s)
	}
	refuse()
	obstruct()
	w.try(w.Retry(t.Context(), id))
	w.ended(id, transcripts.Done)
	if got := w.answers(); got != 1 || w.text(id) != said.Text() {
		t.Errorf("%d answers, %q", got, w.text(id))
	}
	w.try(w.Flush())
}
