package sources_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/app/markdown"
	"parlando/app/sources"
)

// reply returns a reply with a text and sources.
func reply(text string, cited ...chat.CitedSource) chat.Message {
	var lines strings.Builder
	for _, c := range cited {
		lines.WriteString(c.Line())
	}
	return chat.Message{Role: chat.Assistant, Parts: []chat.Part{
		{Kind: chat.PartText, Text: text}, {Kind: chat.PartSources, Text: lines.String()},
	}}
}

// marked returns the text of a reply as shown: each mark as {number}, or {number:mark as written}.
func marked(m chat.Message) string {
	s := sources.Of(m)
	var b strings.Builder
	var d markdown.Document
	d.Set(m.Text())
	for _, block := range d.Blocks() {
		for _, r := range s.Mark(block.Runs, 0, block.End) {
			if n, ok := sources.Number(r.Link); ok {
				b.WriteString("{" + strings.TrimSuffix(fmt.Sprintf("%d:%s", n, r.Text), ":") + "}")
				continue
			}
			b.WriteString(r.Text)
		}
	}
	return b.String()
}

func TestEachPageIsNamedOnce(t *testing.T) {
	s := sources.Of(reply("Oaks [1] and elms [2].",
		chat.CitedSource{Address: "https://www.kew.example/oak?utm_source=openai&id=7", Number: 1},
		chat.CitedSource{Address: "http://kew.example/oak?id=7#:~:text=oak", Title: "Oak | Kew", Number: 1},
		chat.CitedSource{Address: "https://rspb.example/elm?fbclid=x", Title: "Elm", Number: 2},
	))
	want := []sources.Source{
		{Address: "https://www.kew.example/oak?id=7", Host: "kew.example", Title: "Oak | Kew"},
		{Address: "https://rspb.example/elm", Host: "rspb.example", Title: "Elm"},
	}
	if !reflect.DeepEqual(s.List, want) {
		t.Errorf("%+v\nwant %+v", s.List, want)
	}
}

func TestAnAddressThatMustNotBeOpenedIsNone(t *testing.T) {
	for _, address := range []string{
		"javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "https://user@bank.example/", "https://a.example/\u202egpj.exe", "mailto:a@b.example",
	} {
		s := sources.Of(reply("Oaks [1].", chat.CitedSource{Address: address, Title: "Oak", Number: 1}))
		if len(s.List) != 1 || s.List[0] != (sources.Source{Title: "Oak"}) {
			t.Errorf("%s: %+v", address, s.List)
		}
		if s := sources.Of(reply("Oaks [1].", chat.CitedSource{Address: address, Number: 1})); s != nil {
			t.Errorf("%s without a title: %+v", address, s.List)
		}
	}
	// with a Cyrillic letter
	s := sources.Of(reply("Oaks.", chat.CitedSource{Address: "https://kеw.example/"}))
	if !strings.HasPrefix(s.List[0].Host, "xn--") {
		t.Errorf("a look-alike is shown as %q", s.List[0].Host)
	}
}

func TestMarksInTheTextLeadToTheirSources(t *testing.T) {
	kew, rspb := chat.CitedSource{Address: "https://kew.example/a", Number: 1}, chat.CitedSource{Address: "https://rspb.example/b", Number: 2}
	for _, c := range []struct{ text, want string }{
		{"Oaks [1] live long [2][1].", "Oaks {1:[1]} live long {2:[2]}{1:[1]}."},
		{"Both [1, 2], none [3].", "Both {1:[1, 2]}{2}, none [3]."},
		{"In code `[1]` stays.[1]", "In code [1] stays.{1:[1]}"},
		{"Old marks【1†source】 and^[2]^.", "Old marks{1:【1†source】} and{2:^[2]^}."},
		{"Private \ue200cite\ue202turn0search1\ue202turn0search0\ue201.", "Private {2:\ue200cite\ue202turn0search1\ue202turn0search0\ue201}{1}."},
		{"Lost \ue200cite\ue202turn0news9\ue201[1]", "Lost {1:[1]}"},
		{"Documents [doc2].", "Documents {2:[doc2]}."},
		{"Links [[2]](https://rspb.example/b?utm_source=openai) and [Kew's page](https://kew.example/a).", "Links {2:[2]} and Kew's page."},
		{"Hosts ([kew.example](https://www.kew.example/a?utm_source=openai)).", "Hosts ({1:kew.example})."},
	} {
		if got := marked(reply(c.text, kew, rspb)); got != c.want {
			t.Errorf("%q:\n got %q\nwant %q", c.text, got, c.want)
		}
	}
	if got := marked(reply("Oaks [2].", chat.CitedSource{Address: "https://a.example"}, chat.CitedSource{Address: "https://b.example"})); got != "Oaks {2:[2]}." {
		t.Errorf("sources without numbers: %q", got)
	}
}

