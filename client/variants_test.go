package client

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"parlando/client/failure"
)

// chunk is an ordinary piece of a stream.
func chunk(delta, finish string) string {
	return `{"choices":[{"index":0,"delta":` + delta + `,"finish_reason":` + finish + `}]}`
}

var (
	eventHello = "data: " + chunk(`{"content":"Hello"}`, "null") + "\n\n"
	eventStop  = "data: " + chunk(`{}`, `"stop"`) + "\n\n"
	done       = "data: [DONE]\n\n"
)

// TestStreamVariants holds habits of services that the corpus does not have.
func TestStreamVariants(t *testing.T) {
	for name, c := range map[string]struct {
		body, text string
		kind       failure.Kind // "" is a good end
	}{
		"byte order mark":              {"\ufeff" + eventHello + eventStop + done, "Hello", ""},
		"id and retry fields":          {"retry: 3000\nid: 1\n" + eventHello + "id: 2\n" + eventStop + done, "Hello", ""},
		"event named message":          {"event: message\n" + eventHello + eventStop + done, "Hello", ""},
		"two spaces before the mark":   {eventHello + "data:  [DONE]\n\n", "Hello", ""},
		"mark in lower case":           {eventHello + "data: [done]\n\n", "Hello", ""},
		"mark in quotes":               {eventHello + "data: \"[DONE]\"\n\n", "Hello", ""},
		"mark without data":            {eventHello + "[DONE]\n", "Hello", ""},
		"data twice":                   {"data: " + eventHello + eventStop + done, "Hello", ""},
		"JSON lines":                   {chunk(`{"content":"Hello"}`, "null") + "\n" + chunk(`{}`, `"stop"`) + "\n", "Hello", ""},
		"a list of chunks":             {"[" + chunk(`{"content":"Hel"}`, "null") + ",\n" + chunk(`{"content":"lo"}`, `"stop"`) + "]", "Hello", ""},
		"message repeats the deltas":   {eventHello + `data: {"choices":[{"index":0,"message":{"content":"Hello"},"finish_reason":"stop"}]}` + "\n\n" + done, "Hello", ""},
		"choices is one object":        {`data: {"choices":{"index":0,"delta":{"content":"Hello"},"finish_reason":"stop"}}` + "\n\n" + done, "Hello", ""},
		"old completion text":          {`data: {"choices":[{"index":0,"text":"Hello","finish_reason":"stop"}]}` + "\n\n" + done, "Hello", ""},
		"half a character in bytes":    {"data: " + chunk("{\"content\":\"gr\xc3\"}", "null") + "\n\ndata: " + chunk("{\"content\":\"\xbcn\"}", `"stop"`) + "\n\n" + done, "grün", ""},
		"channels end in half a mark":  {"data: " + chunk(`{"content":"<|channel|>final<|message|>a <"}`, "null") + "\n\n" + eventStop + done, "a <", ""},
		"a web page":                   {"<!doctype html>\n<html><head><title>Hi</title></head>\n\n<body>data: x</body></html>", "", failure.WrongAddress},
		"error as code and message":    {`{"code":429,"message":"slow down"}`, "", failure.RateLimit},
		"error as detail":              {`data: {"detail":"broken"}` + "\n\n", "", failure.Server},
		"error in a list":              {`[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]`, "", failure.Auth},
		"error after text":             {eventHello + `data: {"error":{"message":"Rate limit","code":"rate_limit_exceeded"}}` + "\n\n", "Hello", failure.RateLimit},
		"bare error after text":        {eventHello + "{\n  \"error\": {\n    \"message\": \"boom\"\n  }\n}\n", "Hello", failure.Server},
		"event error without the word": {"event: error\ndata: {\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}\n\n", "", failure.Server},
		"finish error without a word":  {eventHello + "data: " + chunk("{}", `"error"`) + "\n\n" + done, "Hello", failure.Server},
		"whole reply cut short":        {`{"choices":[{"index":0,"message":{"content":"Hel`, "Hel", failure.Truncated},
		"only the mark":                {done, "", failure.EmptyReply},
		"only comments":                {": hi\n\n: hi\n\n", "", failure.EmptyReply},
		"not a reply at all":           {"SSH-2.0-OpenSSH_9.2\r\n", "", failure.BadReply},
		"reply cut after the role":     {"data: " + chunk(`{"role":"assistant","content":""}`, "null") + "\n\n", "", failure.Truncated},
		"filtered without text":        {"data: " + chunk(`{}`, `"SAFETY"`) + "\n\n" + done, "", ""},
		"longest reply without text":   {"data: " + chunk(`{}`, `"length"`) + "\n\n" + done, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{1, 7, 1 << 20} {
				got := collect(memoryClient([]byte(c.body), func(int) int { return size }), t.Context(), hello())
				text := ""
				if d := got.choices[0]; d != nil {
					text = d.Text
				}
				var e *failure.Error
				if c.kind == "" && (got.err != nil || !got.complete) || c.kind != "" && (!errors.As(got.err, &e) || e.Kind != c.kind) || text != c.text {
					t.Errorf("in pieces of %d: %q, %v, complete %v", size, text, got.err, got.complete)
				}
			}
		})
	}
}

