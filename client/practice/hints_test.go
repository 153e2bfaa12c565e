package practice

import (
	"encoding/json"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"parlando/client/practice/speechtest"
)

func TestGPTTranscribeTakesLanguagesAndIgnoresLanguage(t *testing.T) {
	known := speechtest.Synthesize(lighthouse)
	quiet := speechtest.Speech{Rate: 8000, Samples: make([]float32, 16000)}
	server := inScene(t, SpecialSpeechScene, Options{}, known)
	const one, two = `[{"code":"de"}]`, `[{"code":"no"},{"code":"en"}]`
	for name, c := range map[string]struct {
		sound     speechtest.Speech
		fields    []string
		text      string
		languages string
		param     string // of the refusal
		says      string
	}{
		"no hint":             {known, nil, lighthouse, `[{"code":"en"}]`, "", ""},
		"language is ignored": {known, []string{"language", "de"}, lighthouse, `[{"code":"en"}]`, "", ""},
		"no language at all":  {known, []string{"language", "klingon"}, lighthouse, `[{"code":"en"}]`, "", ""},
		"unknown fields":      {known, []string{"bogus", "x", "prompt", "Lamps"}, lighthouse, `[{"code":"en"}]`, "", ""},
		"a hint":              {known, []string{"languages", "de"}, lighthouse, one, "", ""},
		"a hint in brackets":  {known, []string{"languages[]", "de"}, lighthouse, one, "", ""},
		"two hints":           {known, []string{"languages[]", "no", "languages[]", "en"}, lighthouse, two, "", ""},
		"two hints repeated":  {known, []string{"languages", "no", "languages", "en"}, lighthouse, two, "", ""},
		"keywords":            {known, []string{"keywords[]", "Ostermann", "keywords[]", "Parlando"}, lighthouse, `[{"code":"en"}]`, "", ""},
		"silence":             {quiet, nil, "", `[]`, "", ""},
		"silence with a hint": {quiet, []string{"languages", "de"}, "", one, "", ""},
		"Nynorsk":             {known, []string{"languages[]", "nn"}, "", "", "languages", "'nn'"},
		"the second hint":     {known, []string{"languages[]", "en", "languages[]", "yo"}, "", "", "languages", "'yo'"},
		"an array":            {known, []string{"languages", `["no"]`}, "", "", "languages", `'["no"]'`},
		"a list":              {known, []string{"languages", "no,en"}, "", "", "languages", "'no,en'"},
		"an empty hint":       {known, []string{"languages", ""}, "", "", "languages", "empty"},
		"both":                {known, []string{"language", "en", "languages", "en"}, "", "", "language", "'languages'"},
		"keyword <":           {known, []string{"keywords", "a<b"}, "", "", "keywords", "'<'"},
		"keyword >":           {known, []string{"keywords[]", "fine", "keywords[]", "b>"}, "", "", "keywords", "'>'"},
		"keyword CR":          {known, []string{"keywords[]", "a\rb"}, "", "", "keywords", "line break"},
		"keyword LF":          {known, []string{"keywords[]", "a\nb"}, "", "", "keywords", "line break"},
		"times":               {known, []string{"response_format", "verbose_json"}, "", "", "response_format", "response_format 'verbose_json' is not compatible with model 'practice-gpt-transcribe'. Use 'json' or 'text' instead."},
		"subtitles":           {known, []string{"response_format", "srt"}, "", "", "response_format", "Use 'json' or 'text' instead."},
		"speakers":            {known, []string{"response_format", "diarized_json"}, "", "", "response_format", "Use 'json' or 'text' instead."},
		"times of words":      {known, []string{"timestamp_granularities[]", "word"}, "", "", "timestamp_granularities", "verbose_json"},
	} {
		a := heardBy(t, server, GPTTranscriptionModel, c.sound, c.fields...)
		if c.param != "" {
			refusedWith(t, a, 400, c.param, c.says)
			continue
		}
		var got struct {
			Text      string
			Languages json.RawMessage
			Usage     struct {
				Type    string
				Seconds int
			}
			Segments any
		}
		if err := json.Unmarshal(a.body, &got); err != nil || a.status != 200 || got.Text != c.text || string(got.Languages) != c.languages ||
			got.Usage.Type != "duration" || got.Usage.Seconds != int((c.sound.Duration()+time.Second-1)/time.Second) || got.Segments != nil {
			t.Errorf("%s: %d, %v, %s", name, a.status, err, a.body)
		}
	}
	for text, sound := range map[string]speechtest.Speech{lighthouse: known, "": quiet} {
		if a := heardBy(t, server, GPTTranscriptionModel, sound, "response_format", "text"); string(a.body) != text+"\n" {
			t.Errorf("%d %q", a.status, a.body)
		}
	}
}

