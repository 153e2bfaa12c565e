package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"parlando/client/failure"
)

// reply is everything a caller of Chat learns.
type reply struct {
	choices  map[int]*Delta
	model    string
	usage    *Usage
	complete bool
	err      error
}

func collect(client *Client, ctx context.Context, request ChatRequest) reply {
	got := reply{choices: map[int]*Delta{}}
	stream, err := client.Chat(ctx, request)
	if err != nil {
		got.err = err
		return got
	}
	defer func() { _ = stream.Close() }()
	for stream.Next() {
		chunk := stream.Chunk()
		if chunk.Model != "" {
			got.model = chunk.Model
		}
		if chunk.Usage != nil {
			got.usage = chunk.Usage
		}
		for _, d := range chunk.Choices {
			all := got.choices[d.Index]
			if all == nil {
				all = &Delta{Index: d.Index}
				got.choices[d.Index] = all
			}
			if d.TextWasReasoning {
				all.Reasoning, all.Text = all.Reasoning+all.Text, ""
			}
			all.Text += d.Text
			all.Reasoning += d.Reasoning
			all.Refusal += d.Refusal
			all.Images = append(all.Images, d.Images...)
			all.ToolCalls = append(all.ToolCalls, d.ToolCalls...)
			if d.FinishReason != "" {
				all.FinishReason = d.FinishReason
			}
		}
	}
	got.complete, got.err = stream.Complete(), stream.Err()
	return got
}

func (c wireCase) gradeReply(t *testing.T, got reply) {
	t.Helper()
	trim := func(s string) string {
		if c.Want.Trim {
			return strings.TrimSpace(s)
		}
		return s
	}
	for _, want := range c.Want.Choices {
		d := got.choices[want.Index]
		if d == nil {
			d = &Delta{}
		}
		if trim(d.Text) != trim(want.Text) {
			t.Errorf("choice %d: text %.200q, want %.200q", want.Index, d.Text, want.Text)
		}
		if want.Reasoning != nil && trim(d.Reasoning) != trim(*want.Reasoning) {
			t.Errorf("choice %d: reasoning %q, want %q", want.Index, d.Reasoning, *want.Reasoning)
		}
		if want.Refusal != nil && d.Refusal != *want.Refusal {
			t.Errorf("choice %d: refusal %q, want %q", want.Index, d.Refusal, *want.Refusal)
		}
		if want.Images != nil && !reflect.DeepEqual(d.Images, want.Images) {
			t.Errorf("choice %d: images %.200q, want %.200q", want.Index, d.Images, want.Images)
		}
		if n := c.Want.ImagesCount; n != nil && len(d.Images) != *n {
			t.Errorf("choice %d: %d images, want %d", want.Index, len(d.Images), *n)
		}
		if finish := wireFinish(d.FinishReason); finish != want.Finish {
			t.Errorf("choice %d: finish %q, want %q", want.Index, finish, want.Finish)
		}
		gradeCalls(t, want, d.ToolCalls)
	}
	if len(got.choices) > len(c.Want.Choices) && !c.Want.ExtraChoicesOK {
		t.Errorf("%d choices, want %d", len(got.choices), len(c.Want.Choices))
	}
	if c.Want.Complete != nil && got.complete != *c.Want.Complete {
		t.Errorf("complete %v, want %v", got.complete, *c.Want.Complete)
	}
	if c.Want.Model != "" && got.model != c.Want.Model {
		t.Errorf("model %q, want %q", got.model, c.Want.Model)
	}
	if c.Want.Usage != nil && (got.usage == nil || got.usage.Prompt != c.Want.Usage.Prompt || got.usage.Completion != c.Want.Usage.Completion || got.usage.Total != c.Want.Usage.Total) {
		t.Errorf("usage %v, want %v", got.usage, *c.Want.Usage)
	}
	c.gradeError(t, got.err)
}

// wireFinish is the word the corpus uses for a finish.
func wireFinish(finish string) string {
	switch finish {
	case "":
		return "none"
	case "stop", "length", "tool_calls", "content_filter", "error":
		return finish
	}
	return "other"
}

