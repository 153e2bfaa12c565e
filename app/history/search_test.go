package history

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/app/owner"
)

func search(t testing.TB, s *Store, typed string) []Hit {
	t.Helper()
	hits, err := s.Search(t.Context(), typed, 50)
	must(t, err)
	return hits
}

func markedWords(h Hit) (words []string) {
	for _, m := range h.Marks {
		words = append(words, h.Snippet[m[0]:m[1]])
	}
	return words
}

func markedTitle(h Hit) (words []string) {
	for _, m := range h.Title {
		words = append(words, h.Conversation.Title[m[0]:m[1]])
	}
	return words
}

func TestSearchFindsEachConversationOnceTheNewestFirst(t *testing.T) {
	clock := newClock()
	s := libraryWith(t, t.TempDir(), Options{CommonOptions: owner.CommonOptions{Now: clock.now}})
	a, userA, reply := ask(t, s, "", "", "Where is the Café?")
	answer(t, s, reply, "It is by the harbor.\n\n**Cafés** open early.")
	clock.pass(time.Hour)
	b, userB, _ := ask(t, s, "", "", "Something else")
	must(t, s.Rename(t.Context(), b, "My cafe list"))
	hits := search(t, s, "cafe")
	if len(hits) != 2 || hits[0].Conversation.ID != b || hits[1].Conversation.ID != a {
		t.Fatalf("%+v", hits)
	}
	if h := hits[0]; h.Message != "" || h.Snippet != "" || h.Places != 1 || h.More || !slices.Equal(markedTitle(h), []string{"cafe"}) {
		t.Errorf("only the title: %+v marks %q", h, markedTitle(h))
	}
	// The newest message is the best place; the question is told.
	if h := hits[1]; h.Message != reply.ID || h.Places != 2 || !slices.Equal(markedWords(h), []string{"Cafés"}) || !slices.Equal(markedTitle(h), []string{"Café"}) {
		t.Errorf("the reply and the question: %+v marks %q and %q", h, markedWords(h), markedTitle(h))
	}
	if hits := search(t, s, "where"); len(hits) != 1 || hits[0].Message != userA.ID || hits[0].Places != 1 {
		t.Errorf("the question and the title: %+v", hits)
	}
	if hits := search(t, s, "something"); len(hits) != 1 || hits[0].Message != userB.ID {
		t.Fatalf("the title it had is still found, or the text is not: %+v", hits)
	}
	must(t, s.Delete(t.Context(), b))
	if hits := search(t, s, "cafe"); len(hits) != 1 {
		t.Fatalf("a deleted conversation is found: %+v", hits)
	}
}

// One long conversation full of a word leaves room for the others, and what was not looked at is
// not denied.
func TestAConversationFullOfAWordHidesNoOther(t *testing.T) {
	s := library(t, t.TempDir())
	old, _, _ := ask(t, s, "", "", "A needle")
	full, _, last := ask(t, s, "", "", "The needle")
	for range 4 {
		answer(t, s, last, "Ouch.")
		_, _, last = ask(t, s, full, last.ID, "Another needle")
	}
	places := func(limit int) (out []string) {
		hits, err := s.Search(t.Context(), "needle", limit)
		must(t, err)
		for _, h := range hits {
			out = append(out, fmt.Sprint(h.Conversation.ID == full, h.Conversation.ID == old, h.Places, h.More))
		}
		return out
	}
	if got := places(5); !slices.Equal(got, []string{"true false 5 false", "false true 1 false"}) {
		t.Errorf("found %q", got)
	}
	if got := places(1); len(got) != 1 || !strings.HasPrefix(got[0], "true false") || !strings.HasSuffix(got[0], "true") {
		t.Errorf("one of two is found as %q", got)
	}
}

