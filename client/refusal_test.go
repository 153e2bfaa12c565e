package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"

	"parlando/client/failure"
)

// TestRefusalsTellTheFieldFromItsValue holds what real services say, in their own words.
func TestRefusalsTellTheFieldFromItsValue(t *testing.T) {
	sent := func(name string, value any) []failure.Field {
		data, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		// What else is always there must not be taken for what is refused.
		return []failure.Field{{Name: name, Value: data}, {Name: "stream", Value: []byte("true")}, {Name: "stream_options", Value: []byte(`{"include_usage":true}`)}}
	}
	for _, c := range []struct {
		sent []failure.Field
		body string
		want string // the field, "any" or its value, and the range
	}{
		// OpenAI
		{
			sent("temperature", 1.5),
			`{"error":{"message":"Unsupported parameter: 'temperature' is not supported with this model.","param":"temperature","code":"unsupported_parameter"}}`,
			"temperature any",
		},
		{
			sent("temperature", 0.7),
			`{"error":{"message":"Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.","param":"temperature","code":"unsupported_value"}}`,
			"temperature any",
		},
		{
			sent("temperature", 3),
			`{"error":{"message":"Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 3 instead.","param":"temperature","code":"decimal_above_max_value"}}`,
			"temperature 3 …2",
		},
		{
			sent("max_tokens", 50000),
			`{"error":{"message":"max_tokens is too large: 50000. This model supports at most 16384 completion tokens, whereas you provided 50000.","param":"max_tokens","code":"invalid_value"}}`,
			"max_tokens 50000 …16384",
		},
		{sent("seed", 7), `{"error":{"message":"Unrecognized request argument supplied: seed"}}`, "seed any"},
		{
			sent("stop", []string{"a", "b"}),
			`{"error":{"message":"Invalid 'stop': array too long. Expected an array with maximum length 1, but got an array with length 2 instead.","param":"stop","code":"array_above_max_length"}}`,
			`stop ["a","b"]`,
		},
		{
			sent("response_format", "opus"),
			`{"error":{"message":"Unsupported value: 'opus'. Supported values are: mp3, wav.","param":"response_format","code":"unsupported_value"}}`,
			"response_format opus",
		},
		{
			sent("language", "xx"),
			`{"error":{"message":"Language 'xx' is not supported.","param":"language","code":"unsupported_language"}}`,
			"language xx",
		},
		// Anthropic
		{
			sent("temperature", 1.5),
			`{"type":"error","error":{"type":"invalid_request_error","message":"temperature: range: 0..1"}}`,
			"temperature 1.5 0…1",
		},
		{
			sent("max_tokens", 100000),
			`{"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens for this model"}}`,
			"max_tokens 100000 …8192",
		},
		{
			sent("temperature", 0.5),
			"{\"error\":{\"message\":\"`temperature` may only be set to 1 when thinking is enabled.\"}}",
			"temperature any",
		},
		{
			sent("top_p", 0.5),
			"{\"error\":{\"message\":\"`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled.\"}}",
			"top_p 0.5 0.95…",
		},
		// FastAPI (vLLM and others)
		{
			sent("temperature", 1.5),
			`{"detail":[{"loc":["body","temperature"],"msg":"Input should be less than or equal to 1","type":"less_than_equal","ctx":{"le":1}}]}`,
			"temperature 1.5 …1",
		},
		{
			sent("top_p", 0),
			`{"object":"error","message":"top_p must be in (0, 1], got 0.0.","type":"BadRequestError","param":null,"code":400}`,
			"top_p 0 0.01…1",
		},
		{
			sent("presence_penalty", 3),
			`{"message":"presence_penalty must be in [-2, 2], got 3.0."}`,
			"presence_penalty 3 -2…2",
		},
		{
			sent("user", "x"),
			`{"detail":[{"loc":["body","user"],"msg":"Extra inputs are not permitted","type":"extra_forbidden"}]}`,
			"user any",
		},
		// Mistral, DeepSeek, Moonshot, Groq and plain ones
		{
			sent("temperature", 1.8),
			`{"object":"error","message":{"detail":[{"type":"less_than_equal","loc":["body","temperature"],"msg":"Input should be less than or equal to 1.5","input":1.8}]}}`,
			"temperature 1.8 …1.5",
		},
		{
			sent("temperature", 3),
			`{"error":{"message":"Invalid temperature value, the valid range of temperature is [0, 2.0]","type":"invalid_request_error"}}`,
			"temperature 3 0…2",
		},
		{
			sent("temperature", 0.6),
			`{"error":{"message":"invalid temperature: only 1 is allowed for this model","type":"invalid_request_error"}}`,
			"temperature any",
		},
		{
			sent("n", 3),
			`{"error":{"message":"'n' : number must be at most 1","type":"invalid_request_error"}}`,
			"n 3 …1",
		},
		{
			sent("temperature", 1.5),
			`{"error":{"message":"Temperature must be between 0 and 1."}}`, "temperature 1.5 0…1",
		},
		{
			sent("temperature", 1.5),
			`{"error":{"message":"temperature must be at most 1","param":"temperature"}}`,
			"temperature 1.5 …1",
		},
		{sent("frequency_penalty", 1), `{"error":"frequency_penalty is invalid"}`, "frequency_penalty 1"},
		{sent("speed", 4), `{"detail":"speed must be between 0.5 and 2.0"}`, "speed 4 0.5…2"},
		// What is about something else
		{sent("temperature", 1.5), `{"error":{"message":"messages: at least one message is required"}}`, ""},
		{sent("temperature", 1.5), `{"error":{"message":"seed must be between 0 and 10","param":"seed"}}`, ""},
		{sent("seed", 5), `{"error":{"message":"seed must be between 0 and 10","param":"seed"}}`, "seed 5"},
		{sent("user", "you"), `{"error":{"message":"The user message must be shorter."}}`, ""},
		{nil, `{"error":{"message":"temperature must be at most 1","param":"temperature"}}`, ""},
	} {
		if got := refusalText(refused(failure.Request{Fields: c.sent}, 400, c.body).Refusal); got != c.want {
			t.Errorf("%s\n got %q\nwant %q", c.body, got, c.want)
		}
	}
}

