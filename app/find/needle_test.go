package find

import (
	"slices"
	"strings"
	"testing"

	"parlando/app/chat"
)

func message(role chat.Role, texts ...string) chat.Message {
	m := chat.Message{Role: role}
	for _, t := range texts {
		m.Parts = append(m.Parts, chat.Part{Kind: chat.PartText, Text: t})
	}
	return m
}

func TestWordsAreFoundInWhatIsShown(t *testing.T) {
	long := strings.Repeat("Words and words follow each other here. ", 400)
	for _, c := range []struct {
		name string
		in   chat.Message
		n    Needle
		want []string // as it stands in the source
	}{
		{"any case, within words", message(chat.User, "Fruit, grapefruit and FRUIT"), Phrase("fruit"), []string{"Fruit", "fruit", "FRUIT"}},
		{"accents", message(chat.User, "a café, a cafe, a cafe\u0301s"), Phrase("Café"), []string{"café", "cafe", "cafe\u0301"}},
		{"a question is no Markdown", message(chat.User, "**two** words"), Phrase("*two*"), []string{"*two*"}},
		{"across the marks", message(chat.Assistant, "ba**na**na and a `banana`"), Phrase("banana"), []string{"ba**na**na", "banana"}},
		{"over the end of a line", message(chat.Assistant, "the red\nfruit"), Phrase("red  fruit"), []string{"red\nfruit"}},
		{"not over the end of a paragraph", message(chat.Assistant, "the red\n\nfruit"), Phrase("red fruit"), nil},
		{"not in an address", message(chat.Assistant, "see [this](https://example.org/fruit)"), Phrase("fruit"), nil},
		{"in code", message(chat.Assistant, "```go\nx := 1\nfruit := x\n```"), Phrase("fruit :="), []string{"fruit :="}},
		{"in a table", message(chat.Assistant, "| Fruit | n |\n|---|---|\n| *red* fruit | 1 |"), Phrase("fruit"), []string{"Fruit", "fruit"}},
		{"not over cells", message(chat.Assistant, "| red | fruit |\n|---|---|"), Phrase("red fruit"), nil},
		{"in the second text", message(chat.Assistant, "One fruit. ", "Two fruit."), Phrase("two fruit"), []string{"Two fruit"}},
		{"no words", message(chat.User, "text"), Phrase(" "), nil},
		{"a query, whole words but the last", message(chat.Assistant, "A pear.\n\nThe *red* fruits."), Query("fruit pear"), nil},
		{"a character as its name", message(chat.Assistant, "Fish &amp; chips, caf&eacute;"), Phrase("cafe"), []string{"caf&eacute;"}},
		{"around a link", message(chat.Assistant, "red [fruit](https://example.org) salad"), Phrase("fruit salad"), []string{"fruit](https://example.org) salad"}},
		{"a query, begun words", message(chat.Assistant, "A pear.\n\nThe fruits."), Query("pear frui"), []string{"pear", "fruits"}},
		{"a query, neighbors are one place", message(chat.Assistant, "The **heat** pump.\n\nA heat, a pump\nheat."), Query("heat pump"), []string{"heat** pump", "heat", "pump\nheat"}},
		{"a query, not all of it", message(chat.Assistant, "A pear."), Query("pear fruit"), nil},
		{"a long paragraph", message(chat.Assistant, long+"fruit"), Phrase("fruit"), []string{"fruit"}},
	} {
		text := c.in.Text()
		var got []string
		for _, s := range c.n.In(c.in) {
			got = append(got, text[s[0]:s[1]])
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func FuzzPhrase(f *testing.F) {
	f.Add("ba**na**na", "nan")
	f.Add("| a | b |\n|---|---|\n| $x^2$ | e\u0301 |", "e")
	f.Fuzz(func(t *testing.T, text, words string) {
		for _, role := range []chat.Role{chat.User, chat.Assistant} {
			m := message(role, text)
			for _, n := range []Needle{Phrase(words), Query(words)} {
				found := n.In(m)
				for _, s := range found {
					if s[0] < 0 || s[0] > s[1] || role == chat.Assistant && s[1] > len(text) {
						t.Fatalf("%v of %q", s, text)
					}
				}
				if len(found) > 0 && !n.mayStandIn(m) {
					t.Fatalf("%q is passed over for %q", text, words)
				}
			}
		}
	})
}

func BenchmarkPhraseInAReply(b *testing.B) {
	m := message(chat.Assistant, strings.Repeat("The **quick** brown fox jumps over the lazy dog.\n\n- one\n- two\n\n", 20))
	n := Phrase("lazy")
	for b.Loop() {
		n.In(m)
	}
}

func BenchmarkPhraseNotInAReply(b *testing.B) {
	m := message(chat.Assistant, strings.Repeat("The **quick** brown fox jumps over the lazy dog.\n\n- one\n- two\n\n", 20))
	n := Phrase("harbor")
	for b.Loop() {
		n.In(m)
	}
}
