package history

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"parlando/app/chat"
)

func TestAConversationKnowsTheTranscriptsItIsAbout(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	c := chat.Conversation{ID: chat.NewID()}
	first := question(c.ID, "", "What was decided?")
	about := chat.Part{Kind: chat.PartTranscript, Text: "[0:07] Shall we decide about the pear tree?", Name: "The old pear tree", Transcript: chat.NewID()}
	first.Parts = append([]chat.Part{about}, first.Parts...)
	reply := waiting(c.ID, first.ID)
	must(t, s.BeginTurn(t.Context(), Turn{Conversation: &c, User: first, Replies: []chat.Message{reply}}))
	second := question(c.ID, reply.ID, "And here?")
	other := chat.Part{Kind: chat.PartTranscript, Text: "[0:00] Cada otoño", Name: "Mariposas", Transcript: chat.NewID()}
	second.Parts = append([]chat.Part{other}, second.Parts...)
	must(t, s.BeginTurn(t.Context(), Turn{User: second}))
	_, plain, _ := ask(t, s, "", "", "Something else")
	save(t, s, c.ID, chat.Draft{Parts: []chat.Part{about}})
	must(t, s.Close())

	s = library(t, dir)
	got, err := s.Transcripts(t.Context(), c.ID)
	must(t, err)
	if d := cmp.Diff([]TranscriptMessage{{first.ID, about.Transcript}, {second.ID, other.Transcript}}, got); d != "" {
		t.Error(d)
	}
	if got, err := s.Transcripts(t.Context(), plain.Conversation); err != nil || len(got) > 0 {
		t.Errorf("%v, %v", got, err)
	}
	ms, err := s.Messages(t.Context(), []chat.ID{first.ID})
	must(t, err)
	if d := cmp.Diff(first.Parts, ms[0].Parts); d != "" {
		t.Error(d)
	}
	draft := draftOf(t, s, c.ID)
	if d := cmp.Diff([]chat.Part{about}, draft.Parts); d != "" {
		t.Error(d)
	}
	if title := Title(*first); title != "The old pear tree" {
		t.Errorf("%q", title)
	}
	// Its words are found in the transcript itself, its name here, too.
	for typed, want := range map[string]int{"shall": 0, "pear": 1, "mariposas": 1, "decided": 1} {
		if got := len(search(t, s, typed)); got != want {
			t.Errorf("%q: %d hits, want %d", typed, got, want)
		}
	}
	must(t, s.DeleteMessage(t.Context(), second.ID))
	if got, err := s.Transcripts(t.Context(), c.ID); err != nil || len(got) != 1 {
		t.Errorf("%v, %v", got, err)
	}
}
