package transcripts_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/app/transcripts"
	"parlando/app/transcripts/transcriber"
	"parlando/client/practice"
	"parlando/client/practice/speechtest"
)

// long is a speech that is sent in some parts when the limit is small.
var long = sync.OnceValue(func() speechtest.Speech {
	var b strings.Builder
	for i := range 8 {
		fmt.Fprintf(&b, "%s %s went over the %s bridge. ", names[i], names[13-i], names[(i*5+3)%14])
	}
	return speechtest.Synthesize(b.String())
})

var names = strings.Fields("river mountain garden window paper candle silver market winter orange doctor painter village corner")

const small = 110_000 // bytes of an MP3: some seven seconds

func cutting(w *world) { w.choose(func(s *settings.Transcription) { s.Limit = small }) }

func TestAFileBecomesATranscriptThatIsThereAfterARestart(t *testing.T) {
	said := speechtest.Synthesize("The harbor council met on Monday. Nobody spoke against the bridge. ")
	w := newWorld(t, said)
	path := w.file("council meeting.mp3", said)
	id := w.add(path)[0]
	w.ended(id, transcripts.Done)
	w.try(w.Rename(t.Context(), id, "  The\ncouncil "))
	w.try(w.Pin(t.Context(), id, true))
	for range 2 {
		s := w.get(id)
		if s.Title != "The council" || !s.Pinned || s.Path != path || s.Lines != 2 || !s.Timed || s.Length == 0 || s.Covered == 0 || s.Language != "english" ||
			s.Model != practice.TranscriptionModel || s.Connection != "practice" || s.Missing || s.Problem.Kind != "" {
			t.Errorf("%+v", s)
		}
		if got := w.text(id); got != said.Text() {
			t.Errorf("%q", got)
		}
		if got, err := w.SoundPath(t.Context(), id); got != path || err != nil {
			t.Errorf("%s, %v", got, err)
		}
		// Of what it was made of the service's answer stays.
		if left, _ := filepath.Glob(filepath.Join(w.dir, "library", "transcripts", "*", "*", "*")); len(left) != 2 {
			t.Errorf("left: %v", left)
		}
		w.restart()
	}
	w.try(w.Rename(t.Context(), id, ""))
	if got := w.get(id).Title; got != "council meeting" {
		t.Errorf("title %q", got)
	}
}

func TestWhatWasGoingOnGoesOnAfterARestartUnlessItMayBePaidFor(t *testing.T) {
	said := long()
	w := newWorld(t, said)
	cutting(w)
	// The second request has left whole when the program ends.
	arrived, _ := w.block(2)
	id := w.add(w.file("long.mp3", said))[0]
	w.await(arrived)
	w.until(id, func(s transcripts.Transcript) bool {
		return s.Progress.Phase == transcriber.Waiting && s.Progress.Part == 2
	})
	if !w.asked(id) {
		t.Error("a kill now would not know that something was asked for")
	}
	w.restart()
	s := w.get(id)
	if s.State != transcripts.Paused || s.Problem.Kind != problem.Interrupted || !s.Problem.MayHaveArrived {
		t.Fatalf("%+v", s)
	}
	first := w.answers()
	w.fail(nil)
	w.try(w.Resume(t.Context(), id))
	w.ended(id, transcripts.Done)
	if got := w.text(id); got != said.Text() {
		t.Errorf("%q", got)
	}
	whole := first + w.answers()
	if first != 1 || whole < 3 {
		t.Errorf("%d answers before, %d in all", first, whole)
	}

	// An upload that is under way when the program ends goes on by itself; what waited, too.
	begun := w.stick(2)
	ids := w.add(w.file("again.mp3", said), w.file("after.mp3", said))
	w.await(begun)
	if w.asked(ids[0]) {
		t.Error("an upload that is under way is taken for one that may be paid for")
	}
	w.restart()
	for _, id := range ids {
		w.ended(id, transcripts.Done)
		if got := w.text(id); got != said.Text() {
			t.Errorf("%q", got)
		}
	}
	if got := w.answers(); got != 2*whole {
		t.Errorf("%d answers for two files of %d parts", got, whole)
	}
}