func TestLinksOfASearchAreSources(t *testing.T) {
	text := "Oaks live long. ([kew.example](https://kew.example/oak?utm_source=openai)) Elms [1](https://rspb.example/elm_(tree)) too."
	m := chat.Message{Role: chat.Assistant, Parts: []chat.Part{{Kind: chat.PartText, Text: text}}}
	s := sources.Of(m)
	if s == nil || len(s.List) != 2 || s.List[0].Address != "https://rspb.example/elm_(tree)" {
		t.Fatalf("%+v", s)
	}
	if got := marked(m); got != "Oaks live long. ({2:kew.example}) Elms {1:1} too." {
		t.Errorf("%q", got)
	}
	m.Parts[0].Text = "See [the tree](https://kew.example/oak)."
	if s := sources.Of(m); s != nil {
		t.Errorf("an ordinary link is a source: %+v", s.List)
	}
}

func TestPlacesInAnyUnitDivideNoWord(t *testing.T) {
	text := "Ein Baum 🌳 wächst über Jahre. Ein Vogel 🐦 singt früh."
	first, second := strings.Index(text, " Ein Vogel"), len(text)
	units := map[string]func(string) int{
		"bytes":  func(s string) int { return len(s) },
		"runes":  utf8.RuneCountInString,
		"UTF-16": func(s string) int { return len(utf16.Encode([]rune(s))) },
	}
	for name, count := range units {
		got := marked(reply(text,
			chat.CitedSource{Address: "https://kew.example/a", End: count(text[:first])},
			chat.CitedSource{Address: "https://rspb.example/b", Start: 3, End: count(text[:second])},
		))
		if want := text[:first] + "{1}" + text[first:] + "{2}"; got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, c := range []struct {
		end  int
		want string
	}{
		{2, "Oaks{1} grow."}, {6, "Oaks grow{1}."}, {99, "Oaks grow."}, {0, "Oaks grow."}, {5, "Oaks{1} grow."}, {10, "Oaks grow.{1}"},
	} {
		if got := marked(reply("Oaks grow.", chat.CitedSource{Address: "https://kew.example/a", End: c.end})); got != c.want {
			t.Errorf("end %d: %q, want %q", c.end, got, c.want)
		}
	}
}

func TestSourcesOfEachRequestHaveTheirOwnNumbers(t *testing.T) {
	first, second := "Oaks [1].", "Elms [1]."
	m := chat.Message{Role: chat.Assistant, Parts: []chat.Part{
		{Kind: chat.PartText, Text: first},
		{Kind: chat.PartSources, Text: chat.CitedSource{Address: "https://kew.example/oak", Number: 1}.Line()},
		{Kind: chat.PartContinued},
		{Kind: chat.PartText, Text: second},
		{Kind: chat.PartSources, Text: chat.CitedSource{Address: "https://rspb.example/elm", Number: 1, From: len(first)}.Line()},
	}}
	if got := marked(m); got != "Oaks {1:[1]}.Elms {2:[1]}." {
		t.Errorf("%q", got)
	}
}

func TestTenThousandSourcesAreQuick(t *testing.T) {
	var cited []chat.CitedSource
	for i := range 10_000 {
		cited = append(cited, chat.CitedSource{Address: fmt.Sprintf("https://a.example/%d", i), End: i})
	}
	m := reply(strings.Repeat("An oak grows. ", 1000), cited...)
	if got := len(sources.Of(m).List); got != 10_000 {
		t.Errorf("%d sources", got)
	}
	marked(m)
}
