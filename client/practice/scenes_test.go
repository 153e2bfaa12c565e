package practice

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/client"
	"parlando/client/practice/speechtest"
	"parlando/media/voice/voicetest"
)

// inScene is a gateway on a loopback socket whose address is that of a scene.
func inScene(t *testing.T, id string, o Options, known ...speechtest.Speech) *httptest.Server {
	t.Helper()
	_, server := listening(t, o, known...)
	server.URL += strings.TrimSuffix(sceneNamed(t, id).Path, "/v1")
	return server
}

func sceneNamed(t *testing.T, id string) Scene {
	t.Helper()
	i := slices.IndexFunc(Scenes(), func(s Scene) bool { return s.ID == id })
	if i < 0 {
		t.Fatalf("there is no scene %q", id)
	}
	return Scenes()[i]
}

// get is the answer at a path, decoded.
func get(t *testing.T, server *httptest.Server, path string, into any) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+Key)
	res, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || json.Unmarshal(body, into) != nil {
		t.Fatalf("%s, %v: %s", res.Status, err, body)
	}
	return res.StatusCode
}

const chatIDs = "practice-writer practice-eyes practice-hands practice-slow practice-trouble practice-strict"

// listedIDs are the models of each scene, in their order.
var listedIDs = map[string]string{
	EverydayScene: chatIDs + " tts-1 tts-1-hd practice-tts-mini practice-ears",
	SpecialSpeechScene: chatIDs + " tts-1 tts-1-hd practice-tts-mini practice-ears" +
		" practice-gpt-transcribe practice-ears-untimed practice-ears-diarize practice-ears-ending practice-tts-wav practice-tts-ended",
	NamesOnlyScene: chatIDs + " practice-speechwriter practice-tts-mini practice-orpheus practice-gpt-transcribe practice-whisper practice-ears",
	NoSpeechScene:  chatIDs,
}

func TestEverySceneListsItsModelsOverHTTP(t *testing.T) {
	// It is the 27th in UTC, the time of such dates.
	now := func() time.Time { return time.Date(2026, time.December, 28, 1, 30, 0, 0, time.FixedZone("", 2*60*60)) }
	ends := map[string]any{EndingTranscriptionModel: "2027-01-06", EndedVoiceModel: "2026-12-26"}
	for _, s := range Scenes() {
		t.Run(s.ID, func(t *testing.T) {
			server := inScene(t, s.ID, Options{Now: now})
			var list struct{ Data []map[string]any }
			get(t, server, "/v1/models", &list)
			var ids []string
			for _, m := range list.Data {
				id := m["id"].(string)
				ids = append(ids, id)
				var one map[string]any
				if status := get(t, server, "/v1/models/"+id, &one); status != 200 || len(one) != len(m) {
					t.Errorf("%s by itself: %d, %v", id, status, one)
				}
				if m["object"] != "model" || m["owned_by"] != "practice" || m["created"] == nil {
					t.Errorf("%v", m)
				}
				if namesOnly := s.ID == NamesOnlyScene; namesOnly != (len(m) == 4) || namesOnly == (m["description"] != nil) {
					t.Errorf("%v", m)
				}
				date, told := m["shutdown_date"]
				if told != (s.ID == SpecialSpeechScene) || date != ends[id] {
					t.Errorf("%s ends %v, told: %v", id, date, told)
				}
			}
			if got := strings.Join(ids, " "); got != listedIDs[s.ID] {
				t.Errorf("it lists %s\nand not %s", got, listedIDs[s.ID])
			}
		})
	}
}

func TestEverySceneIsReachedInMemory(t *testing.T) {
	transport := New(Options{TokenInterval: -1}).Transport()
	for _, s := range Scenes() {
		address, err := client.ParseAddress(s.Address())
		if err != nil || address.String() != s.Address() {
			t.Fatalf("%s: %v, %v", s.Address(), address, err)
		}
		c := client.New(client.Options{Address: address, Key: Key, Transport: transport})
		models, err := c.Models(t.Context())
		var ids []string
		for _, m := range models {
			ids = append(ids, m.ID)
			if s.ID == NamesOnlyScene && (m.Purpose != "" || m.Name != "" || m.Price != nil) {
				t.Errorf("%s is told more of than its name: %+v", s.ID, m)
			}
		}
		if got := strings.Join(ids, " "); (err != nil) != (s.ID == LiteralScene) || got != listedIDs[s.ID] {
			t.Errorf("%s: %v, %s", s.ID, err, got)
		}
		stream, err := c.Chat(t.Context(), client.ChatRequest{Model: WriterModel, OmitUsage: s.ID == LiteralScene, Messages: []client.Message{{Role: "user", Content: []client.ContentPart{{Text: "Hello"}}}}})
		if err != nil || !stream.Next() {
			t.Errorf("%s does not chat: %v", s.ID, err)
			continue
		}
		_ = stream.Close()
	}
	if Scenes()[0].Address() != Address {
		t.Error("the everyday scene is elsewhere")
	}
}

