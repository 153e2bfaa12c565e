package practice_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlando/client"
	"parlando/client/failure"
	"parlando/client/practice"
)

// connect makes a client of an instant practice gateway, in memory.
func connect(t *testing.T, o practice.Options) *client.Client {
	t.Helper()
	if o.TokenInterval == 0 {
		o.TokenInterval = -1
	}
	address, err := client.ParseAddress(practice.Address)
	if err != nil {
		t.Fatal(err)
	}
	return client.New(client.Options{Address: address, Key: practice.Key, Transport: practice.New(o).Transport()})
}

func say(role, text string) client.Message {
	return client.Message{Role: role, Content: []client.ContentPart{{Text: text}}}
}

func ask(model, text string) client.ChatRequest {
	return client.ChatRequest{Model: model, Messages: []client.Message{say("user", text)}}
}

// fullReply is a whole reply.
type fullReply struct {
	texts    map[int]string
	thought  string
	finish   map[int]string
	model    string
	usage    *client.Usage
	complete bool
	chunks   int
	images   []string
}

func listen(t *testing.T, c *client.Client, r client.ChatRequest) (fullReply, error) {
	t.Helper()
	got := fullReply{texts: map[int]string{}, finish: map[int]string{}}
	s, err := c.Chat(t.Context(), r)
	if err != nil {
		return got, err
	}
	defer func() { _ = s.Close() }()
	for s.Next() {
		chunk := s.Chunk()
		got.chunks++
		got.model = chunk.Model
		if chunk.Usage != nil {
			got.usage = chunk.Usage
		}
		for _, d := range chunk.Choices {
			got.texts[d.Index] += d.Text
			got.thought += d.Reasoning
			got.images = append(got.images, d.Images...)
			if d.FinishReason != "" {
				got.finish[d.Index] = d.FinishReason
			}
		}
	}
	got.complete = s.Complete()
	return got, s.Err()
}

