package client

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"parlando/client/failure"
	"parlando/client/wire"

	"pgregory.net/rapid"
)

// seed adds the bodies of the corpus's answers of the given kinds, as a client reads them off the
// wire.
func seed(f *testing.F, kinds ...string) {
	f.Helper()
	for _, c := range wireCases(f) {
		if !slices.Contains(kinds, c.Kind) {
			continue
		}
		response, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(c.bytes(f))), nil)
		if err != nil {
			continue
		}
		// What came before a fault is a good seed too.
		body, _ := io.ReadAll(io.LimitReader(response.Body, 8_000))
		_ = response.Body.Close()
		f.Add(body)
	}
}

// FuzzStream looks for streams that make the reader panic, hang or break its promises.
func FuzzStream(f *testing.F) {
	seed(f, "chat-stream")
	f.Fuzz(func(t *testing.T, body []byte) { checkReply(t, body, hello()) })
}

// FuzzReply looks for the same in answers that were asked for whole. Where plain JSON says what the
// text is, the text must be that.
func FuzzReply(f *testing.F) {
	seed(f, "chat", "chat-stream")
	// Reading each level anew took seconds.
	f.Add([]byte(`{"choices":[{"message":{"content":` + strings.Repeat("[", 9000) + `"x"` + strings.Repeat("]", 9000) + `}}]}`))
	f.Add([]byte(`{"choices":[{"message":{"images":[` + strings.Repeat(`{"url":`, 9000) + `"x"` + strings.Repeat("}", 9000) + `]}}]}`))
	request := hello()
	request.Omit = []string{"stream"}
	f.Fuzz(func(t *testing.T, body []byte) {
		got := checkReply(t, body, request)
		if want, ok := plainText(body); ok && (got.choices[0] == nil || got.choices[0].Text != want) {
			t.Errorf("text %+v, want %q", got.choices[0], want)
		}
	})
}

// hasEnd matches whatever may tell that a reply is over.
var hasEnd = regexp.MustCompile(`(?i)\[done\]|finish_reason|message|\\u00`)

// checkReply reads body twice, in one piece and in small ones, and checks what every reply
// promises.
func checkReply(t *testing.T, body []byte, request ChatRequest) reply {
	got := collect(memoryClient(body, nil), t.Context(), request)
	if (got.err == nil) && !got.complete {
		t.Error("no error and no end")
	}
	if got.complete && !hasEnd.Match(body) && body[0] != 0x1f {
		t.Error("complete without an end")
	}
	small := collect(memoryClient(body, func(int) int { return 7 }), t.Context(), request)
	if len(small.choices) != len(got.choices) || small.complete != got.complete {
		t.Errorf("the reply depends on how the bytes arrive:\n%+v\n%+v", got, small)
	}
	for i, d := range got.choices {
		if other := small.choices[i]; other == nil || other.Text != d.Text || other.Reasoning != d.Reasoning || other.FinishReason != d.FinishReason {
			t.Errorf("choice %d depends on how the bytes arrive:\n%+v\n%+v", i, d, other)
		}
		if !utf8.ValidString(d.Text) || !utf8.ValidString(d.Reasoning) || !utf8.ValidString(d.Refusal) {
			t.Errorf("choice %d is no UTF-8: %+v", i, d)
		}
		if len(d.ToolCalls) > 0 && !got.complete {
			t.Error("a tool call without an end")
		}
		for _, call := range d.ToolCalls {
			if !json.Valid([]byte(call.Arguments)) || call.ID == "" || call.Name == "" {
				t.Errorf("a tool call that is not whole: %+v", call)
			}
		}
	}
	return got
}