func gradeCalls(t *testing.T, want wireChoice, got []ToolCall) {
	t.Helper()
	if want.ToolCalls == nil {
		return
	}
	if len(got) != len(*want.ToolCalls) {
		t.Errorf("choice %d: %d tool calls, want %d", want.Index, len(got), len(*want.ToolCalls))
		return
	}
	ids := map[string]bool{}
	for i, w := range *want.ToolCalls {
		g := got[i]
		if g.ID == "" || ids[g.ID] || w.ID != "*" && g.ID != w.ID {
			t.Errorf("call %d: id %q, want %q", i, g.ID, w.ID)
		}
		ids[g.ID] = true
		if g.Name != w.Name {
			t.Errorf("call %d: name %q, want %q", i, g.Name, w.Name)
		}
		var args any
		if err := json.Unmarshal([]byte(g.Arguments), &args); err != nil || !reflect.DeepEqual(args, w.Args) {
			t.Errorf("call %d: arguments %q, want %v (%v)", i, g.Arguments, w.Args, err)
		}
		for name, keep := range w.Keep {
			var value any
			if err := json.Unmarshal(g.Extra[name], &value); err != nil || !reflect.DeepEqual(value, keep) {
				t.Errorf("call %d: %s is %s, want %v", i, name, g.Extra[name], keep)
			}
		}
	}
}

// wireClass is the class of the corpus for a Kind: the corpus has a few coarser ones.
func wireClass(k failure.Kind) string {
	switch k {
	case failure.Quota:
		return string(failure.Credit)
	case failure.NoVision, failure.BadPicture:
		return string(failure.BadRequest)
	case failure.Loading:
		return string(failure.Server)
	case failure.TLS:
		return string(failure.Network)
	case failure.NoData:
		return string(failure.Timeout)
	}
	return string(k)
}

func (c wireCase) gradeError(t *testing.T, err error) {
	t.Helper()
	want := c.Want.Error
	if want == nil {
		if err != nil {
			t.Errorf("error %v, want none", err)
		}
		return
	}
	var e *failure.Error
	if !errors.As(err, &e) {
		t.Errorf("error %v, want class %s", err, want.Class)
		return
	}
	if class := wireClass(e.Kind); class != want.Class && string(e.Kind) != want.Class {
		t.Errorf("class %s, want %s (%s)", class, want.Class, e.Detail)
	}
	if want.Kind != "" && e.Kind != want.Kind {
		t.Errorf("kind %s, want %s (%s)", e.Kind, want.Kind, e.Detail)
	}
	for _, s := range want.Contains {
		if !strings.Contains(e.Detail, s) {
			t.Errorf("the detail lacks %q: %.300q", s, e.Detail)
		}
	}
	for _, s := range want.NotContains {
		if strings.Contains(e.Detail, s) {
			t.Errorf("the detail contains %q: %.300q", s, e.Detail)
		}
	}
	if want.Retryable != nil && e.Retryable() != *want.Retryable {
		t.Errorf("retryable %v, want %v", e.Retryable(), *want.Retryable)
	}
	if want.Param != "" && e.Param != want.Param {
		t.Errorf("param %q, want %q", e.Param, want.Param)
	}
	if got := refusalText(e.Refusal); want.Refusal != "" && got != want.Refusal {
		t.Errorf("refused %q, want %q", got, want.Refusal)
	}
	if want.RefusedFirst != "" {
		if all := failure.Refusals(err); len(all) == 0 || all[0].Field != want.RefusedFirst || !slices.Equal(all[0].Allowed, want.Allowed) {
			t.Errorf("refused %+v, want %s and %q", all, want.RefusedFirst, want.Allowed)
		}
	}
	if want.RetryAfter != nil && e.RetryAfter.Seconds() != *want.RetryAfter {
		t.Errorf("retry after %v, want %v s", e.RetryAfter, *want.RetryAfter)
	}
	if want.RetryMin != nil && e.RetryAfter.Seconds() < *want.RetryMin {
		t.Errorf("retry after %v, want at least %v s", e.RetryAfter, *want.RetryMin)
	}
	limit := failure.MaxDetail
	if want.MaxDetail > 0 {
		limit = want.MaxDetail
	}
	if n := utf8.RuneCountInString(e.Detail); n > limit {
		t.Errorf("the detail has %d characters, at most %d", n, limit)
	}
}