// TestToolCallVariants holds habits with tool calls that the corpus does not have.
func TestToolCallVariants(t *testing.T) {
	for name, c := range map[string]struct{ pieces, want string }{
		"empty object first":      {`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}|{"index":0,"function":{"arguments":"{\"x\""}}|{"index":0,"function":{"arguments":":1}"}}`, `f({"x":1})`},
		"one index, several ids":  {`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}|{"index":0,"id":"b","function":{"name":"g","arguments":"{}"}}`, `f({}) g({})`},
		"negative index":          {`{"index":-1,"id":"a","function":{"name":"f","arguments":"{\"x\":"}}|{"index":-1,"function":{"arguments":"1}"}}`, `f({"x":1})`},
		"null index, id repeated": {`{"index":null,"id":"a","function":{"name":"f","arguments":"{\"x\":"}}|{"index":null,"id":"a","function":{"arguments":"1}"}}`, `f({"x":1})`},
		"no index, new ids":       {`{"id":"a","function":{"name":"f","arguments":"{\"x\":"}}|{"id":"b","function":{"arguments":"1}"}}`, `f({"x":1})`},
		"the same id twice":       {`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}|{"index":1,"id":"a","function":{"name":"g","arguments":"{}"}}`, `f({}) g({})`},
		"name grows":              {`{"index":0,"id":"a","function":{"name":"get","arguments":""}}|{"index":0,"function":{"name":"get_it","arguments":"{}"}}`, `get_it({})`},
		"list as arguments":       {`{"index":0,"id":"a","function":{"name":"f","arguments":"[1]"}}`, `bad`},
	} {
		var body strings.Builder
		for _, piece := range strings.Split(c.pieces, "|") {
			body.WriteString("data: " + chunk(`{"tool_calls":[`+piece+`]}`, "null") + "\n\n")
		}
		body.WriteString("data: " + chunk("{}", `"tool_calls"`) + "\n\n" + done)
		got := collect(memoryClient([]byte(body.String()), nil), t.Context(), hello())
		var calls []string
		ids := map[string]bool{}
		for _, call := range got.choices[0].ToolCalls {
			calls = append(calls, call.Name+"("+call.Arguments+")")
			ids[call.ID] = true
		}
		result := strings.Join(calls, " ")
		if e := new(failure.Error); errors.As(got.err, &e) && e.Kind == failure.BadToolCall {
			result = "bad"
		}
		if result != c.want || len(ids) != len(calls) {
			t.Errorf("%s: %s (ids %v, %v), want %s", name, result, ids, got.err, c.want)
		}
	}
}