func TestAKilledProgramKnowsWhatMayBePaidFor(t *testing.T) {
	said := long()
	w := newWorld(t, said)
	cutting(w)
	arrived, release := w.block(2)
	id := w.add(w.file("long.mp3", said))[0]
	w.await(arrived)
	w.until(id, func(s transcripts.Transcript) bool {
		return s.Progress.Phase == transcriber.Waiting && s.Progress.Part == 2
	})
	// Another program finds the same as after a kill.
	other, err := transcripts.Open(t.Context(), transcripts.Options{
		Dir: filepath.Join(w.dir, "library"), Database: w.history.Database(), Services: w, Transcriber: transcriber.New(transcriber.Options{Services: w, Learned: w.catalog}),
	})
	w.try(err)
	if s, ok := other.Get(id); !ok || s.State != transcripts.Paused || !s.Problem.MayHaveArrived {
		t.Errorf("%+v", s)
	}
	release()
	w.ended(id, transcripts.Done)
}

func TestAWrongKeyInTheMiddleStopsTheQueueUntilRetry(t *testing.T) {
	said := long()
	w := newWorld(t, said)
	cutting(w)
	w.fail(func(n int, rw http.ResponseWriter, r *http.Request) bool {
		if n < 3 {
			return false
		}
		_, _ = io.Copy(io.Discard, r.Body)
		http.Error(rw, `{"error":{"code":"invalid_api_key","message":"Incorrect API key provided"}}`, http.StatusUnauthorized)
		return true
	})
	ids := w.add(w.file("one.mp3", said), w.file("two.mp3", said))
	if s := w.ended(ids[0], transcripts.Failed); s.Problem.Kind != problem.KeyRejected {
		t.Errorf("%+v", s.Problem)
	}
	if s := w.get(ids[1]); s.State != transcripts.Waiting {
		t.Errorf("the next one is %s", s.State)
	}
	w.fail(nil)
	w.try(w.Retry(t.Context(), ids[0]))
	for _, id := range ids {
		w.ended(id, transcripts.Done)
		if got := w.text(id); got != said.Text() {
			t.Errorf("%q", got)
		}
	}
	if n := w.answers(); n%2 != 0 {
		t.Errorf("%d answers for two files that are the same", n)
	}
}

func TestPauseEndsAnUploadAndWaitsForWhatIsPaidFor(t *testing.T) {
	said := long()
	w := newWorld(t, said)
	cutting(w)
	arrived, release := w.block(2)
	id := w.add(w.file("long.mp3", said))[0]
	w.await(arrived)
	w.until(id, func(s transcripts.Transcript) bool {
		return s.Progress.Phase == transcriber.Waiting && s.Progress.Part == 2
	})
	w.try(w.Pause(t.Context(), id))
	if s := w.get(id); s.State != transcripts.Working || !s.Pausing {
		t.Errorf("%+v", s)
	}
	release()
	if s := w.ended(id, transcripts.Paused); s.Problem.Kind != "" {
		t.Errorf("%+v", s.Problem)
	}
	before := w.answers()
	w.restart() // a pause lasts
	if s := w.get(id); s.State != transcripts.Paused {
		t.Errorf("it is %s", s.State)
	}
	w.try(w.Resume(t.Context(), id))
	w.ended(id, transcripts.Done)
	if before != 2 || w.text(id) != said.Text() {
		t.Errorf("%d answers before the pause; %q", before, w.text(id))
	}
}

func TestTheQueueHasAnOrderThatCanBeChanged(t *testing.T) {
	said := speechtest.Synthesize("Short words. ")
	w := newWorld(t, said)
	arrived, release := w.block(1)
	ids := w.add(w.file("a.wav", said), w.file("b.wav", said), w.file("c.wav", said), w.file("d.wav", said))
	w.await(arrived)
	w.try(w.Move(t.Context(), ids[3], 1))
	w.try(w.Move(t.Context(), ids[1], 99))
	order := func() (all string) {
		for _, s := range w.List() {
			all += s.Title
		}
		return all
	}
	if got := order(); got != "adcb" {
		t.Errorf("order %s", got)
	}
	// One at a time, so that the one that is canceled never began.
	w.try(w.Cancel(t.Context(), ids[2]))
	release()
	for _, id := range []chat.ID{ids[0], ids[3], ids[1]} {
		w.ended(id, transcripts.Done)
	}
	if got := order(); got != "dba" { // the newest first
		t.Errorf("order %s", got)
	}
	w.try(w.Restore(t.Context(), ids[2]))
	if s := w.get(ids[2]); s.State != transcripts.Paused {
		t.Errorf("it came back %s", s.State)
	}
	if n := w.answers(); n != 3 {
		t.Errorf("%d answers", n)
	}
}