// refused is the failure of a request that was answered with this status and body.
func refused(q failure.Request, status int, body string) *failure.Error {
	return q.NewStatusError(&http.Response{
		StatusCode: status, Status: http.StatusText(status), Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)),
	})
}

// refusalText is the field, "any" or its value, the range, and whether it holds once or beside
// another field.
func refusalText(r *failure.Refusal) string {
	if r == nil {
		return ""
	}
	text := r.Field + " " + r.Value
	if r.AnyValue {
		text = r.Field + " any"
	}
	if r.Min != nil || r.Max != nil {
		text += " " + end(r.Min) + "…" + end(r.Max)
	}
	if r.ConflictsWith != "" {
		return r.Field + " beside " + r.ConflictsWith
	}
	if r.ThisRequestOnly {
		text += " once"
	}
	return text
}

func end(v *float64) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(*v)
}

func TestARefusedValueIsNotSentAgainByItself(t *testing.T) {
	g := newGateway(t, Options{Key: "sk-secret-0123456789"}, func(w http.ResponseWriter, _ *http.Request, body map[string]any, _ int) {
		if v, _ := body["temperature"].(float64); v > 1 {
			refuseJSON(w, 400, `{"error":{"message":"temperature must be between 0 and 1, sk-secret-0123456789","param":"temperature"}}`)
			return
		}
		_, _ = io.WriteString(w, goodStream)
	})
	r := hello()
	hot := 1.5
	r.Temperature = &hot
	var e *failure.Error
	if got := collect(g.Client, t.Context(), r); !errors.As(got.err, &e) ||
		e.Kind != failure.BadRequest || len(g.sent()) != 1 {
		t.Fatalf("%v after %d requests", got.err, len(g.sent()))
	}
	least, most := 0.0, 1.0
	want := failure.Refusal{
		Field: "temperature", Value: "1.5", Min: &least, Max: &most,
		Reason: "temperature must be between 0 and 1, •••",
	}
	if all := failure.Refusals(e); len(all) != 1 || !reflect.DeepEqual(all[0], want) {
		t.Errorf("got %+v, want %+v", all, want)
	}
	hot = 0.8
	if got := collect(g.Client, t.Context(), r); got.err != nil || len(g.sent()) != 2 {
		t.Errorf("the value that is accepted: %v after %d requests", got.err, len(g.sent()))
	}
}

