package practice

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlando/assets/spoken"
	"parlando/client/practice/speechtest"
	"parlando/media/audio"
	"parlando/media/voice"
)

// shippedRecording is a recording that ships with the program, with its words at their times.
type shippedRecording struct {
	spoken.Recording
	file   []byte
	speech speechtest.Speech
}

// allShipped are the recordings, which are decoded once for all tests. Nobody changes their
// samples.
func allShipped(t testing.TB) []shippedRecording {
	t.Helper()
	all, err := decodedOnce()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var decodedOnce = sync.OnceValues(readShipped)

func readShipped() ([]shippedRecording, error) {
	var all []shippedRecording
	for _, r := range spoken.Recordings() {
		file := spoken.Sound(r.Name)
		if file == nil {
			return nil, fmt.Errorf("%s is missing", r.Name)
		}
		speech, err := samplesOf(file)
		if err != nil {
			return nil, err
		}
		for _, w := range spoken.Words(r.Name) {
			speech.Words = append(speech.Words, voice.Word(w))
		}
		all = append(all, shippedRecording{r, file, speech})
	}
	return all, nil
}

// beginning is a speech up to the end of one of its sentences, counted from 1, and a moment of the
// silence behind it.
func beginning(s speechtest.Speech, sentences int) speechtest.Speech {
	for _, w := range s.Words {
		if w.EndsSentence {
			sentences--
		}
		if sentences == 0 {
			return s.Cut(0, w.End+100*time.Millisecond)
		}
	}
	return s
}

// late is the largest allowed difference from the true time.
const late = 300 * time.Millisecond

// unlike returns the difference between a transcript and the known words of the sound: every word
// in order, but edge ones at both ends, and every sentence at its time. "" is none.
func unlike(v verbose, want speechtest.Speech, edge int) string {
	var said []string
	for _, w := range want.Words {
		said = append(said, bare(w.Text))
	}
	var got []string
	for _, w := range v.Words {
		got = append(got, w.Word)
	}
	if strings.Contains(v.Text, "[Practice") {
		return fmt.Sprintf("not understood: %q", v.Text)
	}
	found, skip := false, 0
	for i := range edge + 1 {
		for j := range edge + 1 {
			for a := range min(edge+1, len(got)+1) {
				for b := range min(edge+1, len(got)-a+1) {
					if !found && i+j <= len(said) && slices.Equal(got[a:len(got)-b], said[i:len(said)-j]) {
						found, skip = true, i-a
					}
				}
			}
		}
	}
	if !found {
		return fmt.Sprintf("heard %q\n instead of %q", got, said)
	}
	for i, w := range v.Words {
		if n := i + skip; n >= 0 && n < len(want.Words) {
			d := time.Duration((w.Start+w.End)/2*float64(time.Second)) - (want.Words[n].Start+want.Words[n].End)/2
			if d.Abs() > late {
				return fmt.Sprintf("%q is %v away from where it is said", w.Word, d)
			}
		}
	}
	// Each segment begins with a word and ends with one.
	for _, s := range v.Segments {
		at := func(near float64, time func(verboseWord) float64) bool {
			return slices.ContainsFunc(v.Words, func(w verboseWord) bool { return math.Abs(time(w)-near) < 0.001 })
		}
		if !at(s.Start, func(w verboseWord) float64 { return w.Start }) || !at(s.End, func(w verboseWord) float64 { return w.End }) {
			return fmt.Sprintf("the segment %+v is at no word", s)
		}
	}
	return ""
}

func hearFile(t testing.TB, server *httptest.Server, data []byte) verbose {
	t.Helper()
	return heardIn(t, sendFile(t, server, data, "response_format", "verbose_json"))
}

func TestTheShippedRecordingsAreTranscribedTruly(t *testing.T) {
	_, server := listening(t, Options{})
	languages := map[string]string{"en": "english", "es": "spanish"}
	for _, r := range allShipped(t) {
		if d := r.speech.Duration(); d < 20*time.Second || d > 40*time.Second {
			t.Errorf("%s lasts %v", r.Name, d)
		}
		if len(r.file) > 160_000 {
			t.Errorf("%s has %d bytes", r.Name, len(r.file))
		}
		v := hearFile(t, server, r.file)
		if v.Text != r.speech.Text() || len(v.Text) < 200 || v.Language != languages[r.Language] {
			t.Errorf("%s: %s, %q", r.Name, v.Language, v.Text)
		}
		if bad := unlike(v, r.speech, 0); bad != "" {
			t.Errorf("%s: %s", r.Name, bad)
		}
		// The sound itself tells that the times are right: a sentence begins after silence, and
		// ends before silence.
		for _, s := range v.Segments {
			if !r.silent(s.Start-0.3, s.Start-0.1) || r.silent(s.Start, s.Start+0.3) {
				t.Errorf("%s: nobody begins to speak at %v: %q", r.Name, s.Start, s.Text)
			}
			if !r.silent(s.End+0.1, s.End+0.3) || r.silent(s.End-0.3, s.End) {
				t.Errorf("%s: nobody ends at %v: %q", r.Name, s.End, s.Text)
			}
			if !strings.ContainsAny(s.Text[len(s.Text)-1:], ".?") {
				t.Errorf("%s: no sentence: %q", r.Name, s.Text)
			}
		}
	}
}

// silent reports whether nothing is heard between two moments, in seconds.
func (r shippedRecording) silent(from, to float64) bool {
	rate := float64(r.speech.Rate)
	loudest := float32(0)
	for _, x := range r.speech.Samples[max(int(from*rate), 0):min(int(to*rate), len(r.speech.Samples))] {
		loudest = max(loudest, x, -x)
	}
	return loudest < 0.02
}

func TestPartsOfTheShippedRecordingsAreTranscribedTruly(t *testing.T) {
	_, server := listening(t, Options{})
	dice := rand.New(rand.NewPCG(5, 1))
	for _, r := range allShipped(t) {
		// Anywhere.
		parts, cuts := 20, []int{len(r.file) / 3, len(r.file) / 2, len(r.file) * 4 / 5}
		if speechtest.RaceEnabled {
			parts, cuts = 4, cuts[1:2]
		}
		for range parts {
			length := 3*time.Second + time.Duration(dice.Float64()*float64(12*time.Second))
			from := time.Duration(dice.Float64() * float64(r.speech.Duration()-length))
			part := r.speech.Cut(from, from+length)
			if bad := unlike(hearFile(t, server, asWAV(t, part)), part, 1); bad != "" {
				t.Errorf("%s, %v from %v: %s", r.Name, length, from, bad)
			}
		}
		// The bytes of the file, cut in two: a decoder finds the next frame by itself.
		for _, at := range cuts {
			first, second := hearFile(t, server, r.file[:at]), hearFile(t, server, r.file[at:])
			both := strings.Join(slices.Concat(strings.Fields(first.Text), strings.Fields(second.Text)), " ")
			if missing := len(strings.Fields(r.speech.Text())) - len(strings.Fields(both)); missing < 0 || missing > 1 || !strings.HasPrefix(r.speech.Text(), first.Text) || !strings.HasSuffix(r.speech.Text(), second.Text) {
				t.Errorf("%s, cut at %d: %q and %q", r.Name, at, first.Text, second.Text)
			}
		}
	}
}

func TestTheShippedRecordingsAreTranscribedInEveryFormat(t *testing.T) {
	_, server := listening(t, Options{})
	all := allShipped(t)
	for _, r := range all {
		said := r.speech
		if speechtest.RaceEnabled {
			said = beginning(said, 2)
		}
		for _, c := range []struct {
			format audio.Format
			rate   int
		}{
			{audio.WAV, 8000}, {audio.WAV, 11025}, {audio.WAV, 16000}, {audio.WAV, 44100}, {audio.WAV, 48000}, {audio.MP3, 16000}, {audio.MP3, 44100},
		} {
			if bad := unlike(hearFile(t, server, encoded(t, c.format, said.Resample(c.rate))), said, 0); bad != "" {
				t.Errorf("%s as %s at %d Hz: %s", r.Name, c.format, c.rate, bad)
			}
		}
		// A service takes neither of these; a program makes another format of them first.
		for _, f := range []audio.Format{audio.FLAC, audio.AAC} {
			s := heardSound(t, encoded(t, f, said.Resample(44100)))
			if bad := unlike(hearFile(t, server, asWAV(t, s)), said, 0); bad != "" {
				t.Errorf("%s by way of %s: %s", r.Name, f, bad)
			}
		}
		if speechtest.RaceEnabled {
			break
		}
	}
	// What another program made of them.
	for i, name := range []string{"pear-tree.m4a", "mariposas.webm"} {
		file, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if bad := unlike(hearFile(t, server, file), all[i].speech, 0); bad != "" {
			t.Errorf("%s: %s", name, bad)
		}
	}
}

// microphone is a sound as a microphone hears it: at 16 kHz, in 16 bits, at another loudness, with
// noise that is so many dB below full scale, and with a while before and after in which nobody
// speaks.
func microphone(s speechtest.Speech, loudness, noise float64, before, after time.Duration, dice *rand.Rand) speechtest.Speech {
	s = s.Resample(16000)
	silence := func(d time.Duration) speechtest.Speech {
		return speechtest.Speech{Rate: s.Rate, Samples: make([]float32, int(d.Seconds()*float64(s.Rate)))}
	}
	s = silence(before).Append(0, s).Append(0, silence(after))
	return s.Map(func(x float32) float32 {
		heard := float64(x)*loudness + dice.NormFloat64()*math.Pow(10, noise/20)
		return float32(math.Round(max(min(heard, 1), -1)*32767) / 32768)
	})
}

func TestTheShippedRecordingsAreTranscribedThroughAMicrophone(t *testing.T) {
	_, server := listening(t, Options{})
	dice := rand.New(rand.NewPCG(7, 3))
	for _, r := range allShipped(t) {
		for _, c := range []struct{ loudness, noise float64 }{
			{1, -30}, {0.5, -36}, {0.1, -50}, {0.02, -66}, {4, -30},
		} {
			if speechtest.RaceEnabled && c.loudness != 0.5 {
				continue
			}
			s := microphone(r.speech, c.loudness, c.noise, 1700*time.Millisecond, 2300*time.Millisecond, dice)
			if bad := unlike(hearFile(t, server, asWAV(t, s)), s, 0); bad != "" {
				t.Errorf("%s, loudness %v, noise at %v dB: %s", r.Name, c.loudness, c.noise, bad)
			}
			// What is dictated in one breath, and what a microphone catches of the middle.
			part := microphone(r.speech.Cut(9*time.Second, 16*time.Second), c.loudness, c.noise, 800*time.Millisecond, 1200*time.Millisecond, dice)
			if bad := unlike(hearFile(t, server, asWAV(t, part)), part, 1); bad != "" {
				t.Errorf("%s in part, loudness %v, noise at %v dB: %s", r.Name, c.loudness, c.noise, bad)
			}
		}
	}
}

func TestOneRecordingAfterTheOtherIsHeardAsBoth(t *testing.T) {
	_, server := listening(t, Options{})
	all := allShipped(t)
	both := all[0].speech.Append(time.Second, all[1].speech)
	if bad := unlike(hearFile(t, server, asWAV(t, both)), both, 0); bad != "" {
		t.Error(bad)
	}
}
