package conformance

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

const sentence = "Please carry the blue boxes to the harbor before noon."

// say is a request for speech.
func say(text string) openai.AudioSpeechNewParams {
	return openai.AudioSpeechNewParams{
		Model: names.Speech[0], Input: text, Voice: openai.AudioSpeechNewParamsVoiceUnion{OfString: openai.String("alloy")},
	}
}

// spoken gives the sound of a request that must be answered.
func spoken(t *testing.T, q openai.AudioSpeechNewParams, more ...option.RequestOption) []byte {
	t.Helper()
	data, _, err := speak(t, q, more...)
	if err != nil {
		t.Fatal(told(err))
	}
	return data
}

func speak(t *testing.T, q openai.AudioSpeechNewParams, more ...option.RequestOption) ([]byte, *http.Response, error) {
	t.Helper()
	client := sdk()
	res, err := client.Audio.Speech.New(t.Context(), q, more...)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatalf("after %d bytes: %v", len(data), err)
	}
	return data, res, nil
}

// offered speaks in a format. One that the gateway cannot write must be refused with the formats
// that work.
func offered(t *testing.T, format string) (data []byte, refusal string) {
	t.Helper()
	q := say(sentence)
	q.ResponseFormat = openai.AudioSpeechNewParamsResponseFormat(format)
	data, _, err := speak(t, q)
	var e *openai.Error
	if !errors.As(err, &e) {
		if err != nil {
			t.Fatal(err)
		}
		return data, ""
	}
	wantError(t, err, 400, "response_format")
	if oneOf(format, "mp3", "wav", "flac", "pcm") || !strings.Contains(e.Message, "mp3") || !strings.Contains(e.Message, "wav") {
		t.Errorf("%s is refused: %s", format, e.Message)
	}
	return nil, e.Message
}