func kindOf(err error) failure.Kind {
	var e *failure.Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

func TestWriterShowsEveryKindOfText(t *testing.T) {
	got, err := listen(t, connect(t, practice.Options{}), ask(practice.WriterModel, "Which program runs a *lighthouse*?"))
	if err != nil || !got.complete || got.finish[0] != "stop" || got.model != practice.WriterModel {
		t.Fatalf("%v, %+v", err, got)
	}
	for _, part := range []string{"## Which program runs a", "> Which program runs a \\*lighthouse\\*?", "| Words | 5 |", "   - ", "- [x] ", "- [ ] ", "```", "~~", "](https://", "`inline code`", "*This is a practice reply"} {
		if !strings.Contains(got.texts[0], part) {
			t.Errorf("the reply lacks %q:\n%s", part, got.texts[0])
		}
	}
	if got.chunks < 100 {
		t.Errorf("only %d chunks", got.chunks)
	}
	if got.usage == nil || got.usage.Total != got.usage.Prompt+got.usage.Completion || got.usage.Completion < 100 {
		t.Errorf("usage %+v", got.usage)
	}
}

func TestWhoAsksForANoteGetsOneAndNobodyCodeUnasked(t *testing.T) {
	c := connect(t, practice.Options{})
	for asked, want := range map[string]struct{ note, code bool }{
		"Write a note to my neighbor about the noise": {note: true},
		"Help me with a letter to the council":        {note: true},
		"What is a lighthouse for?":                   {},
		"What should I cook tonight?":                 {},
		"Show me a script in Python":                  {code: true},
	} {
		got, err := listen(t, c, ask(practice.WriterModel, asked))
		if err != nil {
			t.Fatal(err)
		}
		text := got.texts[0]
		if note := strings.Contains(text, "Dear **[name]**"); note != want.note {
			t.Errorf("%s: a note: %v", asked, note)
		}
		if code := strings.Contains(text, "`"); code != want.code {
			t.Errorf("%s: code: %v", asked, code)
		}
		if !strings.HasSuffix(text, "*This is a practice reply, made up by Parlando. No AI model read your message.*") {
			t.Errorf("%s: what wrote it is not said", asked)
		}
	}
}

func TestWriterShowsFormulasWhenAskedForThem(t *testing.T) {
	c := connect(t, practice.Options{})
	for asked, want := range map[string]bool{"Show me an equation": true, "Formulas, please": true, "The formulation of a letter": false} {
		got, err := listen(t, c, ask(practice.WriterModel, asked))
		if err != nil {
			t.Fatal(err)
		}
		for _, formula := range []string{`\(a^2 + b^2 = c^2\)`, `$\frac{a+b}{2}$`, `$$f(x) = 3x^2 + 2x + 1$$`, `$$x = \frac{-b`} {
			if strings.Contains(got.texts[0], formula) != want {
				t.Errorf("%s: %s: not %v", asked, formula, want)
			}
		}
	}
}

func TestWholeReplyIsTheStreamedOne(t *testing.T) {
	c := connect(t, practice.Options{})
	seed := int64(7)
	r := ask(practice.WriterModel, "Compare me")
	r.Seed = &seed
	streamed, err := listen(t, c, r)
	if err != nil {
		t.Fatal(err)
	}
	r.Omit = []string{"stream"}
	whole, err := listen(t, c, r)
	if err != nil || !whole.complete {
		t.Fatal(err, whole.complete)
	}
	if whole.texts[0] != streamed.texts[0] || !reflect.DeepEqual(whole.usage, streamed.usage) {
		t.Errorf("differ:\n%s\n---\n%s", whole.texts[0], streamed.texts[0])
	}
}

func TestSeedRepeatsAndTemperatureChangesTheText(t *testing.T) {
	c := connect(t, practice.Options{})
	text := func(seed *int64, temperature *float64) string {
		r := ask(practice.WriterModel, "Tell me something?")
		r.Seed, r.Temperature = seed, temperature
		got, err := listen(t, c, r)
		if err != nil {
			t.Fatal(err)
		}
		return got.texts[0]
	}
	one, two := int64(1), int64(2)
	if first, again := text(&one, nil), text(&one, nil); first != again {
		t.Error("the same seed gave two texts")
	}
	if text(&one, nil) == text(&two, nil) {
		t.Error("two seeds gave the same text")
	}
	zero, high := 0.0, 1.9
	if first, again := text(nil, &zero), text(nil, &zero); first != again {
		t.Error("temperature 0 gave two texts")
	}
	if hot := text(&one, &high); hot == text(&one, nil) || !strings.Contains(hot, "creativity") {
		t.Errorf("temperature changed nothing:\n%s", hot)
	}
}

func TestChoicesStopWordsAndLongestReply(t *testing.T) {
	c := connect(t, practice.Options{})
	r := ask(practice.WriterModel, "Three of you")
	r.N = 3
	got, err := listen(t, c, r)
	if err != nil || len(got.texts) != 3 || got.finish[2] != "stop" || got.texts[0] == got.texts[1] {
		t.Fatalf("%v, %d choices, %v", err, len(got.texts), got.finish)
	}
	r.N, r.Stop = 0, []string{"table"}
	if got, err = listen(t, c, r); err != nil || strings.Contains(got.texts[0], "table") || got.finish[0] != "stop" {
		t.Errorf("stop: %v, %q", err, got.texts[0])
	}
	limit := 10
	r.Stop, r.MaxTokens = nil, &limit
	if got, err = listen(t, c, r); err != nil || got.finish[0] != "length" || got.usage.Completion != 10 {
		t.Errorf("max_tokens: %v, %v, %+v", err, got.finish, got.usage)
	}
}

func TestReasoningIsSeparateFromTheText(t *testing.T) {
	got, err := listen(t, connect(t, practice.Options{}), ask(practice.WriterModel, "Think about it first"))
	if err != nil || !strings.Contains(got.thought, "Think about it first") || strings.Contains(got.texts[0], "I should not pretend") {
		t.Errorf("%v, thought %q", err, got.thought)
	}
}

func TestInstructionsAreAcknowledged(t *testing.T) {
	r := ask(practice.WriterModel, "Hello")
	r.Messages = append([]client.Message{say("system", "Speak like a pirate.")}, r.Messages...)
	got, err := listen(t, connect(t, practice.Options{}), r)
	if err != nil || !strings.Contains(got.texts[0], "Speak like a pirate.") {
		t.Errorf("%v, %q", err, got.texts[0])
	}
}

// redPicture is a landscape of red with a dark blue quarter at the bottom.
func redPicture(t *testing.T) string {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 120, 60))
	for y := range 60 {
		for x := range 120 {
			c := color.NRGBA{220, 30, 30, 255}
			if y >= 45 {
				c = color.NRGBA{10, 10, 90, 255}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
}

func TestEyesMeasureThePicture(t *testing.T) {
	c := connect(t, practice.Options{})
	r := ask(practice.VisionModel, "What is this?")
	r.Messages[0].Content = append(r.Messages[0].Content, client.ContentPart{ImageURL: redPicture(t)})
	got, err := listen(t, c, r)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"PNG", "120 × 60", "landscape", "**red** and **dark blue**", "| Red | 75% |"} {
		if !strings.Contains(got.texts[0], part) {
			t.Errorf("the reply lacks %q:\n%s", part, got.texts[0])
		}
	}
	if got, err = listen(t, c, ask(practice.VisionModel, "What is this?")); err != nil || !strings.Contains(got.texts[0], "I don't see a picture") {
		t.Errorf("without a picture: %v, %q", err, got.texts[0])
	}
	r.Model = practice.WriterModel
	if _, err = listen(t, c, r); kindOf(err) != failure.NoVision {
		t.Errorf("a model that cannot see answered a picture with %v", err)
	}
	r.Model = practice.VisionModel
	r.Messages[0].Content[1].ImageURL = "data:image/png;base64,AAAA"
	if _, err = listen(t, c, r); kindOf(err) != failure.BadPicture {
		t.Errorf("a damaged picture was answered with %v", err)
	}
	r.Messages[0].Content[1].ImageURL = "https://pictures.example/cat.png"
	if got, err = listen(t, c, r); err != nil || !strings.Contains(got.texts[0], "doesn't load pictures") {
		t.Errorf("a picture by address: %v, %q", err, got.texts[0])
	}
}

func TestTheFailingModelFailsAsAsked(t *testing.T) {
	for word, want := range map[string]failure.Kind{
		"cut off please": failure.Truncated, "refuse my KEY": failure.Auth,
		"a server fault": failure.Server, "far too long": failure.TooLong, "empty": failure.EmptyReply,
		"gibberish": failure.WrongAddress, "credit": failure.Credit, "unknown model": failure.NotFound,
	} {
		_, err := listen(t, connect(t, practice.Options{}), ask(practice.FailingModel, word))
		if kindOf(err) != want {
			t.Errorf("%q gave %v, want %s", word, err, want)
		}
	}
	for word, want := range map[string]string{"filter": "content_filter", "length": "length"} {
		got, err := listen(t, connect(t, practice.Options{}), ask(practice.FailingModel, word))
		if err != nil || got.finish[0] != want {
			t.Errorf("%q gave %v, %v", word, got.finish, err)
		}
	}
	got, err := listen(t, connect(t, practice.Options{}), ask(practice.FailingModel, "hello"))
	if err != nil || !strings.Contains(got.texts[0], "| **cut off** |") || !strings.Contains(got.texts[0], "| **silent** |") {
		t.Errorf("the list: %v, %q", err, got.texts[0])
	}
}

func TestCutReplyGoesOnWhereItStopped(t *testing.T) {
	c := connect(t, practice.Options{})
	r := ask(practice.FailingModel, "cut off")
	cut, err := listen(t, c, r)
	if kindOf(err) != failure.Truncated || cut.texts[0] == "" {
		t.Fatal(err)
	}
	r.Messages = append(r.Messages, say("assistant", cut.texts[0]))
	rest, err := listen(t, c, r)
	if err != nil || !strings.HasPrefix(rest.texts[0], "which is that") {
		t.Errorf("%v, %q", err, rest.texts[0])
	}
	r.Messages[1] = say("assistant", "Words nobody wrote")
	if rest, err = listen(t, c, r); err != nil || !strings.Contains(rest.texts[0], "practice goes on") {
		t.Errorf("%v, %q", err, rest.texts[0])
	}
}

// Parlando asks in words, because services differ about requests that end with the reply itself.
func TestCutReplyGoesOnWhenAskedToInWords(t *testing.T) {
	c := connect(t, practice.Options{})
	r := ask(practice.FailingModel, "cut off")
	cut, err := listen(t, c, r)
	if kindOf(err) != failure.Truncated {
		t.Fatal(err)
	}
	r.Messages = append(r.Messages, say("assistant", cut.texts[0]), say("user", "Please continue exactly where your last message stopped."))
	rest, err := listen(t, c, r)
	if err != nil || !strings.HasPrefix(rest.texts[0], "which is that everything you saw") {
		t.Errorf("%v, %+v", err, rest.texts)
	}
	// What is whole has no rest; and a question that only begins like this is a question.
	r.Messages = append(ask(practice.WriterModel, "Hello").Messages, say("assistant", cut.texts[0]+rest.texts[0]), say("user", "Please continue."))
	r.Model = practice.WriterModel
	if whole, err := listen(t, c, r); err != nil || !strings.Contains(whole.texts[0], "> Please continue.") {
		t.Errorf("%v, %+v", err, whole.texts)
	}
	r.Messages = append(ask(practice.WriterModel, "Hello").Messages, say("assistant", "I beg"), say("user", "Continue with a poem"))
	if poem, err := listen(t, c, r); err != nil || !strings.Contains(poem.texts[0], "> Continue with a poem") {
		t.Errorf("%v, %+v", err, poem.texts)
	}
}

func TestBusyAnswersAfterTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		c := connect(t, practice.Options{})
		got, err := listen(t, c, ask(practice.FailingModel, "busy"))
		var refused *failure.Error
		if errors.As(err, &refused) && refused.Kind == failure.RateLimit {
			// A client that does not wait by itself is told how long.
			time.Sleep(refused.RetryAfter + time.Second)
			got, err = listen(t, c, ask(practice.FailingModel, "busy"))
		}
		if err != nil || !strings.Contains(got.texts[0], "Thank you for waiting") {
			t.Errorf("%v, %q", err, got.texts[0])
		}
		if took := time.Since(start); took < 20*time.Second || took > 30*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

func TestASilentFailureEndsByTheWatchdogInVirtualTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		got, err := listen(t, connect(t, practice.Options{}), ask(practice.FailingModel, "silent"))
		if kindOf(err) != failure.NoData || got.texts[0] == "" {
			t.Errorf("%v, %q", err, got.texts[0])
		}
		if took := time.Since(start); took != 60*time.Second {
			t.Errorf("silence was noticed after %v", took)
		}
	})
}