// plainText is the text of a reply that has one choice with a message of a plain string, as
// encoding/json reads it; ok is false for every other body, and where the reader is right to see
// more in it.
func plainText(body []byte) (text string, ok bool) {
	if !utf8.Valid(body) || bytes.Contains(body, []byte("data:")) || bytes.ContainsAny(body, "\r\n") {
		return "", false
	}
	var top map[string]json.RawMessage
	var choices []map[string]json.RawMessage
	var message map[string]json.RawMessage
	if json.Unmarshal(body, &top) != nil || json.Unmarshal(top["choices"], &choices) != nil || len(choices) != 1 ||
		json.Unmarshal(choices[0]["message"], &message) != nil || json.Unmarshal(message["content"], &text) != nil {
		return "", false
	}
	// Errors, thinking in the text, and fields that outrank the message are rules of their own.
	lower := bytes.ToLower(body)
	for _, word := range []string{"error", "delta", "index", "<think", `\u`, "type", "detail", "[done]"} {
		if bytes.Contains(lower, []byte(word)) {
			return "", false
		}
	}
	return text, text != ""
}

// longerInLowerCase is a page that has more bytes in lower case than as it is.
var longerInLowerCase = []byte("<html\x98\xd9\xfc\xc1<title")

// FuzzErrorBody looks for error bodies that make their reader panic or let the key through.
func FuzzErrorBody(f *testing.F) {
	seed(f, "error")
	f.Add(longerInLowerCase)
	// reading each level anew took seconds
	f.Add([]byte(strings.Repeat(`{"error":`, 6000) + "1" + strings.Repeat("}", 6000)))
	statuses := []int{400, 401, 403, 404, 422, 429, 500, 503}
	sent := []failure.Field{
		{Name: "temperature", Value: []byte("1.5")}, {Name: "stop", Value: []byte(`["\n"]`)}, {Name: "language", Value: []byte(`"de"`)},
	}
	const key = "sk-secret-0123456789"
	request := failure.Request{Key: key, HasImages: true, Fields: sent}
	f.Fuzz(func(t *testing.T, body []byte) {
		// one for each body, so that eight times as many bodies are tried
		status := statuses[len(body)%len(statuses)]
		for _, method := range []string{http.MethodPost, http.MethodGet} {
			request.ModelList = method == http.MethodGet
			e := refused(request, status, string(body))
			if e.Kind == "" || e.Detail == "" {
				t.Errorf("%d: an error that says nothing: %+v", status, e)
			}
			if !utf8.ValidString(e.Detail) || utf8.RuneCountInString(e.Detail) > failure.MaxDetail || strings.Contains(e.Detail, key) {
				t.Errorf("%d: detail %q", status, e.Detail)
			}
			if r := e.Refusal; r != nil && (!utf8.ValidString(r.Reason) ||
				utf8.RuneCountInString(r.Reason) > 300 || strings.Contains(r.Reason, key)) {
				t.Errorf("%d: refusal %+v", status, r)
			}
			if e.RetryAfter < 0 || e.RetryAfter > 10*365*24*time.Hour {
				t.Errorf("%d: wait %v", status, e.RetryAfter)
			}
		}
		e := failure.Request{Key: key}.NewBodyError(failure.ParseErrorBody(body), "")
		if e.Kind == "" {
			t.Errorf("in a stream: %+v", e)
		}
	})
}

// FuzzModels looks for catalogs that make their reader panic or break its promises.
func FuzzModels(f *testing.F) {
	seed(f, "models")
	f.Add(longerInLowerCase)
	f.Fuzz(func(t *testing.T, body []byte) {
		models, err := memoryClient(body, nil).Models(t.Context())
		if err != nil && len(models) > 0 {
			t.Errorf("an error and %d models", len(models))
		}
		seen := map[string]bool{}
		for _, m := range models {
			if m.ID == "" || seen[m.ID] || m.Context < 0 {
				t.Errorf("model %+v", m)
			}
			seen[m.ID] = true
		}
	})
}