// length returns the length of a sound in seconds.
func length(t *testing.T, format string, data []byte) float64 {
	t.Helper()
	s, err := seconds(format, data)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func speechCases() []testCase {
	var all []testCase
	add := func(name string, run func(t *testing.T)) { all = append(all, testCase{"speech/" + name, run}) }
	refused := func(param string, more ...option.RequestOption) func(t *testing.T) {
		return func(t *testing.T) {
			_, _, err := speak(t, say("Hello."), more...)
			wantError(t, err, 400, param)
		}
	}
	pcm := func(t *testing.T, q openai.AudioSpeechNewParams) []byte {
		q.ResponseFormat = "pcm"
		return spoken(t, q)
	}

	add("default-is-mp3", func(t *testing.T) {
		data, res, err := speak(t, say(sentence))
		if err != nil {
			t.Fatal(told(err))
		}
		if s := length(t, "mp3", data); s < 1 || s > 20 {
			t.Errorf("%v seconds", s)
		}
		if kind := res.Header.Get("Content-Type"); kind != "audio/mpeg" {
			t.Errorf("Content-Type %q", kind)
		}
	})
	for _, format := range []string{"mp3", "opus", "aac", "flac", "wav", "pcm"} {
		add("format-"+format, func(t *testing.T) {
			data, refusal := offered(t, format)
			if refusal != "" {
				remark(t, "refused, and clearly: "+refusal)
				return
			}
			want, have := length(t, "pcm", pcm(t, say(sentence))), length(t, format, data)
			if have != -1 && (have < want*0.95-0.1 || have > want*1.05+0.2) {
				t.Errorf("%.2f seconds, as pcm %.2f", have, want)
			}
		})
	}
	for _, voice := range []string{"alloy", "echo", "fable", "onyx", "nova", "shimmer"} {
		add("voice-"+voice, func(t *testing.T) {
			q := say(sentence)
			q.Voice.OfString = openai.String(voice)
			if s := length(t, "pcm", pcm(t, q)); s < 1 {
				t.Errorf("%v seconds", s)
			}
		})
	}
	add("voices-differ", func(t *testing.T) {
		heard := map[string]timbre{}
		for _, voice := range []string{"alloy", "echo", "fable", "onyx", "nova", "shimmer"} {
			q := say(sentence)
			q.Voice.OfString = openai.String(voice)
			have := timbreOf(pcm(t, q))
			for other, had := range heard {
				if !have.unlike(had) {
					t.Errorf("%s sounds like %s: %.0f and %.0f", voice, other, have, had)
				}
			}
			heard[voice] = have
		}
	})
	for i, model := range names.Speech {
		add([]string{"model-tts-1", "model-tts-1-hd", "model-smaller"}[i], func(t *testing.T) {
			q := say(sentence)
			q.Model = model
			if s := length(t, "pcm", pcm(t, q)); s < 1 {
				t.Errorf("%v seconds", s)
			}
		})
	}
	add("speed", func(t *testing.T) {
		last := 0.0
		for _, speed := range []float64{4, 2, 1, 0.5, 0.25} {
			q := say(sentence)
			q.Speed = openai.Float(speed)
			s := length(t, "pcm", pcm(t, q))
			if s <= last*1.2 {
				t.Errorf("at %v it takes %.2f seconds, twice as fast %.2f", speed, s, last)
			}
			last = s
		}
	})
	add("speed-one-is-default", func(t *testing.T) {
		q := say(sentence)
		q.Speed = openai.Float(1)
		if a, b := len(pcm(t, say(sentence))), len(pcm(t, q)); a != b {
			t.Errorf("%d and %d bytes", a, b)
		}
	})
	add("speed-low", refused("speed", setJSON("speed", 0.24)))
	add("speed-high", refused("speed", setJSON("speed", 4.01)))
	add("speed-type", refused("speed", setJSON("speed", "fast")))
	add("input-empty", refused("input", setJSON("input", "")))
	add("input-missing", refused("input", option.WithJSONDel("input")))
	add("input-type", refused("input", setJSON("input", 5)))
	add("input-4097", refused("input", setJSON("input", strings.Repeat("a ", 2048)+"b")))
	add("input-4096", func(t *testing.T) {
		needVoice(t)
		// Characters, not bytes: these are two bytes each in half of the places.
		q := say(strings.Repeat("é à ", 1024))
		q.Speed = openai.Float(4)
		if s := length(t, "mp3", spoken(t, q)); s < 5 {
			t.Errorf("%v seconds", s)
		}
	})
	add("input-any-script", func(t *testing.T) {
		spoken(t, say("Grüße, 世界, مرحبا, 👩‍👩‍👧‍👦 <b>&amp;</b> \"quoted\" $(id) -v --help"))
	})
	add("input-of-signs", func(t *testing.T) { spoken(t, say("…!?")) })
	add("input-like-a-flag", func(t *testing.T) { spoken(t, say("--version")) })
	add("voice-unknown", refused("voice", setJSON("voice", "nobody")))
	add("voice-missing", refused("voice", option.WithJSONDel("voice")))
	add("voice-type", refused("voice", setJSON("voice", 5)))
	add("format-unknown", refused("response_format", setJSON("response_format", "midi")))
	add("format-type", refused("response_format", setJSON("response_format", 5)))
	add("model-missing", refused("model", option.WithJSONDel("model")))
	add("model-of-another-kind", refused("model", setJSON("model", names.Chat)))
	add("model-unknown", func(t *testing.T) {
		_, _, err := speak(t, say("Hello."), setJSON("model", "no-such-model"))
		wantError(t, err, http.StatusNotFound, "model")
	})
	add("fields-of-others", func(t *testing.T) {
		q := say(sentence)
		q.Instructions, q.StreamFormat = openai.String("Kindly."), "audio"
		spoken(t, q, setJSON("some_new_field", 1))
	})
	add("null-values", func(t *testing.T) {
		spoken(t, say(sentence), setJSON("speed", nil), setJSON("response_format", nil))
	})
	add("streamed", func(t *testing.T) {
		needVoice(t)
		client := sdk()
		q := say(strings.Repeat(sentence+" ", 30))
		q.ResponseFormat = "wav"
		res, err := client.Audio.Speech.New(t.Context(), q)
		if err != nil {
			t.Fatal(told(err))
		}
		defer res.Body.Close()
		if res.ContentLength != -1 || len(res.TransferEncoding) == 0 {
			t.Errorf("the whole length is known at once: %d, %v", res.ContentLength, res.TransferEncoding)
		}
		pieces, buf := 0, make([]byte, 1<<20)
		for {
			n, err := res.Body.Read(buf)
			if n > 0 {
				pieces++
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if pieces < 5 {
			t.Errorf("%d pieces", pieces)
		}
	})
	add("left-early", func(t *testing.T) {
		client := sdk()
		res, err := client.Audio.Speech.New(t.Context(), say(strings.Repeat(sentence+" ", 50)))
		if err != nil {
			t.Fatal(told(err))
		}
		if _, err := io.ReadFull(res.Body, make([]byte, 100)); err != nil {
			t.Error(err)
		}
		_ = res.Body.Close()
		spoken(t, say(sentence))
	})
	add("request-id", func(t *testing.T) {
		_, res, err := speak(t, say(sentence))
		if err != nil {
			t.Fatal(told(err))
		}
		if res.Header.Get("X-Request-Id") == "" {
			t.Errorf("no id in %v", res.Header)
		}
	})
	return all
}

// played reports whether recordings are played in place of a voice, because this computer has none
// that speaks (docs/gateway.md 10): then not every text can be heard again.
var played = sync.OnceValue(func() bool {
	client := sdk()
	res, err := client.Audio.Speech.New(context.Background(), say("Hello."))
	if err != nil {
		return false
	}
	defer res.Body.Close()
	return res.Header.Get("X-Practice-Voice") == "recorded"
})

// needVoice leaves a case out that asks for more than a recording.
func needVoice(t *testing.T) {
	t.Helper()
	if played() {
		leaveOut(t, "this computer has no voice, and a recording is as long as it is")
	}
}
