package chatgpt_test

import (
	"slices"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/app/imports/chatgpt/chatgpttest"
	"parlando/app/sources"
)

// mark returns a mark in private characters: kind, then its fields.
func mark(fields ...string) string { return "\ue200" + strings.Join(fields, "\ue202") + "\ue201" }

// cited returns the text of a reply and its sources.
func cited(t *testing.T, text string, pairs ...any) (string, []chat.CitedSource, *sources.Sources) {
	t.Helper()
	got := decode(t, chatgpttest.New("c").User("u", "x").Message("a", "assistant", chatgpttest.Text(text), chatgpttest.Metadata(pairs...)))
	m := chat.Message{Role: chat.Assistant, State: chat.Done}
	var all []chat.CitedSource
	for _, p := range got.Messages[len(got.Messages)-1].Parts {
		m.Parts = append(m.Parts, p.Part)
		all = append(all, p.CitedSources()...)
	}
	return m.Text(), all, sources.Of(m)
}

func TestMarksBecomeNumbersOfSources(t *testing.T) {
	t.Parallel()
	one, both, navigation, file := mark("cite", "turn0search3"), mark("cite", "turn0search3", "turn0search7"), mark("navlist", "News", "turn0news1"), mark("filecite", "turn0file0", "L180-L293")
	text := "Oaks live long." + both + " They grow " + one + ". " + navigation + "(more) and\u00a0" + file + " " + mark("entity", `["tree","English\u00a0oak","x"]`) + " " +
		mark("link_title", "the page", "turn0") + mark("image_group", `{"query":["oak"]}`) + " end " + mark("cite", "turn9search9") + "."
	refs := []any{
		object{"type": "grouped_webpages", "matched_text": one, "alt": "([Oak](https://oak.example))", "items": []any{object{"title": "Oak", "url": "https://oak.example"}}},
		object{"type": "grouped_webpages", "matched_text": both, "items": []any{
			object{"title": "Oak", "url": "https://oak.example", "supporting_websites": []any{object{"title": "Tree", "url": "https://tree.example"}}}, object{"title": "No address"},
		}},
		object{"type": "nav_list", "matched_text": navigation, "items": []any{object{"title": "News", "url": "https://news.example"}}},
		object{"type": "file", "matched_text": strings.ReplaceAll(file, "\u2011", "-"), "name": "oak.pdf", "id": "file_1"},
		object{"type": "image_group", "matched_text": mark("image_group", `{"query":["oak"]}`), "alt": "oak"},
		object{"type": "sources_footnote", "matched_text": " ", "sources": []any{object{"title": "Oak", "url": "https://oak.example"}, object{"title": "Foot", "url": "https://foot.example"}}},
		object{"type": "future", "matched_text": 5},
	}
	got, all, read := cited(t, text, "content_references", refs)
	const want = "Oaks live long. [1] They grow [1]. [3] (more) and\u00a0 [4] English\u00a0oak the page end."
	if got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	wanted := []chat.CitedSource{
		{Address: "https://oak.example", Title: "Oak", Number: 1},
		{Address: "https://tree.example", Title: "Tree"},
		{Address: "https://news.example", Title: "News", Number: 3},
		{Title: "oak.pdf", Number: 4},
		{Address: "https://foot.example", Title: "Foot"},
	}
	if !slices.Equal(all, wanted) || len(read.List) != 5 {
		t.Errorf("%+v, read as %+v", all, read)
	}
}

func TestTheLongestMatchCounts(t *testing.T) {
	t.Parallel()
	a, b := mark("cite", "turn0search1"), mark("cite", "turn0search2")
	refs := []any{
		object{"type": "webpage", "matched_text": a, "url": "https://a.example", "title": "A"},
		object{"type": "grouped_webpages", "matched_text": a + " and - " + b, "items": []any{object{"title": "AB", "url": "https://ab.example"}}},
		object{"type": "alt_text", "matched_text": mark("cite", "x"), "alt": "other words"},
	}
	got, all, _ := cited(t, "x "+a+"\u00a0and \u2013\u202f"+b+", "+a+" "+mark("cite", "x"), "content_references", refs)
	if got != "x [1], [2] other words" || len(all) != 2 || all[0].Title != "AB" {
		t.Errorf("%q, %+v", got, all)
	}
}

