package history

import (
	"reflect"
	"slices"
	"testing"

	"parlando/app/chat"
)

func TestPartsComeBackAsTheyWereStored(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	blob := func(content, mime string, w, h int) *chat.Blob {
		b, err := s.PutBlob(t.Context(), "", []byte(content), mime, w, h)
		must(t, err)
		return &b
	}
	parts := []chat.Part{
		{Kind: chat.PartImage, Name: "a.jpg", Blob: blob("small", "image/jpeg", 20, 10), Original: blob("large", "image/jpeg", 200, 100), AsIs: true},
		{Kind: chat.PartImage, Name: "b.jpg", Blob: blob("other", "image/png", 20, 10), Original: blob("large", "image/jpeg", 200, 100)},
		{Kind: chat.PartFile, Name: "c.pdf", Blob: blob("%PDF-", "application/pdf", 0, 0), Pages: 12},
		{Kind: chat.PartRemoteImage, Text: "https://example.org/a.png"},
		{Kind: chat.PartPasted, Name: "notes.txt", Text: "one\ntwo"},
		{Kind: chat.PartTranscript, Name: "Talk", Text: "[0:01] Hello", Transcript: "t1"},
		{Kind: chat.PartText, Text: "What is this?"},
	}
	// Only a reply has a time: see TestEveryFieldOfAMessageIsStored.
	for i := range reflect.TypeFor[chat.Part]().NumField() {
		name := reflect.TypeFor[chat.Part]().Field(i).Name
		isSet := func(p chat.Part) bool { return !reflect.ValueOf(p).FieldByName(name).IsZero() }
		if name != "StoredBytes" && name != "Took" && !slices.ContainsFunc(parts, isSet) {
			t.Errorf("%s is not set by this test", name)
		}
	}
	c := chat.Conversation{ID: chat.NewID()}
	m := question(c.ID, "", "")
	m.Parts = parts
	must(t, s.BeginTurn(t.Context(), Turn{Conversation: &c, User: m}))
	save(t, s, c.ID, chat.Draft{Text: "And this?", Parts: parts, Edits: m.ID})
	must(t, s.Close())

	s = library(t, dir)
	if got := get(t, s, m.ID).Parts; !reflect.DeepEqual(got, parts) {
		t.Errorf("of a message:\n%+v, want\n%+v", got, parts)
	}
	if got, want := draftOf(t, s, c.ID), (chat.Draft{Text: "And this?", Parts: parts, Edits: m.ID}); !reflect.DeepEqual(got, want) {
		t.Errorf("a draft:\n%+v, want\n%+v", got, want)
	}
}

func TestTitlesOfFiles(t *testing.T) {
	for want, p := range map[string]chat.Part{
		"report.pdf":                {Kind: chat.PartFile, Name: "report.pdf"},
		"notes.txt":                 {Kind: chat.PartPasted, Name: "notes.txt", Text: "shopping"},
		"shopping":                  {Kind: chat.PartPasted, Text: "shopping"},
		"https://example.org/a.png": {Kind: chat.PartRemoteImage, Text: "https://example.org/a.png"},
	} {
		if got := Title(chat.Message{Parts: []chat.Part{p}}); got != want {
			t.Errorf("%+v: %q, want %q", p, got, want)
		}
	}
}