func TestAModelIsOnlyInItsScenes(t *testing.T) {
	sound := formPart{"file", "a.wav", string(asWAV(t, speechtest.Synthesize("Hello there. ")))}
	for _, c := range []struct {
		scene, model string
		says         string // of the refusal of speech or of a transcript, "" if it works
	}{
		{EverydayScene, TranscriptionModel, ""},
		{EverydayScene, UntimedTranscriptionModel, "`practice-ears-untimed` does not exist"},
		{EverydayScene, WhisperModel, "`practice-whisper` does not exist"},
		{SpecialSpeechScene, TranscriptionModel, ""},
		{SpecialSpeechScene, EndingTranscriptionModel, ""},
		{NamesOnlyScene, WhisperModel, ""},
		{NamesOnlyScene, GPTTranscriptionModel, ""},
		{NamesOnlyScene, TranscriptionModel, ""},
		{NamesOnlyScene, FailingModel + "/slow", ""},
		{NamesOnlyScene, "whisper-1", "`whisper-1` does not exist"},
		{NoSpeechScene, TranscriptionModel, "`practice-ears` is no longer available"},
	} {
		server := inScene(t, c.scene, Options{TokenInterval: -1})
		a := send(t, server, formPart{name: "model", value: c.model}, sound)
		if c.says == "" && a.status != 200 {
			t.Errorf("%s in %s: %d %s", c.model, c.scene, a.status, a.body)
		} else if c.says != "" {
			refusedWith(t, a, 404, "model", c.says)
		}
	}
	for scene, says := range map[string]string{NoSpeechScene: "`tts-1` is no longer available", NamesOnlyScene: "`tts-1` is no longer available"} {
		res := recite(t.Context(), t, inScene(t, scene, Options{}), reciting(), "")
		if f := refusedFor(t, res); res.StatusCode != 404 || f.Code != "model_not_found" || f.Param != "model" || !strings.Contains(f.Message, says) {
			t.Errorf("%s: %s, %+v", scene, res.Status, f)
		}
	}
	server := inScene(t, NamesOnlyScene, Options{TokenInterval: -1})
	res := recite(t.Context(), t, server, reciting("model", SpeechwriterModel), "")
	if f := refusedFor(t, res); res.StatusCode != 400 || f.Code != "model_not_supported" {
		t.Errorf("the speechwriter speaks: %s, %+v", res.Status, f)
	}
}

func TestPathsOutsideTheScenesAreUnknown(t *testing.T) {
	_, server := listening(t, Options{})
	for _, path := range []string{"/special-speech/models", "/special-speech", "/no-speech/v1", "/no-speech/v1/audio", "/nothing/v1/models", "/v1/no-speech/models"} {
		var got struct{ Error saidNo }
		if status := get(t, server, path, &got); status != 404 || got.Error.Code != "unknown_url" {
			t.Errorf("%s: %d, %+v", path, status, got)
		}
	}
}

func TestFaultsAndWhatWasHeardAreSharedByTheScenes(t *testing.T) {
	g := New(Options{TokenInterval: -1})
	known := speechtest.Synthesize(lighthouse)
	g.LearnSpeech(known.Samples, known.Rate, "en", known.Words)
	server := httptest.NewServer(g)
	defer server.Close()
	base := server.URL
	for _, scene := range []string{EverydayScene, SpecialSpeechScene, NamesOnlyScene} {
		server.URL = base + strings.TrimSuffix(sceneNamed(t, scene).Path, "/v1")
		if v := heardIn(t, sendFile(t, server, asWAV(t, known), "response_format", "verbose_json")); v.Text != lighthouse {
			t.Errorf("%s hears %q", scene, v.Text)
		}
		var one map[string]any
		if status := get(t, server, "/v1/models/practice-trouble%2F429-ms", &one); status != 200 {
			t.Errorf("%s: %d", scene, status)
		}
	}
	if err := g.InjectFault("503"); err != nil {
		t.Fatal(err)
	}
	var one map[string]any
	if status := get(t, server, "/v1/models", &one); status != 503 {
		t.Errorf("a fault of every path: %d", status)
	}
}

func TestAVoiceMayGiveOnlyRawSoundAndHaveVoicesOfItsOwn(t *testing.T) {
	voicetest.NeedsVoice(t)
	for scene, model := range map[string]string{SpecialSpeechScene: WAVVoiceModel, NamesOnlyScene: OrpheusModel} {
		server := inScene(t, scene, Options{})
		for _, c := range []struct {
			fields map[string]any
			param  string // of the refusal
			says   string
		}{
			{reciting("voice", "tara", "response_format", "wav"), "", "audio/wav"},
			{reciting("voice", "leah"), "", "audio/wav"}, // its own default
			{reciting("voice", "leo", "response_format", "pcm"), "", "audio/pcm; rate=24000; channels=1"},
			{reciting("voice", "dan", "response_format", "mp3"), "response_format", "These formats work: wav, pcm."},
			{reciting("voice", "tara", "response_format", "flac"), "response_format", "These formats work: wav, pcm."},
			{reciting("voice", "tara", "instructions", "Calmly."), "instructions", "'instructions' is not supported with this model"},
			{reciting("voice", "tara", "instructions", nil), "", "audio/wav"},
			{reciting("response_format", "wav"), "voice", "'tara', 'leah', 'leo' and 'dan'"},
		} {
			c.fields["model"] = model
			res := recite(t.Context(), t, server, c.fields, "")
			if c.param != "" {
				if f := refusedFor(t, res); res.StatusCode != 400 || f.Param != c.param || !strings.Contains(f.Message, c.says) {
					t.Errorf("%v: %s, %+v", c.fields, res.Status, f)
				}
				continue
			}
			if data := spoke(t, res); res.Header.Get("Content-Type") != c.says || len(data) < 1000 {
				t.Errorf("%v: %s, %d bytes", c.fields, res.Header.Get("Content-Type"), len(data))
			}
		}
	}
	server := inScene(t, SpecialSpeechScene, Options{})
	if data := spoke(t, recite(t.Context(), t, server, reciting("model", EndedVoiceModel), "")); len(data) < 1000 {
		t.Errorf("a date alone ends it: %d bytes", len(data))
	}
	// Neither its formats nor its voices are in the list: the refusal tells them.
	var m map[string]any
	get(t, server, "/v1/models/"+WAVVoiceModel, &m)
	if m["response_formats"] != nil || m["voices"] != nil {
		t.Errorf("%v", m)
	}
}