// What is told is the body as the service gets it, attempt by attempt.
func TestWhatIsSentAndWhatIsLeftOutIsTold(t *testing.T) {
	g := newGateway(t, Options{}, func(w http.ResponseWriter, _ *http.Request, body map[string]any, _ int) {
		if body["top_p"] != nil {
			refuseJSON(w, 400, `{"error":{"message":"Unknown parameter: 'top_p'.","param":"top_p"}}`)
			return
		}
		_, _ = io.WriteString(w, goodStream)
	})
	r := hello()
	warm, focus, seed := 0.8, 0.5, int64(1)<<53-1
	r.Temperature, r.TopP, r.Seed = &warm, &focus, &seed
	r.Stop, r.N, r.Omit = []string{"<end>", "\n"}, 3, []string{"n"}
	var told [][2][]failure.Field
	r.OnSend = func(sent, leftOut []failure.Field) { told = append(told, [2][]failure.Field{sent, leftOut}) }
	if got := collect(g.Client, t.Context(), r); got.err != nil {
		t.Fatal(got.err)
	}
	bodies := g.sent()
	if len(told) != 2 || len(bodies) != 2 {
		t.Fatalf("told %d times of %d requests", len(told), len(bodies))
	}
	for i, body := range bodies {
		delete(body, "model")
		delete(body, "messages")
		got := map[string]any{}
		for _, f := range told[i][0] {
			var v any
			if err := json.Unmarshal(f.Value, &v); err != nil {
				t.Fatal(err)
			}
			got[f.Name] = v
		}
		if !reflect.DeepEqual(got, body) {
			t.Errorf("request %d: told %v, sent %v", i, got, body)
		}
	}
	if left := fmt.Sprintf("%s", told[1][1]); left != "[{top_p 0.5} {n 3}]" {
		t.Errorf("left out: %s", left)
	}
}

// TestRefusalInsideAStreamIsOneLikeAnyOther: many services answer 200 before they look at what is
// asked.
func TestRefusalInsideAStreamIsOneLikeAnyOther(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
	const opening = `data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}` + "\n\n"
	const words = `data: {"choices":[{"index":0,"delta":{"content":"Hel"}}]}` + "\n\n"
	unknown := `data: {"error":{"message":"Unsupported parameter: 'temperature' is not supported with this model.","param":"temperature"}}` + "\n\n"
	value := `data: {"error":{"message":"temperature must be between 0 and 1"}}` + "\n\n"
	for name, c := range map[string]struct {
		answer          string
		requests        int
		dropped, refuse string
	}{
		"at once":                 {head + unknown, 2, "temperature", ""},
		"behind an opening chunk": {head + opening + unknown + "data: [DONE]\n\n", 2, "temperature", ""},
		"behind words":            {head + opening + words + unknown, 1, "", "temperature any"},
		"a value":                 {head + opening + value, 1, "", "temperature 1.5 0…1"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &script{answers: []string{c.answer, fineAnswer}}
				r := hello()
				r.Temperature = new(1.5)
				stream, err := s.client(0).Chat(t.Context(), r)
				if err != nil {
					t.Fatal(err)
				}
				for stream.Next() {
				}
				_ = stream.Close()
				refused := ""
				if e := (*failure.Error)(nil); errors.As(stream.Err(), &e) && e.Refusal != nil {
					refused = refusalText(e.Refusal)
				}
				if dropped := strings.Join(failure.RefusedFields(stream.Dropped()), " "); len(s.at) != c.requests ||
					dropped != c.dropped || refused != c.refuse {
					t.Errorf("%d requests, dropped %q, refused %q (%v)", len(s.at), dropped, refused, stream.Err())
				}
				if c.refuse == "" && stream.Err() != nil {
					t.Error(stream.Err())
				}
			})
		})
	}
}

// A key that stands where the reason is cut off leaves nothing of itself behind.
func TestAKeyAtTheEndOfALongReasonIsHiddenWhole(t *testing.T) {
	const key = "sk-secret-0123456789"
	long := strings.Repeat("x", 275) + key
	g := newGateway(t, Options{Key: key}, func(w http.ResponseWriter, _ *http.Request, _ map[string]any, _ int) {
		refuseJSON(w, 400, `{"error":{"message":"temperature `+long+`","param":"temperature"}}`)
	})
	r := hello()
	hot := 1.5
	r.Temperature = &hot
	var e *failure.Error
	if got := collect(g.Client, t.Context(), r); !errors.As(got.err, &e) || e.Refusal == nil || strings.Contains(e.Refusal.Reason, "sk-secret") {
		t.Errorf("%+v", e.Refusal)
	}
}

