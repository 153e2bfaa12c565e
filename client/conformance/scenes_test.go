package conformance

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared/constant"
)

// inScene is the official client with the address of a scene.
func inScene(path string) openai.Client {
	return sdk(option.WithBaseURL(strings.TrimSuffix(served.address, "/v1") + path + "/"))
}

// special is the scene with models that differ from the everyday ones.
func special() openai.Client { return inScene(names.Special.Path) }

func sceneCases() []testCase {
	// heardBy is the JSON of a transcript by a special model.
	heardBy := func(t *testing.T, q openai.AudioTranscriptionNewParams, model string) string {
		t.Helper()
		client := special()
		q.Model = model
		r, err := client.Audio.Transcriptions.New(t.Context(), q)
		if err != nil {
			t.Fatal(told(err))
		}
		return r.RawJSON()
	}
	refuses := func(t *testing.T, q openai.AudioTranscriptionNewParams, model, param, says string) {
		t.Helper()
		client := special()
		q.Model = model
		_, err := client.Audio.Transcriptions.New(t.Context(), q)
		if e := wantError(t, err, 400, param); !strings.Contains(e.Message, says) {
			t.Errorf("%q is not said in: %s", says, e.Message)
		}
	}
	recording := func(t *testing.T) openai.AudioTranscriptionNewParams { return hear(file(t, "speech.wav"), "a.wav") }
	long := func() openai.AudioTranscriptionNewParams { return hear(tone(8000, [2]float64{31, 0}), "a.wav") }
	return []testCase{
		{"scenes/shutdown-date", func(t *testing.T) {
			client := special()
			page, err := client.Models.List(t.Context())
			if err != nil {
				t.Fatal(told(err))
			}
			var ends []string
			for _, m := range page.Data {
				if m.JSON.ShutdownDate.Raw() == "" {
					t.Errorf("no date, and no null: %s", m.RawJSON())
				}
				if !m.ShutdownDate.IsZero() {
					ends = append(ends, m.ID)
				}
			}
			slices.Sort(ends)
			if !slices.Equal(ends, names.Special.Ends) {
				t.Errorf("these end: %s", ends)
			}
		}},
		{"scenes/names-only", func(t *testing.T) {
			client := inScene(names.NamesOnly)
			page, err := client.Models.List(t.Context())
			if err != nil || len(page.Data) == 0 {
				t.Fatal(told(err))
			}
			for _, m := range page.Data {
				if m.Object != "model" || m.Created <= 0 || m.OwnedBy == "" || len(m.JSON.ExtraFields) > 0 {
					t.Errorf("%s", m.RawJSON())
				}
			}
		}},
		{"scenes/speech-gone", func(t *testing.T) {
			client := inScene(names.NoSpeech)
			_, err := client.Audio.Speech.New(t.Context(), say(sentence))
			if e := wantError(t, err, 404, "model"); e.Code != "model_not_found" {
				t.Errorf("%s", e.RawJSON())
			}
		}},
		{"scenes/languages", func(t *testing.T) {
			q := recording(t)
			q.Languages, q.Keywords = []string{"no", "en"}, []string{"Parlando", "harbor"}
			client := special()
			q.Model = names.Special.Languages
			r, err := client.Audio.Transcriptions.New(t.Context(), q)
			if err != nil {
				t.Fatal(told(err))
			}
			if len(r.Languages) != 2 || r.Languages[0].Code != "no" || r.Languages[1].Code != "en" || r.Usage.Type != "duration" {
				t.Errorf("%s", r.RawJSON())
			}
		}},
		{"scenes/languages-refused", func(t *testing.T) {
			q := recording(t)
			q.Languages = []string{"nn"}
			refuses(t, q, names.Special.Languages, "languages", "'nn'")
			q = recording(t)
			q.Languages, q.Language = []string{"en"}, openai.String("en")
			refuses(t, q, names.Special.Languages, "language", "'languages'")
			q = recording(t)
			q.Keywords = []string{"a<b"}
			refuses(t, q, names.Special.Languages, "keywords", "'<'")
		}},
		{"scenes/without-times", func(t *testing.T) {
			q := recording(t)
			q.ResponseFormat = openai.AudioResponseFormatVerboseJSON
			refuses(t, q, names.Special.Untimed, "response_format", "Use 'json' or 'text' instead.")
			if said := heardBy(t, recording(t), names.Special.Untimed); !strings.Contains(said, `"text"`) {
				t.Error(said)
			}
		}},
		{"scenes/speakers", func(t *testing.T) {
			q := recording(t)
			q.ResponseFormat = openai.AudioResponseFormatDiarizedJSON
			// The Go SDK has no type for it.
			var got struct {
				Segments []struct{ Type, Speaker string }
			}
			if said := heardBy(t, q, names.Special.Speakers); json.Unmarshal([]byte(said), &got) != nil || len(got.Segments) == 0 || got.Segments[0].Speaker == "" || got.Segments[0].Type != "transcript.text.segment" {
				t.Error(said)
			}
			refuses(t, long(), names.Special.Speakers, "chunking_strategy", "required")
			q = long()
			q.ChunkingStrategy = openai.AudioTranscriptionNewParamsChunkingStrategyUnion{OfAuto: constant.ValueOf[constant.Auto]()}
			heardBy(t, q, names.Special.Speakers)
			q = long()
			q.ChunkingStrategy.OfAudioTranscriptionNewsChunkingStrategyVadConfig = &openai.AudioTranscriptionNewParamsChunkingStrategyVadConfig{Type: "server_vad"}
			heardBy(t, q, names.Special.Speakers)
			q = recording(t)
			q.Prompt = openai.String("Lamps")
			refuses(t, q, names.Special.Speakers, "prompt", "prompt")
		}},
		{"scenes/voices-of-its-own", func(t *testing.T) {
			client := special()
			q := say(sentence)
			q.Model, q.ResponseFormat = names.Special.Voice, "wav"
			_, err := client.Audio.Speech.New(t.Context(), q)
			wantError(t, err, 400, "voice")
			q.Voice = openai.AudioSpeechNewParamsVoiceUnion{OfString: openai.String(names.Special.VoiceName)}
			res, err := client.Audio.Speech.New(t.Context(), q)
			if err != nil {
				t.Fatal(told(err))
			}
			if kind := res.Header.Get("Content-Type"); kind != "audio/wav" {
				t.Error(kind)
			}
			_ = res.Body.Close()
			q.ResponseFormat = "mp3"
			_, err = client.Audio.Speech.New(t.Context(), q)
			if e := wantError(t, err, 400, "response_format"); !strings.Contains(e.Message, "wav, pcm") {
				t.Error(e.Message)
			}
		}},
	}
}