func TestModelsInEveryShape(t *testing.T) {
	for body, want := range map[string]string{
		`{"data":[{"id":"a"},{"id":"b"}]}`: "a b",
		`{"data":null}`:                    "",
		`{"models":[]}`:                    "",
		`[]`:                               "",
		`{"data":{"models":[{"model_name":"a"}]}}`:             "a",
		`["a","b","a"," "]`:                                    "a b",
		`{"result":[{"id":"a"}]}`:                              "a",
		`{"object":"list","data":[{"id":"a\u0000b"},{"x":1}]}`: "",
	} {
		models, ok := readModels([]byte(body))
		var ids []string
		for _, m := range models {
			ids = append(ids, m.ID)
		}
		if !ok || strings.Join(ids, " ") != want {
			t.Errorf("%s: %q, %v", body, ids, ok)
		}
	}
	for _, body := range []string{`{}`, `{"error":"x"}`, `"x"`, `<html>`, `17`, `{"data":`} {
		if _, ok := readModels([]byte(body)); ok {
			t.Errorf("%s passes for a catalog", body)
		}
	}
}

func TestPurposeOfAModelIsReadWhereItIsTold(t *testing.T) {
	for entry, want := range map[string]Purpose{
		`{"id":"m"}`: "",
		`{"id":"whisper-1","object":"model","owned_by":"x","type":"model"}`:                                    "",
		`{"id":"m","architecture":{"output_modalities":["audio"]}}`:                                            PurposeSpeech,
		`{"id":"m","architecture":{"input_modalities":["audio"],"output_modalities":["text"]}}`:                PurposeTranscription,
		`{"id":"m","architecture":{"input_modalities":["text","audio"],"output_modalities":["text","audio"]}}`: PurposeChat,
		`{"id":"m","architecture":{"input_modalities":["text","image"],"output_modalities":["image"]}}`:        PurposeOther,
		`{"id":"m","architecture":{"modality":"text+image->text"}}`:                                            PurposeChat,
		`{"id":"m","architecture":{"modality":"text->audio"}}`:                                                 PurposeSpeech,
		`{"id":"m","architecture":{"modality":"audio->text"}}`:                                                 PurposeTranscription,
		`{"id":"m","supported_input_modalities":["text"],"supported_output_modalities":["embeddings"]}`:        PurposeOther,
		`{"id":"m","task":"automatic-speech-recognition"}`:                                                     PurposeTranscription,
		`{"id":"m","task":"text-to-speech"}`:                                                                   PurposeSpeech,
		`{"id":"m","mode":"audio_speech"}`:                                                                     PurposeSpeech,
		`{"id":"m","model_info":{"mode":"audio_transcription"}}`:                                               PurposeTranscription,
		`{"id":"m","type":"chat"}`:                                                                             PurposeChat,
		`{"id":"m","type":"transcribe"}`:                                                                       PurposeTranscription,
		`{"id":"m","type":"embeddings"}`:                                                                       PurposeOther,
		`{"id":"m","type":"llm","capabilities":["tool_use"]}`:                                                  PurposeChat,
		`{"id":"m","capabilities":["embedding"]}`:                                                              PurposeOther,
		`{"id":"m","capabilities":["vision","completion"]}`:                                                    PurposeChat,
		`{"id":"m","capabilities":{"completion_chat":true,"audio_transcription":true}}`:                        PurposeChat,
		`{"id":"m","capabilities":{"completion_chat":false,"audio_transcription":true}}`:                       PurposeTranscription,
		`{"id":"m","capabilities":{"completion_chat":false}}`:                                                  PurposeOther,
		`{"id":"m","capabilities":{"type":"embeddings"}}`:                                                      PurposeOther,
		`{"id":"m","supported_endpoints":["/v1/audio/transcriptions"]}`:                                        PurposeTranscription,
		`{"id":"m","supported_endpoints":["/v1/audio/speech","/v1/chat/completions/"]}`:                        PurposeChat,
		// A gateway says with it how the model is spoken to, even of whisper-1.
		`{"id":"m","supported_endpoint_types":["openai"]}`:                                             "",
		`{"id":"m","type":7,"task":null,"mode":{},"architecture":[],"capabilities":3,"endpoints":[1]}`: "",
	} {
		m, ok := readModel(json.RawMessage(entry))
		if !ok || m.Purpose != want {
			t.Errorf("%s: %q, want %q", entry, m.Purpose, want)
		}
	}
}