// TestARefusalNamesTheAcceptedValues holds what services say of voices and formats; "" is no
// refusal, and the field alone is one that names no values.
func TestARefusalNamesTheAcceptedValues(t *testing.T) {
	many := "af_alloy, af_aoede, af_bella, af_heart, af_jadzia, af_jessica, af_kore, af_nicole, af_nova, af_river, af_sarah, af_sky, " +
		"am_adam, am_echo, am_eric, am_fenrir, am_liam, am_michael, am_onyx, am_puck, am_santa, bf_alice, bf_emma, bf_lily, bm_daniel, " +
		"bm_fable, bm_george, bm_lewis, ef_dora, em_alex, em_santa, ff_siwis, hf_alpha, hf_beta, hm_omega, hm_psi, if_sara, im_nicola, zm_yunyang"
	fields := func(voice string) []failure.Field {
		return []failure.Field{{Name: voice, Value: []byte(`"alloy"`)}, {Name: "response_format", Value: []byte(`"mp3"`)}, {Name: "speed", Value: []byte("1.5")}, {Name: "instructions", Value: []byte(`"Calmly."`)}}
	}
	for _, c := range []struct {
		status int
		body   string
		want   string
	}{
		// Groq (roryeckel/wyoming_openai#43)
		{400, `{"error":{"message":"response_format must be one of [wav]","type":"invalid_request_error"}}`, "response_format: wav"},
		{400, "{\"error\":{\"message\":\"`voice` must be one of the following voices: [autumn diana hannah austin daniel troy]\",\"type\":\"invalid_request_error\"}}", "voice: autumn, diana, hannah, austin, daniel, troy"},
		{400, `{"error":{"message":"voice must be one of [autumn diana hannah]"}}`, "voice: autumn, diana, hannah"},
		// Kokoro-FastAPI (p0n1/epub_to_audiobook#147)
		{400, `{"detail":{"error":"validation_error","message":"Voice 'alloy' not found. Available voices: ` + many + `","type":"invalid_request_error"}}`, "voice: " + many},
		// Gemini
		{400, `{"error":{"code":400,"message":"Voice name alloy is not supported. Allowed voice names are: achernar, achird, algenib, zubenelgenubi","status":"INVALID_ARGUMENT"}}`, "voice: achernar, achird, algenib, zubenelgenubi"},
		// OpenAI
		{400, `{"error":{"message":"Invalid value: 'alloy'. Supported values are: 'ash', 'ballad', 'coral', and 'verse'.","param":"voice","code":"invalid_value"}}`, "voice: ash, ballad, coral, verse"},
		// FastAPI
		{422, `{"detail":[{"type":"literal_error","loc":["body","voice"],"msg":"Input should be 'tara', 'leah' or 'jess'"}]}`, "voice: tara, leah, jess"},
		{422, `{"detail":[{"type":"enum","loc":["body","response_format"],"msg":"Input should be 'wav' or 'pcm'"}]}`, "response_format: wav, pcm"},
		{400, `{"error":"Unknown voice: alloy. Use one of tara, leah or zoe."}`, "voice: tara, leah, zoe"},
		{500, `{"error":{"message":"Invalid voice 'alloy'. Supported: Vivian, Ryan (male)"}}`, "voice: Vivian, Ryan"},
		// Mistral (pipecat-ai/docs#891), and its way to name unknown fields
		{404, `{"detail":"Voice 'alloy' not found"}`, "voice"},
		{422, `{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","voice"],"msg":"Extra inputs are not permitted","input":"alloy"}]}}`, "voice any"},
		{422, `{"detail":[{"type":"missing","loc":["body","voice_id"],"msg":"Field required"}]}`, "voice any"},
		{400, `{"message":"Either voice_id or ref_audio must be provided"}`, "voice any"},
		// LiteLLM (BerriAI/litellm#38868), OpenRouter and plain ones
		{400, `{"error":{"message":"Gemini TTS does not support response_format 'mp3'. Supported formats: wav, pcm"}}`, "response_format: wav, pcm"},
		{400, `{"error":{"message":"mp3 is not supported for this model. Use wav or pcm."}}`, "response_format: wav, pcm"},
		{400, `{"error":{"message":"This voice does not support mp3. Supported formats: wav, pcm"}}`, "response_format: wav, pcm"},
		{400, `{"error":{"message":"Unsupported value: 'mp3'. Supported values are: opus, wav.","param":"response_format"}}`, "response_format: opus, wav"},
		{400, `{"detail":"Unsupported audio format: mp3. Only wav is supported."}`, "response_format: wav"},
		{422, "unknown variant `mp3`, expected `wav` or `pcm` at line 1 in response_format", "response_format: wav, pcm"},
		// What is about something else
		{404, `{"error":{"message":"The model 'voice-1' does not exist","code":"model_not_found"}}`, ""},
		{400, `{"error":{"message":"speed is not supported for this voice","param":"speed"}}`, "speed any"},
		// How to read is left out whatever is wrong with it.
		{400, `{"error":{"message":"Unknown field: instructions"}}`, "instructions any"},
		{400, `{"error":{"message":"Invalid value","param":"instructions"}}`, "instructions any"},
		{422, `{"detail":[{"type":"extra_forbidden","loc":["body","instructions"],"msg":"Extra inputs are not permitted","input":"Calmly."}]}`, "instructions any"},
		{422, `{"detail":[{"type":"string_too_long","loc":["body","instructions"],"msg":"String should have at most 5 characters","input":"Calmly."}]}`, "instructions any"},
		{400, `{"error":{"message":"The text is not valid. Read the instructions."}}`, ""},
		{400, `{"error":{"message":"input must be a string, voice is optional"}}`, ""},
		{401, `{"error":{"message":"Your key may not use the voice 'alloy'. Available voices: echo"}}`, ""},
		{503, `{"error":{"message":"The voice service is unavailable"}}`, ""},
	} {
		got := ""
		if r := refused(failure.Request{Fields: fields("voice")}, c.status, c.body).Refusal; r != nil {
			if got = r.Field; r.AnyValue {
				got += " any"
			} else if r.Allowed != nil {
				got += ": " + strings.Join(r.Allowed, ", ")
			}
		}
		if got != c.want {
			t.Errorf("%d %s\n got %q\nwant %q", c.status, c.body, got, c.want)
		}
	}
	hostile := `{"error":{"message":"Voice 'alloy' not found. Available voices: ` + strings.Repeat("a, "+strings.Repeat("b", 60)+", ", 2000) + `"}}`
	if r := refused(failure.Request{Fields: fields("voice")}, 400, hostile).Refusal; r == nil || len(r.Allowed) > 200 {
		t.Errorf("a list without an end: %v", r)
	}
}