func TestHintsAreOutsideTheFieldsOfOtherModels(t *testing.T) {
	known := speechtest.Synthesize(lighthouse)
	server := inScene(t, SpecialSpeechScene, Options{}, known)
	for _, model := range []string{TranscriptionModel, UntimedTranscriptionModel} {
		a := heardBy(t, server, model, known, "languages", "nn", "keywords", "<", "prompt", "Lamps", "chunking_strategy", "?", "language", "de")
		if a.status != 200 || strings.Contains(string(a.body), "languages") {
			t.Errorf("%s: %d %s", model, a.status, a.body)
		}
	}
	if len(strings.Fields(hintedLanguages)) != 63 {
		t.Error(len(strings.Fields(hintedLanguages)))
	}
}

func TestAModelMayHaveNoTimes(t *testing.T) {
	known := speechtest.Synthesize(lighthouse)
	server := inScene(t, SpecialSpeechScene, Options{}, known)
	for _, format := range []string{"", "json", "text", "srt", "vtt", "verbose_json", "diarized_json", "yaml"} {
		var fields []string
		if format != "" {
			fields = []string{"response_format", format}
		}
		a := heardBy(t, server, UntimedTranscriptionModel, known, fields...)
		switch format {
		case "text":
			if a.status != 200 || string(a.body) != lighthouse+"\n" {
				t.Errorf("%s: %d %s", format, a.status, a.body)
			}
		case "", "json":
			if got := decoded(t, a); got["text"] != lighthouse || len(got) != 2 {
				t.Errorf("%q: %s", format, a.body)
			}
		default:
			refusedWith(t, a, 400, "response_format", "'"+format+"' is not compatible with model 'practice-ears-untimed'. Use 'json' or 'text' instead.")
		}
	}
	if a := heardBy(t, server, UntimedTranscriptionModel, known, "language", "de"); a.status != 200 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestAModelMayTellWhoSpeaks(t *testing.T) {
	known := speechtest.Synthesize(lighthouse)
	short := speechtest.Speech{Rate: 8000, Samples: make([]float32, 30*8000)}
	long := speechtest.Speech{Rate: 8000, Samples: make([]float32, 31*8000)}
	server := inScene(t, SpecialSpeechScene, Options{}, known)
	for name, c := range map[string]struct {
		sound  speechtest.Speech
		fields []string
		param  string // of the refusal
		says   string
	}{
		"30 seconds":      {short, nil, "", ""},
		"31 seconds":      {long, nil, chunking, "chunking_strategy is required for diarization models"},
		"in parts":        {long, []string{chunking, "auto"}, "", ""},
		"by an object":    {long, []string{chunking, `{"type":"server_vad"}`}, "", ""},
		"by its members":  {long, []string{chunking + "[type]", "server_vad"}, "", ""},
		"by another word": {known, []string{chunking, "always"}, chunking, "'auto'"},
		"empty":           {known, []string{chunking, ""}, chunking, "empty"},
		"prompt":          {known, []string{"prompt", "Lamps"}, "prompt", "'prompt' is not supported"},
		"language":        {known, []string{"language", "en"}, "", ""},
		"times":           {known, []string{"response_format", "verbose_json"}, "response_format", "Use 'json' or 'text' instead."},
	} {
		a := heardBy(t, server, DiarizingModel, c.sound, c.fields...)
		if c.param != "" {
			refusedWith(t, a, 400, c.param, c.says)
		} else if a.status != 200 {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	a := heardBy(t, server, DiarizingModel, known, "response_format", "diarized_json")
	var got struct {
		Task, Text string
		Duration   float64
		Segments   []spokenSegment
		Usage      struct{ Type string }
	}
	if err := json.Unmarshal(a.body, &got); err != nil || a.status != 200 || got.Task != "transcribe" || got.Text != lighthouse || got.Duration != inSeconds(known.Duration()) || got.Usage.Type != "duration" {
		t.Fatalf("%d, %v, %s", a.status, err, a.body)
	}
	var said []string
	for i, s := range got.Segments {
		said = append(said, s.Speaker+": "+s.Text)
		if s.Type != "transcript.text.segment" || s.ID == "" || s.End <= s.Start || i > 0 && s.Start < got.Segments[i-1].End {
			t.Errorf("%+v", s)
		}
	}
	if want := []string{"A: The lighthouse keeper climbed the stairs every evening, and lit the lamp before the sun went down.", "B: A boat came in."}; !reflect.DeepEqual(said, want) {
		t.Errorf("%q", said)
	}
	if got := decoded(t, heardBy(t, server, DiarizingModel, known)); got["text"] != lighthouse || got["segments"] != nil {
		t.Errorf("%v", got)
	}
	if a := heardBy(t, server, DiarizingModel, known, "response_format", "text"); string(a.body) != lighthouse+"\n" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// heardBy sends a sound to a model, with further fields.
func heardBy(t *testing.T, server *httptest.Server, model string, s speechtest.Speech, fields ...string) formAnswer {
	t.Helper()
	return sendTo(t, server, model, asWAV(t, s), fields...)
}

func decoded(t *testing.T, a formAnswer) (got map[string]any) {
	t.Helper()
	if err := json.Unmarshal(a.body, &got); err != nil || a.status != 200 {
		t.Fatalf("%d, %v, %s", a.status, err, a.body)
	}
	return got
}
