package history

import (
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/app/owner"

	"github.com/google/go-cmp/cmp"
)

func titleNow(t testing.TB, s *Store, id chat.ID) string {
	t.Helper()
	c, err := s.Conversation(t.Context(), id)
	must(t, err)
	return c.Title
}

func TestTheListIsNewestFirstAndDeletionCanBeUndone(t *testing.T) {
	clock := newClock()
	s := libraryWith(t, t.TempDir(), Options{CommonOptions: owner.CommonOptions{Now: clock.now}})
	a, _, replyA := ask(t, s, "", "", "A")
	answer(t, s, replyA, "a")
	clock.pass(time.Minute)
	b, _, _ := ask(t, s, "", "", "B")
	order := func() (ids []chat.ID) {
		t.Helper()
		list, err := s.Order(t.Context())
		must(t, err)
		for _, c := range list {
			ids = append(ids, c.ID)
		}
		return ids
	}
	if d := cmp.Diff([]chat.ID{b, a}, order()); d != "" {
		t.Fatal(d)
	}
	clock.pass(time.Minute)
	ask(t, s, a, replyA.ID, "again")
	if d := cmp.Diff([]chat.ID{a, b}, order()); d != "" {
		t.Fatal(d)
	}
	must(t, s.Delete(t.Context(), a))
	if d := cmp.Diff([]chat.ID{b}, order()); d != "" {
		t.Fatal(d)
	}
	if _, err := s.Conversation(t.Context(), a); !errors.Is(err, ErrNotFound) {
		t.Fatal(err)
	}
	if _, err := s.Thread(t.Context(), a); !errors.Is(err, ErrNotFound) {
		t.Fatal(err)
	}
	must(t, s.Restore(t.Context(), a))
	if d := cmp.Diff([]chat.ID{a, b}, order()); d != "" {
		t.Fatal(d)
	}
}

func TestWhatIsSetOnAConversationStays(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	c, _, _ := ask(t, s, "", "", "One")
	n := 7
	must(t, s.SetParameters(t.Context(), c, chat.Parameters{MaxTokens: &n}))
	must(t, s.SetModel(t.Context(), c, "conn", "model-z"))
	must(t, s.Pin(t.Context(), c, true))
	must(t, s.Close())
	got, err := library(t, dir).Conversation(t.Context(), c)
	must(t, err)
	if got.Params.MaxTokens == nil || *got.Params.MaxTokens != 7 || got.Connection != "conn" || got.Model != "model-z" || !got.Pinned {
		t.Fatalf("%+v", got)
	}
}

func TestAPersonsOwnTitleIsNeverReplaced(t *testing.T) {
	s := library(t, t.TempDir())
	c, _, reply := ask(t, s, "", "", "Made from this")
	answer(t, s, reply, "x")
	if got := titleNow(t, s, c); got != "Made from this" {
		t.Fatal(got)
	}
	must(t, s.Rename(t.Context(), c, "Mine"))
	ask(t, s, c, reply.ID, "Not from this")
	if got := titleNow(t, s, c); got != "Mine" {
		t.Fatal(got)
	}
}