func TestTokensComeAtReadingSpeedAndSlowIsTenTimesSlower(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		took := func(model string) time.Duration {
			start := time.Now()
			limit := 40
			r := ask(model, "Hello")
			r.MaxTokens = &limit
			if _, err := listen(t, connect(t, practice.Options{TokenInterval: 25 * time.Millisecond}), r); err != nil {
				t.Error(err)
			}
			return time.Since(start)
		}
		fast, slow := took(practice.WriterModel), took(practice.SlowModel)
		if fast < time.Second || fast > 2*time.Second || slow < 9*fast {
			t.Errorf("40 tokens took %v and %v", fast, slow)
		}
	})
}

func TestStopEndsTheRequestAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s, err := connect(t, practice.Options{TokenInterval: time.Second}).Chat(ctx, ask(practice.WriterModel, "Hello"))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		if !s.Next() {
			t.Fatal(s.Err())
		}
		time.AfterFunc(1500*time.Millisecond, cancel)
		for s.Next() {
		}
		pressed := time.Now()
		if !errors.Is(s.Err(), context.Canceled) || s.Complete() {
			t.Errorf("%v, complete %v", s.Err(), s.Complete())
		}
		synctest.Wait()
		if late := time.Since(pressed); late > 200*time.Millisecond {
			t.Errorf("ended %v late", late)
		}
	})
}