func TestOlderMarksBecomeNumbersOfSources(t *testing.T) {
	t.Parallel()
	citation := func(start, number any, title string) object {
		return object{"start_ix": start, "end_ix": 0, "citation_format_type": "tether_og", "metadata": object{
			"type": "webpage", "title": title, "url": "https://" + title + ".example", "extra": object{"cited_message_idx": number, "evidence_text": "source"},
		}}
	}
	text := "\U0001f333 Oaks【3†source】 live【3†source】 【日本語】 here 【7†source】."
	for name, c := range map[string]struct {
		citations []any
		want      string
	}{
		"by characters": {[]any{citation(21, nil, "b"), citation(6, nil, "a")}, "\U0001f333 Oaks [1] live [2] 【日本語】 here."},
		"by units":      {[]any{citation(7, nil, "a")}, "\U0001f333 Oaks [1] live 【日本語】 here."},
		"by numbers":    {[]any{citation(999, 7, "b"), citation(998, 3, "a")}, "\U0001f333 Oaks [1] live [1] 【日本語】 here [2]."},
		"by order":      {[]any{citation(nil, nil, "a"), citation(nil, nil, "b"), citation(nil, nil, "a")}, "\U0001f333 Oaks [1] live [2] 【日本語】 here [1]."},
		"without pages": {[]any{object{"start_ix": 6, "metadata": object{}}}, "\U0001f333 Oaks live 【日本語】 here."},
		"not at all":    {nil, "\U0001f333 Oaks live 【日本語】 here."},
	} {
		got, all, _ := cited(t, text, "citations", c.citations)
		if got != c.want || strings.Contains(c.want, "[") && (len(all) == 0 || all[0].Title != "a") {
			t.Errorf("%s: %q, %+v", name, got, all)
		}
	}
}

func TestOnlyPrivateCharactersOfMarksAreRemoved(t *testing.T) {
	t.Parallel()
	got, _, _ := cited(t, "\ue203a\ue204 \ue200 b \ue201 \uf8ff \ue0b0 "+strings.Repeat("\ue200", 10)+"\ue2ff")
	if got != "a \uf8ff \ue0b0 " {
		t.Errorf("%q", got)
	}
	const own = "\ue200 mine"
	if c := decode(t, chatgpttest.New("c").User("u", own)); c.Messages[0].Parts[0].Text != own {
		t.Errorf("the user's text became %q", c.Messages[0].Parts[0].Text)
	}
}

func TestEachTextOfAReplyHasItsOwnNumbers(t *testing.T) {
	t.Parallel()
	a := mark("cite", "turn0search1")
	refs := func(title string) object {
		return chatgpttest.Metadata("content_references", []any{object{"type": "webpage", "matched_text": a, "url": "https://" + title + ".example", "title": title}})
	}
	c := chatgpttest.New("c").User("u", "x").Assistant("a", "First "+a, refs("one")).Call("p", "python", "1").Output("o", "python", chatgpttest.Text("1")).Assistant("b", "Second "+a, refs("two"))
	got := decode(t, c)
	parts := got.Messages[1].Parts
	all := parts[len(parts)-1].CitedSources()
	if len(all) != 2 || all[0].Number != 1 || all[1].Number != 1 || all[0].From != 0 || all[1].From != len("First [1]\n\n") {
		t.Errorf("%+v", all)
	}
}

// TestHostileMarksAreQuick fails by its time.
func TestHostileMarksAreQuick(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		strings.Repeat("\ue200", 1<<20), strings.Repeat("【", 1<<20), strings.Repeat(" \ue200a\ue201", 1<<18), strings.Repeat("\ue200"+strings.Repeat("x", 60<<10), 100), strings.Repeat("【1†", 1<<18) + strings.Repeat("】", 1<<18),
	} {
		cited(t, "x"+text, "content_references", []any{object{"matched_text": "\ue200a\ue201", "alt": "b"}})
	}
}
