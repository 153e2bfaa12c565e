package catalog_test

import (
	"testing"

	"parley/app/catalog"
)

func TestWhatIsLearntOfTranscriptsIsThereAfterARestart(t *testing.T) {
	dir := t.TempDir()
	c := load(t, dir)
	c.SetListed("s", []catalog.Model{{ID: "chat"}, {ID: "ears", Purpose: catalog.Transcription}})
	c.LearnTranscriptFormat("s", "ears", "srt")
	c.LearnTranscriptFormat("s", "typed-ears", "json")
	c.LearnUploadLimit("s", 12_500_000)
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
		if got := ids(c.Models("s")); got != "chat" {
			t.Errorf("to chat with: %s", got)
		}
	}
}
