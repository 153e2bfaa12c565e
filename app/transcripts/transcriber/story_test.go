package transcriber_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parlando/app/problem"
	"parlando/app/transcripts/transcriber"
	"parlando/media/audio"
)

func TestAFileBelowTheLimitIsSentAsItIsAndComesBackWithItsTimes(t *testing.T) {
	said := speechOf(4, 1)
	w := newWorld(t, said)
	var phases []transcriber.Phase
	j := w.job(w.file("wrong-name.txt", encode(t, audio.WAV, said)))
	text, err := w.Transcribe(t.Context(), j, func(p transcriber.Progress) {
		if n := len(phases); n == 0 || phases[n-1] != p.Phase {
			phases = append(phases, p.Phase)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	same(t, text.Text, said.Text())
	near(t, text.Lines, said.Words)
	if !text.Timed || len(text.Lines) != 4 || (text.Length-said.Duration()).Abs() > 1e7 || text.Covered < text.Length-2e9 || text.Language != "english" {
		t.Errorf("%+v", text)
	}
	if got := len(w.paid()); got != 1 {
		t.Errorf("%d requests", got)
	}
	if len(phases) != 3 || phases[2] != transcriber.Waiting {
		t.Errorf("phases %v", phases)
	}
}

func TestALongFileIsCutAndJoined(t *testing.T) {
	said := speechOf(16, 2)
	w := newWorld(t, said)
	for _, f := range []audio.Format{audio.MP3, audio.WAV} {
		data := encode(t, f, said)
		j := w.job(w.file("long."+string(f), data))
		// A WAV that fits when it is small is made small: this limit is below that.
		j.Limit = min(int64(len(data))/4, said.Duration().Milliseconds()*5)
		text := w.write(j)
		same(t, text.Text, said.Text())
		near(t, text.Lines, said.Words)
		sizes := w.paid()
		if len(sizes) < 4 {
			t.Errorf("%s: sent in %d parts", f, len(sizes))
		}
		for _, n := range sizes {
			if n > j.Limit+1000 { // the form is around it
				t.Errorf("%s: a part of %d bytes", f, n)
			}
		}
		// All of it is kept.
		again := w.write(j)
		if again.Text != text.Text || len(w.paid()) != 0 {
			t.Errorf("%s: asked for again", f)
		}
	}
}

func TestALargeWAVIsMadeSmallWhereThatAvoidsCutting(t *testing.T) {
	said := speechOf(4, 3)
	w := newWorld(t, said)
	data := encode(t, audio.WAV, said)
	j := w.job(w.file("large.wav", data))
	j.Limit = int64(len(data)) / 2
	text := w.write(j)
	same(t, text.Text, said.Text())
	near(t, text.Lines, said.Words)
	if sizes := w.paid(); len(sizes) != 1 || sizes[0] > j.Limit {
		t.Errorf("sent %v", sizes)
	}
	if now, err := os.ReadFile(j.Path); err != nil || string(now) != string(data) {
		t.Errorf("the original was changed: %v", err)
	}
}

func TestWhatTheServiceDoesNotTakeIsConverted(t *testing.T) {
	said := speechOf(3, 4)
	w := newWorld(t, said)
	for _, f := range []audio.Format{audio.FLAC, audio.Opus} {
		if data, ok := encodable(t, f, said); ok {
			text := w.write(w.job(w.file("voice.mp3", data)))
			same(t, text.Text, said.Text())
			near(t, text.Lines, said.Words)
			w.learned.limit = 0
		}
	}
}

func TestAPartThatIsTooLargeIsHalvedAndThatIsRemembered(t *testing.T) {
	said := speechOf(10, 5)
	w := newWorld(t, said)
	data := encode(t, audio.MP3, said)
	size := int64(len(data))
	for _, after := range []int{0, 2} { // at once, and when some parts are done
		w.learned.limit = 0
		j := w.job(w.file("long"+string(rune('0'+after))+".mp3", data))
		j.Limit = size / 3
		takes := j.Limit * 2 / 3
		w.fail(func(n int, rw http.ResponseWriter, r *http.Request) bool {
			if n <= after || r.ContentLength < takes {
				return false
			}
			http.Error(rw, `{"error":{"message":"Maximum content size limit exceeded"}}`, http.StatusRequestEntityTooLarge)
			return true
		})
		text := w.write(j)
		same(t, text.Text, said.Text())
		near(t, text.Lines, said.Words)
		if w.learned.limit == 0 || w.learned.limit > takes {
			t.Errorf("learned %d", w.learned.limit)
		}
		// A restart finds the same parts again.
		w.paid()
		if again := w.write(j); again.Text != text.Text || len(w.paid()) != 0 {
			t.Error("asked for again")
		}
	}
}

func TestOnlyWhatFailedIsSentAgain(t *testing.T) {
	said := speechOf(6, 6)
	w := newWorld(t, said)
	data := encode(t, audio.MP3, said)
	for name, c := range map[string]struct {
		fail func(rw http.ResponseWriter, r *http.Request)
		kind problem.Kind
	}{
		"upload": {func(_ http.ResponseWriter, r *http.Request) { drop(r, r.ContentLength/2) }, problem.Offline},
		"server": {func(rw http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			http.Error(rw, "", http.StatusInternalServerError)
		}, problem.ServerError},
		"key": {func(rw http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			http.Error(rw, `{"error":{"code":"invalid_api_key"}}`, http.StatusUnauthorized)
		}, problem.KeyRejected},
		"garbage": {func(rw http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			_, _ = io.WriteString(rw, `{"text":"half of`)
		}, problem.CutOff},
	} {
		j := w.job(w.file(name+".mp3", data))
		j.Limit = int64(len(data)) / 4
		w.fail(func(n int, rw http.ResponseWriter, r *http.Request) bool {
			if n != 3 {
				return false
			}
			c.fail(rw, r)
			return true
		})
		_, err := w.Transcribe(t.Context(), j, nil)
		if p := problem.From(err, "", w.now()); p.Kind != c.kind {
			t.Errorf("%s: %v is of kind %s", name, err, p.Kind)
		}
		first := w.paid()
		w.fail(nil)
		text := w.write(j)
		same(t, text.Text, said.Text())
		rest := w.paid()
		if name == "garbage" {
			first = first[:2]
		}
		if len(first) != 2 || len(first)+len(rest) != 6 && len(first)+len(rest) != 5 {
			t.Errorf("%s: %d and then %d parts", name, len(first), len(rest))
		}
	}
}

func TestAJobOnHoldLosesNothing(t *testing.T) {
	said := speechOf(6, 7)
	w := newWorld(t, said)
	data := encode(t, audio.MP3, said)
	j := w.job(w.file("held.mp3", data))
	j.Limit = int64(len(data)) / 2
	asked := 0
	j.Hold = func() bool { asked++; return asked == 2 }
	if _, err := w.Transcribe(t.Context(), j, nil); !errors.Is(err, transcriber.ErrPaused) || len(w.paid()) != 1 {
		t.Fatalf("got %v", err)
	}
	same(t, w.write(j).Text, said.Text())
	if n := len(w.paid()); n != 2 && n != 3 {
		t.Errorf("%d parts", n)
	}
}

func TestAFileThatIsNoSoundOrNotThereIsRefused(t *testing.T) {
	w := newWorld(t)
	damaged := encode(t, audio.FLAC, speechOf(2, 8))
	for i := 100; i < len(damaged); i++ {
		damaged[i] = 0x55
	}
	for path, want := range map[string]error{
		filepath.Join(w.dir, "nowhere.mp3"): transcriber.ErrMissing,
		w.dir:                               transcriber.ErrNoSound,
		w.file("empty.mp3", nil):            transcriber.ErrNoSound,
		w.file("text.mp3", []byte(strings.Repeat("no sound ", 50))):                                       transcriber.ErrNoSound,
		w.file("damaged.flac", damaged):                                                                   transcriber.ErrDamaged,
		w.file("frameless.mp3", append([]byte("ID3\x04\x00\x00\x00\x00\x00\x00"), make([]byte, 5000)...)): transcriber.ErrDamaged,
	} {
		j := w.job(path)
		j.Limit = 4000 // else the service may find out
		if _, err := w.Transcribe(t.Context(), j, nil); !errors.Is(err, want) {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
	}
	if _, err := w.Transcribe(t.Context(), transcriber.Job{Path: w.dir}, nil); !errors.Is(err, transcriber.ErrNoModel) {
		t.Errorf("without a model: %v", err)
	}
	if len(w.paid()) != 0 {
		t.Error("something was sent")
	}
}

func TestASoundThatCannotBeDecodedIsNamedBeforeAnythingIsSent(t *testing.T) {
	w := newWorld(t)
	unsupported := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "media", "audio", "testdata", "unsupported", name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for _, c := range []struct {
		name, format string
		data         []byte
	}{
		{"call.amr", "AMR", []byte("#!AMR\n" + strings.Repeat("\x3c\x55\x00\x11", 100))},
		{"call.wma", "Windows Media Audio", unsupported("sound.wma")},
		{"film.mkv", "Dolby AC-3", unsupported("ac3.mkv")},
		{"text.mp3", "", []byte(strings.Repeat("Only words, and no sound at all. ", 50))},
	} {
		path := w.file(c.name, c.data)
		_, estimate := w.Estimate(t.Context(), path, transcriber.Job{})
		_, write := w.Transcribe(t.Context(), w.job(path), nil)
		for _, err := range []error{estimate, write, transcriber.IsSound(path)} {
			p := problem.From(err, "", time.Time{})
			if !errors.Is(err, transcriber.ErrNoSound) || p.Kind != problem.NotSound || p.Format != c.format {
				t.Errorf("%s: %v, of %q", c.name, err, p.Format)
			}
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.count != 0 {
		t.Errorf("%d requests were sent", w.count)
	}
}

func TestARecordingOfAFewBytesIsRefusedAsEmpty(t *testing.T) {
	w := newWorld(t)
	data := make([]byte, 80) // 18 samples
	copy(data, "RIFF\x48\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x80\x3e\x00\x00\x00\x7d\x00\x00\x02\x00\x10\x00data\x24\x00\x00\x00")
	path := w.file("short.wav", data)
	_, estimate := w.Estimate(t.Context(), path, transcriber.Job{})
	for _, err := range []error{estimate, transcriber.IsSound(path)} {
		if p := problem.From(err, "", time.Time{}); p.Kind != problem.NothingHeard {
			t.Errorf("%v", err)
		}
	}
}

// What a service may take below the usual limit is named above it, where Parlando would have to cut
// it.
func TestALargeSoundThatCannotBeCutIsNamed(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct{ name, format, start string }{
		{"call.ogg", "Speex", "OggS\x00\x02" + strings.Repeat("\x00", 20) + "\x01\x50Speex   1.2.0" + strings.Repeat("\x00", 67)},
		{"memo.m4a", "Apple Lossless (ALAC)", ""},
	} {
		data := []byte(c.start)
		if c.start == "" {
			var err error
			if data, err = os.ReadFile(filepath.Join("..", "..", "..", "media", "audio", "testdata", "unsupported", "alac.m4a")); err != nil {
				t.Fatal(err)
			}
		}
		path := w.file(c.name, data)
		if err := os.Truncate(path, transcriber.DefaultLimit+1); err != nil {
			t.Fatal(err)
		}
		err := transcriber.IsSound(path)
		if p := problem.From(err, "", time.Time{}); !errors.Is(err, transcriber.ErrNoSound) || p.Format != c.format {
			t.Errorf("%s: %v, of %q", c.name, err, p.Format)
		}
	}
}

func TestAnMP3OfATelephoneMayBeOfAnyLength(t *testing.T) {
	w := newWorld(t)
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "media", "audio", "testdata", "speech-8000.mp3"))
	if err != nil {
		t.Fatal(err)
	}
	if err := transcriber.IsSound(w.file("long.mp3", bytes.Repeat(data, int(transcriber.DefaultLimit)/len(data)+1))); err != nil {
		t.Error(err)
	}
}

// A phone may keep its voice memos in a form that Parlando cannot decode and services can.
func TestASoundThatAServiceMayDecodeIsSentAsItIs(t *testing.T) {
	w := newWorld(t)
	for name, format := range map[string]string{"alac.m4a": "Apple Lossless (ALAC)", "yamaha.wav": "WAV with Yamaha ADPCM"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "media", "audio", "testdata", "unsupported", name))
		if err != nil {
			t.Fatal(err)
		}
		path := w.file(name, data)
		if e, err := w.Estimate(t.Context(), path, transcriber.Job{}); err != nil || e.Parts != 1 || e.Converts {
			t.Errorf("%s: %+v, %v", name, e, err)
		}
		before := w.count
		if _, err := w.Transcribe(t.Context(), w.job(path), nil); errors.Is(err, transcriber.ErrNoSound) || w.count == before {
			t.Errorf("%s: %v, with %d requests", name, err, w.count-before)
		}
		j := w.job(path)
		j.Limit, before = int64(len(data))-1, w.count
		_, err = w.Transcribe(t.Context(), j, nil)
		if p := problem.From(err, "", time.Time{}); !errors.Is(err, transcriber.ErrNoSound) || p.Format != format || w.count != before {
			t.Errorf("%s, too large: %v, of %q, with %d requests", name, err, p.Format, w.count-before)
		}
	}
}

func TestAFileThatIsAnotherNowBeginsAnew(t *testing.T) {
	one, two := speechOf(4, 9), speechOf(4, 10)
	w := newWorld(t, one, two)
	j := w.job(w.file("file.mp3", encode(t, audio.MP3, one)))
	j.Limit = 60_000
	same(t, w.write(j).Text, one.Text())
	w.file("file.mp3", encode(t, audio.MP3, two))
	same(t, w.write(j).Text, two.Text())
}
