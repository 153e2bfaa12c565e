package transcriber_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"parlando/app/problem"
	"parlando/app/transcripts/transcriber"
	"parlando/media/audio"
)

func TestWhatWasPaidIsNotAskedForAgainWhenItCannotBeReadForAMoment(t *testing.T) {
	said := speechOf(16, 2)
	w := newWorld(t, said)
	data := encode(t, audio.MP3, said)
	j := w.job(w.file("long.mp3", data))
	j.Limit = int64(len(data)) / 3
	text := w.write(j)
	w.paid()
	if kept, err := transcriber.Finished(j.Keep); err != nil || kept.Text != text.Text || kept.Responses != text.Responses {
		t.Errorf("its folder has %q, %v", kept.Text, err)
	}
	for _, name := range []string{"plan.json", "part-0002.json"} {
		path := filepath.Join(j.Keep, name)
		do(t, os.Rename(path, path+".real"))
		do(t, os.MkdirAll(filepath.Join(path, "in the way"), 0o700))
		_, err := w.Transcribe(t.Context(), j, nil)
		if kind := problem.From(err, "", w.now()).Kind; kind != problem.Storage || errors.Is(err, transcriber.ErrDamaged) {
			t.Errorf("%s: %q, %v", name, kind, err)
		}
		do(t, os.RemoveAll(path))
		do(t, os.Rename(path+".real", path))
		if again := w.write(j); again.Text != text.Text {
			t.Errorf("%s: another text", name)
		}
		if n := len(w.paid()); n != 0 {
			t.Errorf("%s: %d parts were asked for again", name, n)
		}
	}
}

func TestAKeptPartThatIsDamagedDoesNotBlameTheRecording(t *testing.T) {
	said := speechOf(4, 1)
	w := newWorld(t, said)
	j := w.job(w.file("short.wav", encode(t, audio.WAV, said)))
	text := w.write(j)
	w.paid()
	part, err := filepath.Glob(filepath.Join(j.Keep, "part*.json"))
	if err != nil || len(part) != 1 {
		t.Fatal(part, err)
	}
	do(t, os.WriteFile(part[0], []byte("{"), 0o600))
	if _, err := w.Transcribe(t.Context(), j, nil); err == nil || errors.Is(err, transcriber.ErrDamaged) {
		t.Errorf("the error is %v", err)
	}
	if again := w.write(j); again.Text != text.Text || len(w.paid()) != 1 {
		t.Error("that part is not asked for again")
	}
}

func do(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