func TestTheLastDayOfAModelIsReadWhereItIsTold(t *testing.T) {
	day := time.Date(2027, 2, 26, 0, 0, 0, 0, time.UTC)
	for entry, want := range map[string]time.Time{
		`{"id":"whisper-1","shutdown_date":"2027-02-26"}`:        day,
		`{"id":"m","shutdown_date":"2027-02-26T09:00:00Z"}`:      day,
		`{"id":"m","expiration_date":"2027-02-26"}`:              day,
		`{"id":"m","shutdown_date":null,"expiration_date":null}`: {},
		`{"id":"m"}`:                                                 {},
		`{"id":"m","shutdown_date":"soon"}`:                          {},
		`{"id":"m","shutdown_date":"9999-12-31"}`:                    {},
		`{"id":"m","shutdown_date":{"at":"2027-02-26"}}`:             {},
		`{"id":"m","shutdown_date":"","expiration_date":"0001-1-1"}`: {},
	} {
		if m, ok := readModel(json.RawMessage(entry)); !ok || !m.Ends.Equal(want) {
			t.Errorf("%s: %v, want %v", entry, m.Ends, want)
		}
	}
}

func TestAListThatSaysAModelTellsSpeakersIsRead(t *testing.T) {
	for entry, want := range map[string]bool{
		`{"id":"m"}`: false,
		`{"id":"m","supported_parameters":["language","diarize"]}`:                  true,
		`{"id":"m","supported_parameters":["language"],"features":["Diarization"]}`: true,
		`{"id":"m","features":["speaker-diarization"]}`:                             true,
		`{"id":"m","capabilities":{"diarization":true}}`:                            true,
		`{"id":"m","capabilities":{"diarization":false}}`:                           false,
		`{"id":"m","capabilities":["transcription"]}`:                               false,
	} {
		models, _ := readModels([]byte(`{"data":[` + entry + `]}`))
		if len(models) != 1 || models[0].Diarizes != want {
			t.Errorf("%s: %+v", entry, models)
		}
	}
}

func TestAListThatSaysWhetherAModelTakesASchemaIsRead(t *testing.T) {
	yes, no := true, false
	for entry, want := range map[string]*bool{
		`{"id":"m"}`: nil,
		// LiteLLM
		`{"id":"m","model_info":{"supports_response_schema":false}}`: &no,
		`{"id":"m","model_info":{"supports_response_schema":true}}`:  &yes,
		`{"id":"m","model_info":{"supports_response_schema":null}}`:  nil,
		`{"id":"m","supports_response_schema":false}`:                &no,
		`{"id":"m","capabilities":{"structured_output":false}}`:      &no,
		// GitHub Copilot
		`{"id":"m","capabilities":{"supports":{"structured_outputs":true}}}`: &yes,
		`{"id":"m","structured_output":true}`:                                &yes,
		// OpenRouter
		`{"id":"m","supported_parameters":["max_tokens","temperature","tools"]}`:                                &no,
		`{"id":"m","supported_parameters":["max_tokens","response_format","temperature"]}`:                      nil,
		`{"id":"m","supported_parameters":["max_tokens","response_format","structured_outputs","temperature"]}`: &yes,
		`{"id":"m","supported_parameters":["language","diarize"]}`:                                              nil,
		`{"id":"m","features":["tools"]}`:                                                                       nil,
		`{"id":"m","features":["json-schema"]}`:                                                                 &yes,
		`{"id":"m","supported_features":["structured_outputs"]}`:                                                &yes,
	} {
		models, _ := readModels([]byte(`{"data":[` + entry + `]}`))
		if len(models) != 1 || !reflect.DeepEqual(models[0].AcceptsSchema, want) {
			t.Errorf("%s: %+v", entry, models)
		}
	}
}