func TestModelsTellWhatTheyCan(t *testing.T) {
	models, err := connect(t, practice.Options{}).Models(t.Context())
	if err != nil || len(models) != 10 {
		t.Fatalf("%v, %v", models, err)
	}
	for _, m := range models {
		chats := strings.HasPrefix(m.ID, "practice-") && m.ID != practice.VoiceMiniModel && m.ID != practice.TranscriptionModel
		if m.Name == "" || (m.Context > 0) != chats || m.AcceptsPictures == nil || *m.AcceptsPictures != (m.ID == practice.VisionModel) || m.AcceptsTools == nil || *m.AcceptsTools != (m.ID == practice.ToolModel) {
			t.Errorf("%+v", m)
		}
	}
}

// post sends a raw body to the gateway over a real socket and returns status and error object.
func post(t *testing.T, server *httptest.Server, method, path, key, contentType, body string) (int, map[string]any, http.Header) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", contentType)
	if key != "" {
		r.Header.Set("Authorization", key)
	}
	status, data, header := send(t, server, r)
	return status, refusal(t, data), header
}

// postFor posts with the right key and returns the body too.
func postFor(t *testing.T, server *httptest.Server, path, contentType, body string) (int, map[string]any, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("Authorization", "Bearer "+practice.Key)
	status, data, _ := send(t, server, r)
	if status == http.StatusOK {
		return status, nil, data
	}
	return status, refusal(t, data), data
}