func TestTwoAtOnce(t *testing.T) {
	said := speechtest.Synthesize("Short words. ")
	w := newWorld(t, said)
	w.choose(func(s *settings.Transcription) { s.ConcurrentFiles = 1 })
	both := make(chan struct{}, 2)
	let := make(chan struct{})
	w.fail(func(n int, _ http.ResponseWriter, r *http.Request) bool {
		if n <= 2 {
			both <- struct{}{}
			<-let
		}
		return false
	})
	ids := w.add(w.file("a.wav", said), w.file("b.wav", said), w.file("c.wav", said))
	<-both
	if s := w.get(ids[1]); s.State != transcripts.Waiting {
		t.Errorf("the second is %s", s.State)
	}
	w.choose(func(s *settings.Transcription) { s.ConcurrentFiles = 2 })
	w.marks.Mark(changes.Change{Topic: changes.Settings})
	<-both
	if s := w.get(ids[2]); s.State != transcripts.Waiting {
		t.Errorf("the third is %s", s.State)
	}
	close(let)
	for _, id := range ids {
		w.ended(id, transcripts.Done)
	}
}

func TestWhatIsNoSoundIsRefusedAndACopyIsKept(t *testing.T) {
	said := speechtest.Synthesize("Short words. ")
	w := newWorld(t, said)
	one := w.file("talks/one.wav", said)
	two := w.file("talks/two.mp3", said)
	notes, call := filepath.Join(w.dir, "talks", "notes.txt"), filepath.Join(w.dir, "talks", "call.amr")
	w.try(os.WriteFile(notes, []byte("no sound"), 0o600))
	w.try(os.WriteFile(call, []byte("#!AMR\n\x3c\x55"), 0o600))
	w.file("rec-1.wav", said)
	ids, refused := w.Add(t.Context(), []transcripts.File{
		{Path: two},
		{Path: one},
		{Path: call},
		{Path: notes},
		{Path: filepath.Join(w.dir, "talks")}, // a folder
		{Path: filepath.Join(w.dir, "nowhere.mp3")},
		{Recording: "rec-1", Title: "My note"},
		{Recording: "rec-2"}, // none
	}, transcripts.AddOptions{Copy: true})
	var titles, kinds []string
	for _, id := range ids {
		titles = append(titles, w.get(id).Title)
	}
	for _, r := range refused {
		kinds = append(kinds, strings.TrimSpace(string(r.Problem.Kind)+" "+r.Problem.Format))
	}
	if got := strings.Join(titles, ","); got != "two,one,My note" {
		t.Errorf("added %s", got)
	}
	if got := strings.Join(kinds, ","); got != "not_sound AMR,not_sound,not_sound,sound_missing,sound_missing" {
		t.Errorf("refused %s", got)
	}
	for _, id := range ids {
		w.ended(id, transcripts.Done)
	}
	// The copy is heard when the user's own file is gone.
	w.try(os.Remove(one))
	if path, err := w.SoundPath(t.Context(), ids[1]); err != nil || !strings.Contains(path, "library") {
		t.Errorf("%s, %v", path, err)
	}
}

func TestWithoutAModelThatIsListedWhisperIsAsked(t *testing.T) {
	said := speechtest.Synthesize("Short words. ")
	w := newWorld(t, said)
	w.catalog.SetListed("practice", nil)
	id := w.add(w.file("a.wav", said))[0]
	if s := w.ended(id, transcripts.Failed); s.Model != "whisper-1" || s.Problem.Kind != problem.NoSuchModel {
		t.Errorf("%q, %+v", s.Model, s.Problem)
	}
	w.choose(func(s *settings.Transcription) {
		s.Models = map[chat.ID]string{"practice": practice.TranscriptionModel}
	})
	if got := w.DefaultModel("practice"); got != practice.TranscriptionModel {
		t.Errorf("asked is %q", got)
	}
}

func TestAMissingFileSaysSo(t *testing.T) {
	said := speechtest.Synthesize("Short words. ")
	w := newWorld(t, said)
	path := w.file("a.wav", said)
	id := w.add(path)[0]
	w.ended(id, transcripts.Done)
	w.try(os.Rename(path, path+".moved"))
	w.restart()
	w.until(id, func(s transcripts.Transcript) bool { return s.Missing })
	if got := w.text(id); got != said.Text() {
		t.Errorf("%q", got)
	}
	w.try(os.Rename(path+".moved", path))
	if _, err := w.SoundPath(t.Context(), id); err != nil || w.get(id).Missing {
		t.Errorf("it is back: %v", err)
	}
}
