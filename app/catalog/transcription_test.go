package catalog_test

import (
	"testing"
	"time"

	"parlando/app/catalog"
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
