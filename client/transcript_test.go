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

func TestTranscriptIsReadInEveryShape(t *testing.T) {
	second := time.Second
	two := []Span{{Text: "Hello there.", Start: 0, End: 2500 * time.Millisecond, Timed: true}, {Text: "How are you?", Start: 2500 * time.Millisecond, End: 4 * second, Timed: true}}
	for name, c := range map[string]struct {
		body string
		want Transcript // without Raw
	}{
		"json":             {`{"text":" Hello there.\n"}`, Transcript{Text: "Hello there.", Format: TranscriptJSON}},
		"text":             {"[Music] Hello \"there\".", Transcript{Text: "[Music] Hello \"there\".", Format: TranscriptText}},
		"number":           {"42", Transcript{Text: "42", Format: TranscriptText}},
		"braces":           {"{laughs} Hello", Transcript{Text: "{laughs} Hello", Format: TranscriptText}},
		"quoted":           {`"Hello \"there\""`, Transcript{Text: `Hello "there"`, Format: TranscriptText}},
		"srt":              {"1\n00:00:00,000 --> 00:00:02,500\nHello <i>there</i>.\n\n2\n00:00:02,500 --> 00:00:04,000\nHow are\nyou?\n", Transcript{Text: "Hello there. How are you?", Segments: two, Format: TranscriptSRT}},
		"srt without gaps": {"1\n00:00:00.000 --> 00:00:02.500\nHello there.\n2\n00:00:02.500 --> 00:00:04.000\nHow are you?", Transcript{Text: "Hello there. How are you?", Segments: two, Format: TranscriptSRT}},
		"srt of numbers":   {"1\n00:00:01,000 --> 00:00:02,000\n5 < 7\n\n8\n", Transcript{Text: "5 < 7 8", Segments: []Span{{Text: "5 < 7 8", Start: second, End: 2 * second, Timed: true}}, Format: TranscriptSRT}},
		"vtt":              {"WEBVTT - made by hand\n\nNOTE not said\nat all\n\nintro\n00:00.000 --> 00:02.500 align:start\n<v Ann>Hello <c.loud>there</c>.\n\n00:02.500 --> 00:00:04.000\nHow are you&#63;", Transcript{Text: "Hello there. How are you?", Segments: two, Format: TranscriptVTT}},
		"empty vtt":        {"WEBVTT\n\n", Transcript{Format: TranscriptVTT}},
		"quoted srt":       {`"1\n00:00:00,000 --> 00:00:02,500\nHello there.\n\n2\n00:00:02,500 --> 00:00:04,000\nHow are you?\n"`, Transcript{Text: "Hello there. How are you?", Segments: two, Format: TranscriptSRT}},
		"verbose": {
			`{"task":"transcribe","language":"english","duration":4.0,"text":"Hello there. How are you?","segments":[{"id":0,"start":0.0,"end":2.5,"text":" Hello there.","tokens":[1],"words":[{"word":"Hello","start":0,"end":1}]},{"start":2.5,"end":"4.0","text":" How are you?"}]}`,
			Transcript{Text: "Hello there. How are you?", Language: "english", Duration: 4 * second, Segments: two, Words: []Span{{Text: "Hello", Start: 0, End: second, Timed: true}}, Format: TranscriptVerbose},
		},
		"segments alone": {`{"segments":[{"start":0,"end":2.5,"text":"Hello there."},{"start":2.5,"end":4,"text":"How are you?"}]}`, Transcript{Text: "Hello there. How are you?", Segments: two, Format: TranscriptVerbose}},
		"a list":         {`[{"start":0,"end":2.5,"text":"Hello there."},{"start":2.5,"end":4,"text":"How are you?"}]`, Transcript{Text: "Hello there. How are you?", Segments: two, Format: TranscriptVerbose}},
		"a quoted list":  {`"[{\"start\":0,\"end\":2.5,\"text\":\"Hello there.\"},{\"start\":2.5,\"end\":4,\"text\":\"How are you?\"}]"`, Transcript{Text: "Hello there. How are you?", Segments: two, Format: TranscriptVerbose}},
		"a quoted line":  {`{"text":"[{\"start\":0,\"end\":2.5,\"text\":\"Hello there.\"}]"}`, Transcript{Text: "Hello there.", Segments: two[:1], Format: TranscriptVerbose}},
		"chunks":         {`{"text":"Hello there. How are you?","chunks":[{"timestamp":[0.0,2.5],"text":"Hello there."},{"timestamp":[2.5,4],"text":" How are you?"}]}`, Transcript{Text: "Hello there. How are you?", Segments: two, Format: TranscriptVerbose}},
		"wrapped": {
			`{"result":{"text":"Hello"},"usage":{"seconds":3}}`,
			Transcript{Text: "Hello", Duration: 3 * second, Format: TranscriptJSON, Usage: &Usage{AudioSeconds: 3, Raw: json.RawMessage(`{"seconds":3}`)}},
		},
		"no spaces":       {`{"segments":[{"text":"你好。"},{"text":"再见。"}]}`, Transcript{Text: "你好。再见。", Segments: []Span{{Text: "你好。"}, {Text: "再见。"}}, Format: TranscriptVerbose}},
		"odd times":       {`{"text":"a","segments":[{"text":"a","start":"00:01:02.500","end":-1},{"text":"b","start":null,"end":1e300},{"text":7},null,"x"]}`, Transcript{Text: "a", Segments: []Span{{Text: "a", Start: 62500 * time.Millisecond, End: 62500 * time.Millisecond, Timed: true}, {Text: "b"}}, Format: TranscriptVerbose}},
		"null members":    {`{"text":"a","segments":null,"words":null,"language":null,"duration":null,"error":null}`, Transcript{Text: "a", Format: TranscriptJSON}},
		"lines of JSON":   {"{\"text\":\"Hello there.\",\"start\":0,\"end\":2.5}\n{\"text\":\" How are you?\",\"start\":2.5,\"end\":4}", Transcript{Text: "Hello there. How are you?", Segments: two, Format: TranscriptText}},
		"events":          {"event: x\ndata: {\"type\":\"transcript.text.delta\",\"delta\":\"Hel\"}\n\ndata: {\"type\":\"transcript.text.delta\",\"delta\":\"lo\"}\n\ndata: [DONE]\n\n", Transcript{Text: "Hello", Format: TranscriptText}},
		"last word wins":  {"data: {\"type\":\"transcript.text.delta\",\"delta\":\"Helo\"}\n\ndata: {\"type\":\"transcript.text.done\",\"text\":\"Hello\"}\n\n", Transcript{Text: "Hello", Format: TranscriptText}},
		"segment events":  {"data: {\"type\":\"transcript.text.segment\",\"text\":\"Hello there.\",\"start\":0,\"end\":2.5}\n\ndata: {\"type\":\"transcript.text.segment\",\"text\":\"How are you?\",\"start\":2.5,\"end\":4}\n\ndata: [DONE]\n", Transcript{Text: "Hello there. How are you?", Segments: two, Format: TranscriptText}},
		"lone surrogates": {`{"text":"a\ud83d b"}`, Transcript{Text: "a\uFFFD b", Format: TranscriptJSON}},
	} {
		got, p := parseTranscript([]byte(c.body))
		got.Raw = ""
		if p.fault != nil || p.cut || !p.known || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v (%+v)", name, got, c.want, p)
		}
	}
}

