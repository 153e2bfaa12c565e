package practice

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/client/practice/speechtest"
	"parlando/media/audio"
	"parlando/media/voice/voicetest"
)

// spokenBy asks the gateway to speak.
func spokenBy(t testing.TB, server *httptest.Server, voice, format, text string) []byte {
	t.Helper()
	res := recite(t.Context(), t, server, map[string]any{"model": VoiceModel, "voice": voice, "response_format": format, "input": text}, "")
	data, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != 200 {
		t.Fatalf("%s, %v: %s", res.Status, err, data)
	}
	return data
}

// heardSound is a file as samples.
func heardSound(t testing.TB, data []byte) speechtest.Speech {
	t.Helper()
	s, err := samplesOf(data)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func samplesOf(data []byte) (speechtest.Speech, error) {
	d, err := audio.NewDecoder(strings.NewReader(string(data)))
	if err != nil {
		return speechtest.Speech{}, err
	}
	s := speechtest.Speech{Rate: d.Rate()}
	d = audio.Mono(d)
	for samples := make([]float32, 4096); ; {
		n, err := d.Read(samples)
		s.Samples = append(s.Samples, samples[:n]...)
		if errors.Is(err, io.EOF) {
			return s, nil
		}
		if err != nil {
			return s, err
		}
	}
}

func TestWhatTheGatewayReadAloudItWritesDown(t *testing.T) {
	voicetest.NeedsVoice(t)
	_, server := listening(t, Options{TokenInterval: -1})
	voices := []string{"alloy", "echo", "fable", "onyx", "nova", "shimmer"}
	dice := rand.New(rand.NewPCG(3, 4))
	type spokenText struct {
		text string
		wav  speechtest.Speech
	}
	var all []spokenText
	texts := 20
	if speechtest.RaceEnabled {
		texts = 10
	}
	for i := range texts {
		text := fmt.Sprintf("Page %d of the book is about %s, and it begins slowly. The next one is about %s & %s.", i+1, practiced[i], practiced[19-i], practiced[(i+7)%20])
		all = append(all, spokenText{text, heardSound(t, spokenBy(t, server, voices[i%6], "wav", text))})
	}
	for i, s := range all {
		if speechtest.RaceEnabled && i%5 > 0 {
			continue
		}
		for _, f := range []audio.Format{audio.WAV, audio.MP3} {
			v := heardIn(t, sendFile(t, server, encoded(t, f, s.wav), "response_format", "verbose_json"))
			if v.Text != s.text {
				t.Errorf("%s, %d: %q is not %q", f, i, v.Text, s.text)
			}
			for _, segment := range v.Segments {
				if segment.End > v.Duration+0.001 || segment.Start >= segment.End {
					t.Errorf("%s, %d: %+v of %v s", f, i, segment, v.Duration)
				}
			}
			length := 2*time.Second + time.Duration(dice.Float64()*float64(s.wav.Duration()-2*time.Second))
			from := time.Duration(dice.Float64() * float64(s.wav.Duration()-length))
			part := heardIn(t, sendFile(t, server, encoded(t, f, s.wav.Cut(from, from+length)), "response_format", "verbose_json"))
			// The words of the part are those that the whole has between its ends, at the same
			// times, but for one at each end.
			var want []string
			for _, w := range v.Words {
				if w.Start > from.Seconds()+0.05 && w.End < (from+length).Seconds()-0.05 {
					want = append(want, w.Word)
				}
			}
			var got []string
			for _, w := range part.Words {
				got = append(got, w.Word)
			}
			at := indexOf(got, want)
			if len(want) > 4 && at < 0 {
				at = indexOf(got, want[1:len(want)-1])
			}
			if at < 0 || len(got) > len(want)+4 {
				t.Errorf("%s, %d from %v for %v: %q, not %q", f, i, from, length, got, want)
			}
		}
	}
	// Voices that were not heard say nothing that is known.
	_, theirs := listening(t, Options{TokenInterval: -1})
	for i, text := range []string{
		"When the winter came, we closed the upper rooms and lived beside the stove.",
		"The committee met for the fourth time without a chair or a table.",
		"Somebody has painted the fence blue, and I would like to know who it was.",
		"Listen to the bell, and tell me when you hear nothing more.",
		"It only takes one loud cricket to fill a quiet house.",
	} {
		v := heardIn(t, sendFile(t, server, spokenBy(t, theirs, voices[i], "wav", text), "response_format", "verbose_json"))
		if len(v.Words) > 0 || !strings.Contains(v.Text, "Connect a service") {
			t.Errorf("%q was heard as %q", text, v.Text)
		}
	}
}

// indexOf returns the index at which a list begins in another, -1 if it does not.
func indexOf(all, some []string) int {
	for i := range len(all) - len(some) + 1 {
		if slices.Equal(all[i:i+len(some)], some) {
			return i
		}
	}
	return -1
}

// practiced are twenty words.
var practiced = strings.Fields("rain bread glass winter money paper thunder cotton silver mornings gardens letters copper music marble stations butter shadows engines laughter")
