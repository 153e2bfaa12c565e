package ask_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"testing"

	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/assets/spoken"
	"parlando/client"
	"parlando/client/failure"
	"parlando/client/practice"
)

// world is the practice gateway with a catalog, and what was asked and reported.
type world struct {
	*ask.Service
	t        *testing.T
	catalog  *catalog.Catalog
	bodies   []string
	outcomes []ask.Outcome
	below    http.RoundTripper
}

func newWorld(t *testing.T) *world {
	c, err := catalog.Load(t.TempDir(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	w := &world{t: t, catalog: c, below: practice.New(practice.Options{TokenInterval: -1}).Transport()}
	address, err := client.ParseAddress(practice.Address)
	if err != nil {
		t.Fatal(err)
	}
	w.Service = &ask.Service{
		Connection: "practice", Known: c, Report: func(o ask.Outcome) { w.outcomes = append(w.outcomes, o) },
		Gateway: ask.Client{Client: client.New(client.Options{Address: address, Key: practice.Key, Transport: w, MaxRetryWait: -1})},
	}
	return w
}

func (w *world) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	w.bodies = append(w.bodies, string(body))
	r.Body = io.NopCloser(bytes.NewReader(body))
	return w.below.RoundTrip(r)
}

func (w *world) chat(ctx context.Context, read bool) error {
	w.t.Helper()
	temperature := 0.2
	s, err := w.Chat(ctx, client.ChatRequest{
		Model: practice.StrictModel, Temperature: &temperature, Messages: []client.Message{{Role: "user", Content: []client.ContentPart{{Text: "Hi"}}}},
	})
	if err != nil {
		return err
	}
	for read && s.Next() {
	}
	return errors.Join(s.Err(), s.Close())
}

func (w *world) last() ask.Outcome {
	w.t.Helper()
	if len(w.outcomes) == 0 {
		w.t.Fatal("nothing was reported")
	}
	return w.outcomes[len(w.outcomes)-1]
}

func TestWhatAModelRefusesIsLeftOutOfTheNextRequest(t *testing.T) {
	w := newWorld(t)
	for _, requests := range []int{2, 3, 4} { // the stream is refused once
		if err := w.chat(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		if len(w.bodies) != requests {
			t.Errorf("after %d requests, want %d", len(w.bodies), requests)
		}
	}
	if known := w.catalog.RefusedFields("practice", practice.StrictModel); !slices.Contains(known, "stream") {
		t.Errorf("remembered: %v", known)
	}
	if len(w.outcomes) != 0 {
		t.Errorf("a reply that nobody read was reported: %+v", w.outcomes)
	}
}

// A model that has thought once is known to think, which Adjust needs to know.
func TestAReplyWithThoughtsShowsThatTheModelThinks(t *testing.T) {
	for words, want := range map[string]bool{"Hi": false, "Think about it": true} {
		w := newWorld(t)
		s, err := w.Chat(t.Context(), client.ChatRequest{
			Model: practice.WriterModel, Messages: []client.Message{{Role: "user", Content: []client.ContentPart{{Text: words}}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		for s.Next() {
		}
		_ = s.Close()
		if m, _ := w.catalog.Model("practice", practice.WriterModel); (m.Thinks == catalog.Yes) != want {
			t.Errorf("%q: it is known to think: %v", words, m.Thinks)
		}
	}
}

func TestACompleteReplyShowsWhichValuesAreAccepted(t *testing.T) {
	w := newWorld(t)
	refuse := func() {
		w.catalog.LearnRefusals("practice", practice.StrictModel, []failure.Refusal{{Field: "temperature", Value: "0.2"}})
	}
	refused := func() bool {
		return slices.ContainsFunc(w.catalog.Refusals("practice", practice.StrictModel), func(r catalog.Refusal) bool { return r.Field == "temperature" })
	}
	refuse()
	if err := w.chat(t.Context(), false); err != nil || !refused() {
		t.Errorf("before it was read: %v, %v", refused(), err)
	}
	if err := w.chat(t.Context(), true); err != nil || refused() {
		t.Errorf("after it was read: %v, %v", refused(), err)
	}
	if o := w.last(); len(w.outcomes) != 1 || o.Err != nil || !o.Whole || o.Streamed || o.What != catalog.RepliesToMessages || o.Model != practice.StrictModel {
		t.Errorf("%+v", w.outcomes)
	}
	refuse()
	w.Evidence = func([]failure.Refusal) []failure.Refusal { return nil }
	w.catalog.ForgetRefusals("practice", practice.StrictModel, "stream")
	if err := w.chat(t.Context(), true); err != nil || slices.Contains(w.catalog.RefusedFields("practice", practice.StrictModel), "stream") {
		t.Errorf("learned what is no evidence: %v", err)
	}
}

func TestAFailedRequestIsReported(t *testing.T) {
	w := newWorld(t)
	w.below = roundTripper(func(*http.Request) (*http.Response, error) { return nil, errors.New("no network") })
	if err := w.chat(t.Context(), true); err == nil || w.last().Err == nil {
		t.Errorf("%v, %+v", err, w.outcomes)
	}
	w.Known, w.Report = nil, nil
	if err := w.chat(t.Context(), true); err == nil || len(w.outcomes) != 1 {
		t.Errorf("%v, %+v", err, w.outcomes)
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestSoundsTeachTheCatalogToo(t *testing.T) {
	w := newWorld(t)
	for model, field := range map[string]string{practice.VoiceModel: "speed", practice.TranscriptionModel: "language"} {
		w.catalog.LearnRefusals("practice", model, []failure.Refusal{{Field: field, Value: "1.5"}, {Field: field, Value: "en"}, {Field: field, Value: "de"}})
	}
	sound, err := w.Speech(t.Context(), client.SpeechRequest{Model: practice.VoiceModel, Input: "Hello.", Voice: "alloy", Speed: 1.5})
	if err != nil {
		t.Fatal(err)
	}
	_ = sound.Close()
	if o := w.last(); o.What != catalog.SynthesizesSpeech || o.Model != practice.VoiceModel || o.Err != nil {
		t.Errorf("%+v", o)
	}
	data := spoken.Sound(spoken.Recordings()[0].Name)
	_, err = w.Transcribe(t.Context(), client.TranscriptionRequest{Model: practice.TranscriptionModel, Audio: bytes.NewReader(data), Size: int64(len(data)), Language: "en"})
	if o := w.last(); err != nil || o.What != catalog.TranscribesAudio || o.Model != practice.TranscriptionModel || o.Err != nil {
		t.Errorf("%+v, %v", o, err)
	}
	for model, want := range map[string]int{practice.VoiceModel: 2, practice.TranscriptionModel: 2} {
		if left := w.catalog.Refusals("practice", model); len(left) != want {
			t.Errorf("%s: %+v", model, left)
		}
	}
}

func TestWhatIsLeftOutIsNotAccepted(t *testing.T) {
	w := newWorld(t)
	w.catalog.LearnRefusals("practice", practice.VoiceModel, []failure.Refusal{{Field: "speed", AnyValue: true}})
	sound, err := w.Speech(t.Context(), client.SpeechRequest{Model: practice.VoiceModel, Input: "Hello.", Voice: "alloy", Speed: 1.5})
	if err != nil {
		t.Fatal(err)
	}
	_ = sound.Close()
	if known := w.catalog.RefusedFields("practice", practice.VoiceModel); !slices.Equal(known, []string{"speed"}) || bytes.Contains([]byte(w.bodies[0]), []byte("speed")) {
		t.Errorf("%v, sent %s", known, w.bodies[0])
	}
}
