package language

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlando/app/speech/speechtext"
)

const (
	germanText = "Gern geschehen! Sag einfach Bescheid, wenn du noch etwas brauchst."
	frenchText = "Je ne sais pas. Le mieux est de demander au support de Google."
)

// sentencesIn returns the languages of the sentences of a text.
func sentencesIn(t *testing.T, c *Chooser, chat, markdown string) []string {
	t.Helper()
	sentences := speechtext.Sentences(markdown, c.o.Words())
	all := make([]string, len(sentences))
	for n := range sentences {
		all[n] = c.OfSentence(t.Context(), chat, sentences, n)
	}
	return all
}

func TestALanguageChangesAtAParagraph(t *testing.T) {
	for _, c := range []struct{ markdown, want string }{
		{germanText + "\n\n" + frenchText, "de de fr fr"},
		// inside one it does not, and a few words are no paragraph in another language
		{germanText + " See you later, my friend! Mehr weiß ich dazu nicht.", "de de de de"},
		{germanText + "\n\n- Shakespeare\n- London\n- See you\n\nMehr weiß ich dazu nicht.", "de de de de de de"},
		// code and tables are announced in the language of the window
		{germanText + "\n\n```go\nx := 1\n```\n\nDas ist alles.", "de de en de"},
	} {
		if got := strings.Join(sentencesIn(t, chooser(), "", c.markdown), " "); got != c.want {
			t.Errorf("%q is read in %s, not %s", c.markdown, got, c.want)
		}
	}
}

func TestATextIsSplitWhereItsLanguageChanges(t *testing.T) {
	text := germanText + "\nUnd noch ein Satz auf Deutsch.\n" + frenchText + "\n" + germanText
	want := []Passage{{germanText + "\nUnd noch ein Satz auf Deutsch.", "de"}, {frenchText, "fr"}, {germanText, "de"}}
	if got := chooser().Passages(t.Context(), "", text); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := (*Chooser)(nil).Passages(t.Context(), "", text); !slices.Equal(got, []Passage{{Text: text}}) {
		t.Errorf("without a Chooser: %q", got)
	}
}

func TestAShortTextIsReadInTheLastLanguageOfItsChat(t *testing.T) {
	window, spoken := englishWindow, ""
	c := New(Options{
		Words: func() speechtext.Words { return window }, Spoken: func() string { return spoken },
		HasVoice: func(_ context.Context, l string) bool { return l != "fr" },
	})
	says := func(when, chat, want string) {
		t.Helper()
		if got := sentencesIn(t, c, chat, "Okay."); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: it is read in %s, not %s", when, got, want)
		}
	}
	says("at first", "a", "en")
	sentencesIn(t, c, "a", germanText)
	says("after a German text", "a", "de")
	says("in another chat", "b", "en")
	sentencesIn(t, c, "a", frenchText)
	says("after a text without a voice", "a", "de")
	spoken = "it"
	says("with a language that is spoken", "b", "it")
	window.Language = "pl"
	says("in a Polish window", "b", "pl")
	says("in a German chat", "a", "de")
	for i := range 2 * maxChats {
		sentencesIn(t, c, strconv.Itoa(i), germanText)
	}
	if n := len(c.last); n > maxChats {
		t.Errorf("%d chats are remembered", n)
	}
}

// BenchmarkOfSentence measures the choice for one sentence of a long text.
func BenchmarkOfSentence(b *testing.B) {
	sentences := speechtext.Sentences(strings.Repeat(germanText+"\n\n", 1_000), englishWindow)
	c := chooser()
	for b.Loop() {
		c.OfSentence(b.Context(), "", sentences, 1_000)
	}
}