func send(t *testing.T, server *httptest.Server, r *http.Request) (int, []byte, http.Header) {
	t.Helper()
	response, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, data, response.Header
}

// refusal is the error object of a body.
func refusal(t *testing.T, data []byte) map[string]any {
	t.Helper()
	var o struct{ Error map[string]any }
	if err := json.Unmarshal(data, &o); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	return o.Error
}

func TestEveryRuleOfARequestIsKept(t *testing.T) {
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1}))
	defer server.Close()
	const good = `"model":"practice-writer","messages":[{"role":"user","content":"Hi"}]`
	for _, c := range []struct {
		body   string
		status int
		param  any
	}{
		{`{` + good + `}`, 200, nil},
		{`{` + good + `,"temperature":2,"top_p":0,"frequency_penalty":-2,"presence_penalty":2,"max_tokens":1,"stop":"x","seed":1,"n":2,"user":"u","stream":false}`, 200, nil},
		{`{` + good + `,"temperature":null,"stop":["a","b"],"tools":[],"response_format":{"type":"text"}}`, 200, nil},
		{`{` + good + `,"temperature":2.1}`, 400, "temperature"},
		{`{` + good + `,"temperature":"hot"}`, 400, "temperature"},
		{`{` + good + `,"top_p":1.01}`, 400, "top_p"},
		{`{` + good + `,"frequency_penalty":-2.1}`, 400, "frequency_penalty"},
		{`{` + good + `,"presence_penalty":3}`, 400, "presence_penalty"},
		{`{` + good + `,"max_tokens":0}`, 400, "max_tokens"},
		{`{` + good + `,"max_tokens":1.5}`, 400, "max_tokens"},
		{`{` + good + `,"n":0}`, 400, "n"},
		{`{` + good + `,"n":1e300}`, 400, "n"},
		{`{` + good + `,"seed":"x"}`, 400, "seed"},
		{`{` + good + `,"stop":["a","b","c","d","e"]}`, 400, "stop"},
		{`{` + good + `,"stop":["a",null]}`, 400, "stop"},
		{`{` + good + `,"stream":"yes"}`, 400, "stream"},
		{`{` + good + `,"user":5}`, 400, "user"},
		{`{` + good + `,"stream_options":{"include_usage":true}}`, 400, "stream_options"},
		{`{` + good + `,"tools":[{"type":"function"}]}`, 400, "tools"},
		{`{` + good + `,"response_format":{"type":"json_object"}}`, 400, "response_format"},
		{`{"messages":[{"role":"user","content":"Hi"}]}`, 400, "model"},
		{`{"model":"practice-writer"}`, 400, "messages"},
		{`{"model":"practice-writer","messages":[]}`, 400, "messages"},
		{`{"model":"practice-writer","messages":[{"role":"wizard","content":"Hi"}]}`, 400, "messages[0].role"},
		{`{"model":"practice-writer","messages":[{"role":"user"}]}`, 400, "messages[0].content"},
		{`{"model":"practice-writer","messages":[{"role":"user","content":[{"type":"video"}]}]}`, 400, "messages[0].content[0]"},
		{`{"model":"nobody","messages":[{"role":"user","content":"Hi"}]}`, 404, "model"},
		{`{"model":`, 400, nil},
		{`{"model":"practice-writer","messages":[{"role":"user","content":"` + strings.Repeat("word ", 40000) + `"}]}`, 400, "messages"},
	} {
		status, e, header := post(t, server, "POST", "/v1/chat/completions", "Bearer "+practice.Key, "application/json", c.body)
		if status != c.status || e["param"] != c.param {
			t.Errorf("%.120s: %d %v, want %d %v", c.body, status, e, c.status, c.param)
		}
		if header.Get("X-Request-Id") == "" {
			t.Errorf("%.120s: no request id", c.body)
		}
		message, _ := e["message"].(string)
		if param, _ := c.param.(string); param != "" && (message == "" || len(message) > 200) {
			t.Errorf("%.120s: the message is %q", c.body, message)
		}
	}
}