// gradeRetries asks once more of a service that answers with raw first and well afterwards, in
// virtual time: only what was refused for being too much is asked again, after the wait that was
// named or half a second, and what may be billed never is. A field that was refused is left out at
// once.
func (c wireCase) gradeRetries(t *testing.T, raw []byte) {
	t.Helper()
	fine := fineAnswer
	var dropped []string
	ask := func(s *script) (err error) {
		switch c.Kind {
		case "models":
			_, err = s.client(0).Models(t.Context())
		case "speech":
			var speech *Speech
			speech, err = s.client(0).Speech(t.Context(), SpeechRequest{Model: "m", Voice: "alloy", Input: "Hi", Format: AudioFormat(c.Asked.Format)})
			if err == nil {
				_, err = io.Copy(io.Discard, speech)
				_ = speech.Close()
			}
		case "transcription":
			_, err = s.client(0).Transcribe(t.Context(),
				TranscriptionRequest{Model: "m", Audio: bytes.NewReader(waveHead)})
		default:
			var stream *Stream
			if stream, err = s.client(0).Chat(t.Context(), c.chatRequest()); err == nil {
				for stream.Next() {
				}
				err, dropped = stream.Err(), failure.RefusedFields(stream.Dropped())
				_ = stream.Close()
			}
		}
		return err
	}
	s := &script{answers: []string{string(raw), fine}}
	began := time.Now()
	first := &script{answers: []string{string(raw)}}
	var e *failure.Error
	errors.As(ask(first), &e)
	want := 1
	var wait time.Duration
	if e != nil && (e.Status == 429 || e.Status == 503) {
		again := (e.Kind == failure.RateLimit || e.Kind == failure.Server || e.Kind == failure.Loading) && e.RetryAfter <= 2*time.Minute
		if w := c.Want.Error; w != nil && w.AutoRetry != nil {
			again = *w.AutoRetry
		}
		if again {
			want, wait = 2, e.RetryAfter
		}
	}
	if w := c.Want.Error; w != nil && w.Allowed != nil {
		want = 2 // with the first of them or without the field, at once
	}
	took := time.Since(began)
	if e != nil && e.Kind == failure.UnsupportedParam {
		want = 2
		if took != 0 {
			t.Errorf("waited %v to leave a field out", took)
		}
	}
	_ = ask(s)
	if len(s.at) != want {
		t.Fatalf("%d requests, want %d (%v)", len(s.at), want, e)
	}
	switch w := c.Want.Error; {
	case want == 1:
		if w != nil && w.AutoRetry != nil && *w.AutoRetry {
			t.Errorf("not asked again after %v", e)
		}
	case e.Kind == failure.UnsupportedParam, c.Want.Error.Allowed != nil:
		if s.waits()[0] != 0 || c.Kind != "transcription" && c.Kind != "speech" && len(dropped) != 1 {
			t.Errorf("asked again after %v without %q", s.waits()[0], dropped)
		}
	case wait > 0 && s.waits()[0] != wait,
		wait == 0 && (s.waits()[0] < 375*time.Millisecond || s.waits()[0] > 625*time.Millisecond):
		t.Errorf("waited %v, want %v", s.waits()[0], wait)
	}
}

// waveHead is the least that passes for a recording.
var waveHead = []byte("RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00")

func (c wireCase) gradeModels(t *testing.T, models []Model, err error) {
	t.Helper()
	ids := []string{}
	for _, m := range models {
		ids = append(ids, m.ID)
		want, ok := c.Want.Caps[m.ID]
		if !ok {
			continue
		}
		if want.ImageIn != nil && !reflect.DeepEqual(m.AcceptsPictures, want.ImageIn) ||
			want.Tools != nil && !reflect.DeepEqual(m.AcceptsTools, want.Tools) ||
			m.Context != want.Context {
			t.Errorf("%s: %+v is not as wanted", m.ID, m)
		}
	}
	if c.Want.Models != nil && !slices.Equal(ids, c.Want.Models) {
		t.Errorf("models %q, want %q", ids, c.Want.Models)
	}
	if c.Want.ManualEntry && (len(models) > 0 || err != nil && !errors.As(err, new(*failure.Error))) {
		t.Errorf("%d models and %v, so that nobody would type one", len(models), err)
	}
	c.gradeError(t, err)
}