// A model that does not speak is told from a service that does not, and from a setting.
func TestAModelThatDoesNotSpeakIsNotFound(t *testing.T) {
	fields := []failure.Field{{Name: "voice", Value: []byte(`"nova"`)}, {Name: "response_format", Value: []byte(`"mp3"`)}, {Name: "speed", Value: []byte("2")}}
	for _, c := range []struct {
		status int
		body   string
		want   failure.Kind
	}{
		{503, `{"error":{"message":"no available channels for model tts-1 under group default","type":"new_api_error"}}`, failure.NotFound},
		{404, `{"error":{"message":"This is a chat model and not supported in the v1/audio/speech endpoint. Did you mean to use v1/chat/completions?"}}`, failure.NotFound},
		{410, `{"error":{"message":"The model 'tts-1' has been deprecated","code":"model_not_found"}}`, failure.NotFound},
		{400, `{"error":{"message":"The model 'gpt-4o' is not a text-to-speech model."}}`, failure.NotFound},
		{400, `{"error":{"message":"Model gpt-4o does not support speech synthesis"}}`, failure.NotFound},
		{400, `{"error":{"message":"Model tts-1 is not supported"}}`, failure.NotFound},
		{404, `{"detail":"Not Found"}`, failure.WrongAddress},
		{400, `{"error":{"message":"'speed' is not supported with this model"}}`, failure.UnsupportedParam},
		{400, `{"error":{"message":"The text of this model is not read."}}`, failure.BadRequest},
	} {
		if got := refused(failure.Request{Path: "/audio/speech", Fields: fields}, c.status, c.body).Kind; got != c.want {
			t.Errorf("%d %s: %s, want %s", c.status, c.body, got, c.want)
		}
	}
}