func TestWhatIsNoTranscriptIsNotShownAsOne(t *testing.T) {
	for body, want := range map[string]failure.Kind{
		`{"error":{"message":"Invalid file format.","type":"invalid_request_error"}}`: failure.BadRequest,
		`{"error":"model is loading"}`:        failure.Loading,
		`{"detail":"Not authenticated"}`:      failure.Auth,
		`{"id":"x","object":"transcription"}`: failure.BadReply,
		`{"text":"   "}`:                      failure.EmptyReply,
		`{"text":null}`:                       failure.EmptyReply,
		`null`:                                failure.EmptyReply,
		"":                                    failure.EmptyReply,
		"  \n":                                failure.EmptyReply,
		"<html><title>Sign in</title></html>": failure.WrongAddress,
		`{"text":"Hello the`:                  failure.Truncated,
		"data: {\"type\":\"transcript.text.delta\",\"delta\":\"Hel\"}\n\n": failure.Truncated,
		"event: error\ndata: {\"message\":\"No.\"}\n\n":                    failure.Server,
	} {
		head := "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
		got, err := rawClient([]byte(head+body), nil).Transcribe(t.Context(), TranscriptionRequest{Audio: strings.NewReader(string(silentWAV(10)))})
		var e *failure.Error
		if !errors.As(err, &e) || e.Kind != want {
			t.Errorf("%s: %+v, %v, want %s", body, got, err, want)
		}
	}
	head := "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
	got, err := rawClient([]byte(head+"Hello there"), nil).Transcribe(t.Context(), TranscriptionRequest{Audio: strings.NewReader(string(silentWAV(10)))})
	var e *failure.Error
	if !errors.As(err, &e) || e.Kind != failure.Network || got.Text != "Hello there" {
		t.Errorf("what came before the line was lost: %+v, %v", got, err)
	}
}

func TestTranscriptIsSavedAsWhatItIs(t *testing.T) {
	for body, want := range map[string][2]string{
		"1\n00:00:00,000 --> 00:00:01,000\nHi\n":            {".srt", "1\n00:00:00,000 --> 00:00:01,000\nHi\n"},
		"WEBVTT\n\n00:00.000 --> 00:01.000\nHi":             {".vtt", "WEBVTT\n\n00:00.000 --> 00:01.000\nHi"},
		`{"text":"1\n00:00:00,000 --> 00:00:01,000\nHi\n"}`: {".srt", "1\n00:00:00,000 --> 00:00:01,000\nHi\n"},
		`{"text":"Hi","segments":[{"text":"Hi"}]}`:          {".json", `{"text":"Hi","segments":[{"text":"Hi"}]}`},
		"Hi":   {".txt", "Hi"},
		`"Hi"`: {".txt", "Hi"},
		"data: {\"type\":\"transcript.text.done\",\"text\":\"Hi\"}\n\n": {".txt", "Hi"},
	} {
		got, _ := parseTranscript([]byte(body))
		if got.Ext() != want[0] || got.Raw != want[1] {
			t.Errorf("%q is saved as %s: %q", body, got.Ext(), got.Raw)
		}
	}
}
