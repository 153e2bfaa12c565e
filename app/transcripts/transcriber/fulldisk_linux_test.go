package transcriber_test

import (
	"os"
	"testing"

	"parlando/app/internal/wholefile/wholefiletest"
	"parlando/app/problem"
	"parlando/client"
	"parlando/media/audio"
)

// Whichever file a full disk refuses before anything is asked, that is told, nothing is asked and
// no half file is left. For the answers see unsaved_test.go.
func TestOnAFullDiskNothingIsAsked(t *testing.T) {
	if !wholefiletest.Alone(t) {
		return
	}
	said := speechOf(2, 2)
	w := newWorld(t, said)
	for refused, c := range map[string]struct {
		format audio.Format // FLAC is converted, as no service takes it
		// untimed: the answers have no times, so that the pauses are measured.
		untimed bool
		// size is the largest that a file may have.
		size int
	}{
		"everything":         {audio.FLAC, true, 0},
		"the converted file": {audio.FLAC, true, 10_000},
		"the levels":         {audio.MP3, true, 100},
		"the plan":           {audio.MP3, false, 100},
	} {
		t.Run(refused, func(t *testing.T) {
			w.learned.format = ""
			if c.untimed {
				w.learned.format = string(client.TranscriptJSON)
			}
			j := w.job(w.file(refused, encode(t, c.format, said)))
			j.ExactTimes = c.untimed
			lift := wholefiletest.Limit(t, c.size)
			_, err := w.Transcribe(t.Context(), j, nil)
			lift()
			if problem.From(err, "", w.now()).Kind != problem.Storage || len(w.paid()) > 0 {
				t.Errorf("the error is %v", err)
			}
			if left, err := os.ReadDir(j.Keep); err != nil || len(left) > 0 {
				t.Errorf("left are %v, %v", left, err)
			}
			same(t, w.write(j).Text, said.Text())
			w.paid()
		})
	}
}