func TestTheNumberOfPlacesIsThatOfTheBranchThatIsOpened(t *testing.T) {
	s := library(t, t.TempDir())
	_, user, reply := ask(t, s, "", "", "A heat pump? Which heat pump?")
	answer(t, s, reply, "A **heat** pump.\n\nNo heat without a [pump](https://example.org/heat).")
	if hits := search(t, s, "heat pump"); len(hits) != 1 || hits[0].Places != 5 || hits[0].More {
		t.Errorf("%+v", hits)
	}
	again := waiting(user.Conversation, user.ID)
	must(t, s.BeginTurn(t.Context(), Turn{Replies: []chat.Message{again}}))
	answer(t, s, again, "A heat pump.")
	if hits := search(t, s, "heat pump"); len(hits) != 1 || hits[0].Message != again.ID || hits[0].Places != 3 || hits[0].More {
		t.Errorf("%+v", hits)
	}
	_, _, long := ask(t, s, user.Conversation, again.ID, "More")
	answer(t, s, long, strings.Repeat("A heat pump.\n\n", countedBytes/10))
	if hits := search(t, s, "heat pump"); len(hits) != 1 || hits[0].Places > countedBytes/10 || !hits[0].More {
		t.Errorf("of a long text: %+v", hits)
	}
}

func TestASnippetIsOneShortLineAroundTheFoundPlace(t *testing.T) {
	s := library(t, t.TempDir())
	for _, words := range []string{
		strings.Repeat("before it ", 100) + "\n\n# the `needle` lies\n" + strings.Repeat("after it ", 100),
		strings.Repeat("前", 300) + "needle" + strings.Repeat("后", 300),
		strings.Repeat("x", 5000) + " needle " + strings.Repeat("y", 5000),
		"needle", "a\u202Eneedle\x07", strings.Repeat("e\u0301", 100) + " needle",
	} {
		c, user, _ := ask(t, s, "", "", words)
		must(t, s.Rename(t.Context(), c, "t"))
		var h Hit
		for _, one := range search(t, s, "needle") {
			if one.Message == user.ID {
				h = one
			}
		}
		got := markedWords(h)
		if len(got) != 1 || got[0] != "needle" || strings.ContainsAny(h.Snippet, "\n\u202E\x07`") || len(h.Snippet) > 220 || !utf8.ValidString(h.Snippet) {
			t.Errorf("%.30q: %q marks %v", words, h.Snippet, h.Marks)
		}
	}
}

func TestNoQueryIsAnError(t *testing.T) {
	s := library(t, t.TempDir())
	ask(t, s, "", "", "One two")
	for _, typed := range []string{
		"", " ", `"`, `'`, "*", "a*", "-", "-a", "NEAR", "NEAR(", "a NEAR b", "AND", "OR NOT", "(", ")", "^", ":", "text:", "{", "+", ",",
		"😀", "\x00", "\xff", "one\x00two", "%", "_", ";", "--", strings.Repeat("日本", 1000), strings.Repeat("a ", 10_000), strings.Repeat(`"`, 99),
	} {
		if _, err := s.Search(t.Context(), typed, 10); err != nil {
			t.Errorf("%.20q: %v", typed, err)
		}
	}
	if hits, err := s.Search(t.Context(), "one", 0); err != nil || len(hits) != 0 {
		t.Errorf("limit 0: %v %v", hits, err)
	}
}

func TestWhatAModelThoughtIsNotFoundButNamesAndPastesAre(t *testing.T) {
	s := library(t, t.TempDir())
	c := chat.Conversation{ID: chat.NewID(), Title: "t"}
	m := question(c.ID, "", "look")
	m.Parts = append(m.Parts, chat.Part{Kind: chat.PartReasoning, Text: "secretly"}, chat.Part{Kind: chat.PartPasted, Text: "pasted"},
		chat.Part{Kind: chat.PartImage, Name: "holiday.png"})
	must(t, s.BeginTurn(t.Context(), Turn{Conversation: &c, User: m}))
	for typed, want := range map[string]int{"secretly": 0, "pasted": 1, "holiday": 1, "look past": 1} {
		if got := len(search(t, s, typed)); got != want {
			t.Errorf("%q: %d hits, want %d", typed, got, want)
		}
	}
}