func TestKeysPathsAndMethodsAreChecked(t *testing.T) {
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1}))
	defer server.Close()
	for _, c := range []struct {
		method, path, key, kind string
		status                  int
	}{
		{"GET", "/v1/models", "", "", 401},
		{"GET", "/v1/models", "Bearer wrong", "", 401},
		{"GET", "/v1/models", "Basic " + practice.Key, "", 401},
		{"GET", "/v1/models", "Bearer", "", 401},
		{"GET", "/v1/models", "Bearer ", "", 401},
		{"GET", "/v1/models", practice.Key, "", 401},
		{"GET", "/v1/models", "Bearer " + practice.Key + "x", "", 401},
		{"GET", "/v1/models", "Bearer  " + practice.Key + " ", "", 200},
		{"GET", "/v1/models/", "Bearer " + practice.Key, "", 404},
		{"GET", "//v1/models", "Bearer " + practice.Key, "", 404},
		{"POST", "/v1/v1/chat/completions", "Bearer " + practice.Key, "application/json", 404},
		{"POST", "/v1/chat/completions/", "Bearer " + practice.Key, "application/json", 404},
		{"POST", "/v1/chat/../chat/completions", "Bearer " + practice.Key, "application/json", 404},
		{"DELETE", "/v1/chat/completions", "Bearer " + practice.Key, "", 405},
		{"PUT", "/v1/audio/transcriptions", "Bearer " + practice.Key, "", 405},
		{"GET", "/v1/audio/transcriptions", "", "", 401},
		{"GET", "/v1/models", "bearer " + practice.Key, "", 200},
		{"GET", "/v1/models/practice-eyes", "Bearer " + practice.Key, "", 200},
		{"GET", "/v1/models/none", "Bearer " + practice.Key, "", 404},
		{"GET", "/v1/chat/completions", "Bearer " + practice.Key, "", 405},
		{"POST", "/v1/models", "Bearer " + practice.Key, "application/json", 405},
		{"POST", "/v1/unknown", "Bearer " + practice.Key, "application/json", 404},
		{"POST", "/v1/chat/completions", "Bearer " + practice.Key, "text/plain", 415},
	} {
		status, e, header := post(t, server, c.method, c.path, c.key, c.kind, "{}")
		if status != c.status {
			t.Errorf("%s %s with %q: %d, want %d", c.method, c.path, c.key, status, c.status)
		}
		if message, _ := e["message"].(string); status >= 400 && (message == "" || e["type"] == nil || strings.Contains(message, practice.Key)) {
			t.Errorf("%s %s: the error is %v", c.method, c.path, e)
		}
		if allow := header.Get("Allow"); status == 405 && allow != "GET" && allow != "POST" || status == 401 && header.Get("WWW-Authenticate") != "Bearer" {
			t.Errorf("%s %s: %d with the headers %v", c.method, c.path, status, header)
		}
	}
}
