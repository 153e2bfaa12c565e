package practice_test

import (
	"bytes"
	"io"
	"testing"

	"parlando/client"
	"parlando/client/practice"
	"parlando/media/voice/voicetest"
)

// The reported cost is computed from prices and usage; practice-trouble reports neither.
func TestCostIsThatOfThePrices(t *testing.T) {
	voicetest.NeedsVoice(t)
	c := connect(t, practice.Options{TokenInterval: -1})
	models, err := c.Models(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	prices := map[string]*client.Price{}
	for _, m := range models {
		if prices[m.ID] = m.Price; (m.Price == nil) != (m.ID == practice.FailingModel) || m.Price != nil && m.Price.Currency != "play" {
			t.Errorf("%s costs %+v", m.ID, m.Price)
		}
	}
	check := func(what string, u *client.Usage, millionths int64) {
		t.Helper()
		if u == nil || u.Cost == nil || u.Cost.Currency != "play" || u.Cost.Micros != max((millionths+500_000)/1_000_000, 1) {
			t.Errorf("%s: %+v, want %d millionths of a millionth", what, u, millionths)
		}
	}
	for _, model := range []string{practice.WriterModel, practice.StrictModel} {
		for _, whole := range []bool{false, true} {
			r := ask(model, "Hello")
			r.NoStream = whole
			got, err := listen(t, c, r)
			if err != nil || got.usage == nil {
				t.Errorf("%s: %v, %+v", model, err, got.usage)
				continue
			}
			p := prices[model]
			check(model, got.usage, int64(got.usage.Prompt)**p.Input+int64(got.usage.Completion)**p.Output)
		}
	}
	if got, err := listen(t, c, ask(practice.FailingModel, "Hello")); err != nil || got.usage == nil || got.usage.Total == 0 || got.usage.Cost != nil {
		t.Errorf("trouble: %+v, %v", got.usage, err)
	}
	s, err := c.Speech(t.Context(), client.SpeechRequest{Model: practice.VoiceHDModel, Input: "Grüß Gott.", Voice: "alloy", Format: client.AudioWAV})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	sound, err := io.ReadAll(s)
	if err != nil {
		t.Fatal(err)
	}
	check("speech", s.Usage(), 10**prices[practice.VoiceHDModel].Characters)
	heard, err := c.Transcribe(t.Context(), client.TranscriptionRequest{Model: practice.TranscriptionModel, Audio: bytes.NewReader(sound)})
	if err != nil || heard.Usage == nil || heard.Usage.AudioSeconds < 1 {
		t.Fatalf("%+v, %v", heard, err)
	}
	check("transcript", heard.Usage, int64(heard.Usage.AudioSeconds)**prices[practice.TranscriptionModel].AudioHour*1_000_000/3600)
}