func TestTitlesAreTheFirstLineThatSaysSomething(t *testing.T) {
	for in, want := range map[string]string{
		"Hello":                              "Hello",
		"\n\n  # A **bold** heading #\nmore": "A bold heading #",
		"- [ ] buy `milk`":                   "buy milk",
		"> quoted *words* here":              "quoted words here",
		"see [the page](https://x.example/)": "see the page",
		"---\nReal words":                    "Real words",
		"```go\nfunc main() {}\n```":         "func main() {}",
		"snake_case_name and 2*3*4":          "snake_case_name and 2*3*4",
		"__init__.py fails":                  "init.py fails",
		"a\u202Eb\x00c":                      "abc",
		"😀":                                  "😀",
		"":                                   "",
		"  \n ":                              "",
		"Please write a long letter to my landlord about the heating that failed": "Please write a long letter to my landlord about the heating…",
		strings.Repeat("日", 80): strings.Repeat("日", 60) + "…",
	} {
		if got := Title(chat.Message{Parts: text(in)}); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	family := strings.Repeat("x", 58) + "👨‍👩‍👧 and more words"
	if got := Title(chat.Message{Parts: text(family)}); !utf8.ValidString(got) || strings.HasSuffix(got, "\u200D…") || strings.HasSuffix(got, "👨…") {
		t.Errorf("a character is cut: %q", got)
	}
	picture := chat.Message{Parts: []chat.Part{{Kind: chat.PartImage, Name: "cat.png"}}}
	if got := Title(picture); got != "cat.png" {
		t.Errorf("picture only: %q", got)
	}
}

func TestADraftSurvivesAndIsClearedBySending(t *testing.T) {
	dir := t.TempDir()
	s := library(t, dir)
	c, _, reply := ask(t, s, "", "", "One")
	blob, err := s.PutBlob(t.Context(), "", []byte("p"), "image/png", 1, 2)
	must(t, err)
	want := chat.Draft{Text: "half a", Edits: reply.ID, Parts: []chat.Part{
		{Kind: chat.PartImage, Blob: &blob, Name: "a.png"}, {Kind: chat.PartPasted, Text: "long", Name: "notes"},
	}}
	save(t, s, c, want)
	save(t, s, "", chat.Draft{Text: "new"})
	must(t, s.Close())
	s = library(t, dir)
	got := draftOf(t, s, c)
	if d := cmp.Diff(want, got); d != "" {
		t.Fatal(d)
	}
	ask(t, s, c, reply.ID, "sent")
	if d := draftOf(t, s, c); !d.Empty() {
		t.Fatalf("%+v", d)
	}
	if d := draftOf(t, s, ""); d.Text != "new" {
		t.Fatalf("another chat's draft went too: %+v", d)
	}
	ask(t, s, "", "", "a new chat")
	if d := draftOf(t, s, ""); !d.Empty() {
		t.Fatalf("%+v", d)
	}
	save(t, s, c, want)
	save(t, s, c, chat.Draft{})
	if d := draftOf(t, s, c); !d.Empty() {
		t.Fatalf("%+v", d)
	}
}

func TestThePlaceInAConversationGoesWithIt(t *testing.T) {
	clock := newClock()
	s := libraryWith(t, t.TempDir(), Options{CommonOptions: owner.CommonOptions{Now: clock.now}})
	a, _, reply := ask(t, s, "", "", "A")
	answer(t, s, reply, "a")
	b, _, _ := ask(t, s, "", "", "B")
	want := chat.ReadingPlace{Message: reply.ID, Part: 1.0 / 3, Y: -12.25}
	must(t, s.SetReadingPlace(t.Context(), a, want))
	place := func(id chat.ID) chat.ReadingPlace {
		t.Helper()
		c, err := s.Conversation(t.Context(), id)
		must(t, err)
		return c.Place
	}
	if got := place(a); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := place(b); got != (chat.ReadingPlace{}) {
		t.Errorf("another conversation is at %+v", got)
	}
	must(t, s.SetReadingPlace(t.Context(), a, chat.ReadingPlace{}))
	if got := place(a); got != (chat.ReadingPlace{}) {
		t.Errorf("at %+v, not at the end", got)
	}
	must(t, s.Delete(t.Context(), a))
	if err := s.SetReadingPlace(t.Context(), a, want); !errors.Is(err, ErrNotFound) {
		t.Errorf("the place in a deleted conversation: %v", err)
	}
	must(t, s.Remove(t.Context(), a))
	if got := column(t, s, "SELECT count(*) FROM change WHERE field = 'place'"); got[0] != "0" {
		t.Errorf("%s places of removed conversations", got[0])
	}
}
