package history

import (
	"testing"

	"parley/app/chat"
)

func TestWhatWasNotSentInTheNewChatBecomesAChatOfItsOwn(t *testing.T) {
	s := library(t, t.TempDir())
	kept := chat.Conversation{ID: chat.NewID(), Model: "m"}
	if any, err := s.KeepUnsent(t.Context(), kept); any || err != nil {
		t.Errorf("nothing was there: %v, %v", any, err)
	}
	must(t, s.SaveDraft(t.Context(), "", chat.Draft{Text: "# half a thought", Parts: []chat.Part{{Kind: chat.PartPasted, Text: "long"}}}))
	must(t, s.AddToDraft(t.Context(), "", "1", chat.Draft{Text: "and more"}))
	must(t, s.SaveDraft(t.Context(), "quick", chat.Draft{Text: "of the quick window"}))
	if any, err := s.KeepUnsent(t.Context(), kept); !any || err != nil {
		t.Errorf("%v, %v", any, err)
	}
	list, err := s.Conversations(t.Context())
	must(t, err)
	if len(list) != 1 || list[0].ID != kept.ID || list[0].Title != "" || list[0].Unsent != "half a thought" {
		t.Errorf("%+v", list)
	}
	if _, err := s.JoinDraft(t.Context(), kept.ID, "own"); err != nil {
		t.Error(err)
	}
	for id, want := range map[chat.ID]string{"": "", kept.ID: "# half a thought\n\nand more", "quick": "of the quick window"} {
		if d, err := s.Draft(t.Context(), id); err != nil || d.Text != want {
			t.Errorf("%q: %q, %v", id, d.Text, err)
		}
	}
}

func TestOnlyAChatWithNothingInItIsRemoved(t *testing.T) {
	s := library(t, t.TempDir())
	asked, _, _ := ask(t, s, "", "", "One")
	empty, named, written := chat.NewID(), chat.NewID(), chat.NewID()
	must(t, s.Create(t.Context(), chat.Conversation{ID: empty}))
	must(t, s.Create(t.Context(), chat.Conversation{ID: named, Title: "Mine"}))
	must(t, s.Create(t.Context(), chat.Conversation{ID: written}))
	must(t, s.AddToDraft(t.Context(), written, "1", chat.Draft{Text: "not joined yet"}))
	must(t, s.Rename(t.Context(), asked, ""))
	for _, id := range []chat.ID{asked, empty, named, written, "gone"} {
		must(t, s.RemoveEmpty(t.Context(), id))
	}
	list, err := s.Conversations(t.Context())
	must(t, err)
	if len(list) != 3 {
		t.Errorf("left: %+v", list)
	}
}
