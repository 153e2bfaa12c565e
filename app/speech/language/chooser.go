package language

import (
	"context"
	"strings"
	"sync"
	"unicode/utf8"

	"parlando/app/speech/speechtext"
)

const (
	// sampleBytes bounds the beginning of a text in which its language is detected.
	sampleBytes = 4 << 10
	// maxChats bounds the chats whose last language is remembered.
	maxChats = 1_000
	// english is the language of a window without a translation.
	english = "en"
)

// Options are the dependencies of a Chooser.
type Options struct {
	// Words returns the words of the window with their language.
	Words func() speechtext.Words
	// Spoken returns the setting "Language you speak", "" if the user chose none.
	Spoken func() string
	// HasVoice reports whether this computer has a voice for a language.
	HasVoice func(ctx context.Context, language string) bool
}

// Chooser decides in which language texts are read aloud, as codes of ISO 639-1. It is safe for
// concurrent use; the nil Chooser leaves the choice to the voice.
type Chooser struct {
	o Options

	mu   sync.Mutex
	last map[string]string // language of the last text of each chat that was long enough to tell
}

// New returns a Chooser that remembers nothing yet. All options are required.
func New(o Options) *Chooser { return &Chooser{o: o, last: map[string]string{}} }

// Passage is a part of a text in one language.
type Passage struct{ Text, Language string }

// Passages splits a text at the line breaks where its language changes. chat identifies the chat of
// the text, "" if it has none. A text that is too short to tell has the language of the previous
// text of the chat.
func (c *Chooser) Passages(ctx context.Context, chat, text string) []Passage {
	if c == nil {
		return []Passage{{Text: text}}
	}
	var all []Passage
	lines := strings.Split(text, "\n")
	whole := c.whole(ctx, chat, c.sample(func(yield func(string) bool) {
		for _, l := range lines {
			if !yield(l) {
				return
			}
		}
	}))
	for i, line := range lines {
		l := c.paragraph(ctx, line, whole)
		if n := len(all) - 1; i > 0 && all[n].Language == l {
			all[n].Text += "\n" + line
		} else {
			all = append(all, Passage{line, l})
		}
	}
	return all
}

// OfSentence returns the language of the paragraph that contains sentence n. sentences are the
// sentences known so far.
func (c *Chooser) OfSentence(ctx context.Context, chat string, sentences []speechtext.Sentence, n int) string {
	if c == nil {
		return ""
	}
	first, end := n, n+1
	for first > 0 && !sentences[first].Break {
		first--
	}
	for end < len(sentences) && !sentences[end].Break {
		end++
	}
	whole := c.whole(ctx, chat, c.sample(func(yield func(string) bool) {
		for i := range sentences {
			if !yield(sentences[i].Text) {
				return
			}
		}
	}))
	paragraph := ""
	for _, s := range sentences[first:end] {
		paragraph += s.Text + " "
		if len(paragraph) > sampleBytes {
			break
		}
	}
	return c.paragraph(ctx, strings.TrimSpace(paragraph), whole)
}

// sample joins the beginning of a text. It omits announcements such as "A table.", which are in the
// language of the window.
func (c *Chooser) sample(pieces func(yield func(string) bool)) string {
	var b strings.Builder
	words := c.o.Words()
	for p := range pieces {
		if !words.Announces(p) {
			b.WriteString(p)
			b.WriteByte('\n')
		}
		if b.Len() > sampleBytes {
			break
		}
	}
	return cut(b.String())
}

func cut(text string) string {
	if len(text) <= sampleBytes {
		return text
	}
	end := sampleBytes
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// whole returns the language of a text, and remembers it for the chat if it is sure.
func (c *Chooser) whole(ctx context.Context, chat, sample string) string {
	fallback := c.fallback(chat)
	l := detect(sample, fallback, textRatio)
	if l == "" || !c.o.HasVoice(ctx, l) {
		return fallback
	}
	if chat != "" {
		c.mu.Lock()
		defer c.mu.Unlock()
		if len(c.last) >= maxChats {
			clear(c.last)
		}
		c.last[chat] = l
	}
	return l
}

// paragraph returns the language of one paragraph of a text whose language is whole. It returns
// whole if the paragraph's language is uncertain or has no voice.
func (c *Chooser) paragraph(ctx context.Context, text, whole string) string {
	words := c.o.Words()
	if words.Announces(text) {
		return words.Language
	}
	if l := detect(cut(text), whole, paragraphRatio); l != "" && c.o.HasVoice(ctx, l) {
		return l
	}
	return whole
}

// fallback returns the language of a text that is too short to tell. An English window proves
// little: users without a translation in their language have it, too.
func (c *Chooser) fallback(chat string) string {
	c.mu.Lock()
	last := c.last[chat]
	c.mu.Unlock()
	window, spoken := c.o.Words().Language, c.o.Spoken()
	switch {
	case last != "":
		return last
	case window != "" && window != english:
		return window
	case spoken != "":
		return spoken
	}
	return english
}