// Of an answer as a table the cells are found, and shown without the marks of JSON.
func TestTheCellsOfATableAreFound(t *testing.T) {
	s := libraryWith(t, t.TempDir(), Options{CommonOptions: owner.CommonOptions{Now: newClock().now}})
	_, _, reply := ask(t, s, "", "", "Receipts")
	reply.Request.Params.Answer = &chat.AnswerForm{Kind: chat.AnswerTable, Columns: []chat.Column{{Name: "Shop"}, {Name: "Paid by"}}}
	answer(t, s, reply, `{"rows":[{"shop":"Caf\u00e9 Ribeira","paid_by":"card"},{"shop":"Papelaria","paid_by":""}]}`)
	hits := search(t, s, "cafe")
	if len(hits) != 1 || hits[0].Message != reply.ID || !slices.Equal(markedWords(hits[0]), []string{"Café"}) || strings.ContainsAny(hits[0].Snippet, `{"}`) {
		t.Errorf("%+v", hits)
	}
	if hits := search(t, s, "paid_by"); len(hits) != 0 {
		t.Errorf("keys are found: %+v", hits)
	}
}

func TestASnippetOfAReplyShowsNoMarksOfMarkdown(t *testing.T) {
	s := library(t, t.TempDir())
	far := strings.Repeat("A paragraph before.\n\n", 2000)
	for words, want := range map[string]string{
		"A comparison.\n\n| Fruit | Price |\n|:---|---:|\n| needle | 3 |\n":         "A comparison. Fruit Price needle 3",
		far + "| Fruit | Price |\n|---|---|\n| needle | 3 |\n\n" + far:              "…A paragraph before. Fruit Price needle 3",
		"## A heading\n\n> The [needle](https://example.org/a_long_address) *lies*": "A heading The needle lies",
		"See [here](https://example.org/needle).":                                   "See [here](https://example.org/needle).",
		"```\nif needle | 2 {\n```":                                                 "if needle | 2 {",
	} {
		c, _, reply := ask(t, s, "", "", "Where?")
		answer(t, s, reply, words)
		hits := search(t, s, "needle")
		if len(hits) != 1 || !strings.HasPrefix(hits[0].Snippet, want) || !slices.Equal(markedWords(hits[0]), []string{"needle"}) {
			t.Errorf("%+v of %.60q, want %q", hits, words, want)
		}
		must(t, s.Delete(t.Context(), c))
	}
}

func TestASnippetOfASourceShowsItsWords(t *testing.T) {
	s := library(t, t.TempDir())
	for words, source := range map[string]chat.CitedSource{
		"An oak lives long.":                     {Title: "Who lives in a needle", Address: "https://woodland.example/species?q=1", Number: 1},
		"An oak.\n\n```\ncode":                   {Title: "A needle | Woods", Address: "https://woodland.example/species"},
		"An *oak":                                {Address: "https://woodland.example/needle"},
		strings.Repeat("A long reply. ", 20_000): {Title: "The needle", Address: "https://woodland.example/far"},
	} {
		c, _, reply := ask(t, s, "", "", "Where?")
		reply.Parts = []chat.Part{{Kind: chat.PartText, Text: words}, {Kind: chat.PartSources, Text: source.Line()}}
		reply.State = chat.Done
		must(t, s.Finish(t.Context(), reply))
		hits := search(t, s, "needle")
		if len(hits) != 1 || !slices.Equal(markedWords(hits[0]), []string{"needle"}) || strings.ContainsAny(hits[0].Snippet, `{"}`) {
			t.Errorf("%.40q: %+v", words, hits)
		}
		must(t, s.Delete(t.Context(), c))
	}
}