// FuzzTranscript looks for transcripts, in any of the five formats or none, that make their reader
// panic or break its promises.
func FuzzTranscript(f *testing.F) {
	seed(f, "transcription")
	f.Add([]byte("WEBVTT\n\n00:01.000 --> 00:02.500\nYes.\n\n1\n00:00:02,5 --> 00:00:03,000 align:start\n<v Bob>No &amp; no</v>\n"))
	f.Add([]byte("[\"td\xfa")) // a list that is cut within a broken character
	recording := []byte("RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00")
	f.Fuzz(func(t *testing.T, body []byte) {
		ask := func(pieces func(int) int) (Transcript, error) {
			return memoryClient(body, pieces).Transcribe(t.Context(), TranscriptionRequest{Model: "m", Audio: bytes.NewReader(recording)})
		}
		got, err := ask(nil)
		if err == nil && got.Text == "" {
			t.Errorf("no error and no text: %+v", got)
		}
		if err == nil && (got.Format == "" || got.Ext() == "" || got.Raw == "") {
			t.Errorf("nothing to write to a file: %+v", got)
		}
		if !utf8.ValidString(got.Text) || !utf8.ValidString(got.Raw) || got.Text != strings.TrimSpace(got.Text) || got.Duration < 0 {
			t.Errorf("%+v", got)
		}
		for _, span := range slices.Concat(got.Segments, got.Words) {
			if !utf8.ValidString(span.Text) || span.Start < 0 || span.End < span.Start || !span.Timed && span.End != 0 {
				t.Errorf("%+v", span)
			}
		}
		small, smallErr := ask(func(int) int { return 7 })
		if !reflect.DeepEqual(got, small) || (err == nil) != (smallErr == nil) {
			t.Errorf("the transcript depends on how the bytes arrive:\n%+v %v\n%+v %v", got, err, small, smallErr)
		}
	})
}

// FuzzSpeech looks for answers to a wish for sound that make their reader panic, hang or change the
// sound.
func FuzzSpeech(f *testing.F) {
	seed(f, "speech")
	f.Add([]byte("{0\x80"))                                     // samples that begin as JSON does
	f.Add([]byte(strings.Repeat("A", 80) + "\xff\x00\xff\x00")) // or as text
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, format := range []AudioFormat{"", AudioPCM} {
			listen := func(pieces func(int) int) ([]byte, AudioFormat, error) {
				speech, err := memoryClient(body, pieces).Speech(t.Context(), SpeechRequest{Model: "m", Voice: "v", Input: "Hi", Format: format})
				if err != nil {
					return nil, "", err
				}
				defer func() { _ = speech.Close() }()
				sound, err := io.ReadAll(speech)
				return sound, speech.Format(), err
			}
			got, kind, err := listen(nil)
			if err == nil && len(got) == 0 {
				t.Error("no error and no sound")
			}
			if sniffAudio(body) != "" && body[0] != 0x1f && (err != nil || !bytes.Equal(got, body)) {
				t.Errorf("%d bytes of sound became %d, %v", len(body), len(got), err)
			}
			// What is a whole JSON value or page so far is taken for that, since nothing else may
			// come.
			size := 1
			if slices.Contains([]byte("{[<"), wire.FirstByte(body)) {
				size = sniffLength
			}
			small, smallKind, smallErr := listen(func(n int) int { return min(n, size) })
			if !bytes.Equal(got, small) || kind != smallKind || (err == nil) != (smallErr == nil) {
				t.Errorf("asked for %q, the sound depends on how the bytes arrive: %d bytes of %q, %v; %d bytes of %q, %v", format, len(got), kind, err, len(small), smallKind, smallErr)
			}
		}
	})
}

// FuzzFastAndLooseReaderAgree looks for chunks, one a line, that the two decoders read differently.
func FuzzFastAndLooseReaderAgree(f *testing.F) {
	seed(f, "chat-stream")
	for i := range 50 {
		f.Add(bytes.Join(rapid.Custom(chunks).Example(i), []byte("\n")))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var fast fastDecoder
		for line := range bytes.SplitSeq(body, []byte("\n")) {
			same(t, &fast, bytes.TrimPrefix(line, []byte("data: ")))
		}
	})
}
