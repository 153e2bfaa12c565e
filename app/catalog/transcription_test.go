package catalog_test

import (
	"slices"
	"testing"
	"time"

	"parlando/app/catalog"
	"parlando/client/failure"
)

func TestWhatIsLearnedOfTranscriptsIsThereAfterARestart(t *testing.T) {
	dir := t.TempDir()
	c := load(t, dir)
	c.SetListed("s", []catalog.Model{{ID: "chat"}, {ID: "ears", Purpose: catalog.PurposeTranscription}})
	c.LearnTranscriptFormat("s", "ears", "srt")
	c.LearnTranscriptFormat("s", "typed-ears", "json")
	c.LearnUploadLimit("s", 12_500_000)
	c.LearnAudioLimit("s", "ears", 1400*time.Second)
	c.LearnAudioLimit("s", "other-ears", 64*time.Second)
	c.SetListed("s", []catalog.Model{{ID: "chat"}})
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []*catalog.Catalog{c, load(t, dir)} {
		if got := c.TranscriptFormat("s", "ears") + " " + c.TranscriptFormat("s", "typed-ears") + c.TranscriptFormat("s", "chat"); got != "srt json" {
			t.Errorf("formats: %q", got)
		}
		if got := c.UploadLimit("s"); got != 12_500_000 {
			t.Errorf("limit %d", got)
		}
		if got := c.UploadLimit("other"); got != 0 {
			t.Errorf("another connection has the limit %d", got)
		}
		// It is the model's: another one of the same connection may accept more.
		for model, want := range map[string]time.Duration{"ears": 1400 * time.Second, "other-ears": 64 * time.Second, "typed-ears": 0} {
			if got := c.AudioLimit("s", model); got != want {
				t.Errorf("%s transcribes %v, want %v", model, got, want)
			}
		}
		if got := c.AudioLimit("other", "ears"); got != 0 {
			t.Errorf("the model of another connection transcribes %v", got)
		}
		if got := ids(c.Models("s")); got != "chat" {
			t.Errorf("to chat with: %s", got)
		}
	}
}

func TestWhoTellsSpeakersIsOfTheListAndWhatIsRefusedOfTheAnswers(t *testing.T) {
	dir := t.TempDir()
	c := load(t, dir)
	c.SetListed("s", []catalog.Model{{ID: "ears", Diarizes: true}, {ID: "other"}})
	c.LearnRefusals("s", "ears", []failure.Refusal{
		{Field: "response_format", Value: "diarized_json", Allowed: []string{"srt", "vtt"}},
		{Field: "languages", Value: "nn"},
		{Field: "language", Value: "xx"},
		{Field: "reasoning_effort", Value: "none"},
		{Field: "reasoning_effort", Value: "minimal"},
	})
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []*catalog.Catalog{c, load(t, dir)} {
		if !c.Diarizes("s", "ears") || c.Diarizes("s", "other") || c.Diarizes("s", "unknown") {
			t.Error("who tells speakers is not known")
		}
		if !c.RefusesTranscriptFormat("s", "ears", "diarized_json") || c.RefusesTranscriptFormat("s", "ears", "json") {
			t.Error("which formats are refused is not known")
		}
		if got := c.RefusedFields("s", "ears"); !slices.Equal(got, []string{"languages=nn", "reasoning_effort=minimal", "reasoning_effort=none"}) {
			t.Errorf("left out: %q", got)
		}
	}
}
