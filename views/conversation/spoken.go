package conversation

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"parlando/app/speech/speechtext"
	"parlando/views/conversation/cards"
)

// maxSpoken is the maximum number of characters that are spoken at once to users who do not see the
// window, unless a single sentence is longer.
const maxSpoken = 300

// spokenPlace is a place in texts that are spoken to users who do not see the window: a paragraph,
// and of a long one some of its sentences. Its zero value is the beginning of the first text.
type spokenPlace struct {
	// text is the index of the text, passage that of the sentences in it.
	text, passage int
}

// step moves to the next passage (+1) or to the previous one (-1), and reports whether there is
// one. Texts without words are skipped. Before step, the place may lie outside of the texts.
func (p *spokenPlace) step(by, texts int, text func(i int) string) bool {
	if p.text >= 0 && p.text < texts {
		if next := p.passage + by; next >= 0 && next < len(spokenPassages(text(p.text))) {
			p.passage = next
			return true
		}
	}
	for i := min(p.text, texts) + by; i >= 0 && i < texts; i += by {
		if n := len(spokenPassages(text(i))); n > 0 {
			*p = spokenPlace{text: i}
			if by < 0 {
				p.passage = n - 1
			}
			return true
		}
	}
	return false
}

// spokenAt returns what is spoken at a place, and the number of passages of its text; "" if the
// place has no words.
func spokenAt(p spokenPlace, texts int, text func(i int) string) (words string, passages int) {
	if p.text < 0 || p.text >= texts {
		return "", 0
	}
	all := spokenPassages(text(p.text))
	if len(all) == 0 {
		return "", 0
	}
	return all[min(p.passage, len(all)-1)], len(all)
}

// spokenPassages divides a text at the ends of sentences into passages that are spoken at once.
func spokenPassages(text string) (passages []string) {
	if utf8.RuneCountInString(text) > maxSpoken {
		from, to := 0, 0
		for _, s := range speechtext.PlainSentences(text, speechtext.Words{}) {
			if to > from && utf8.RuneCountInString(text[from:s.End]) > maxSpoken {
				passages = append(passages, strings.TrimSpace(text[from:to]))
				from = to
			}
			to = s.End
		}
		text = text[from:]
	}
	if text = strings.TrimSpace(text); text != "" {
		passages = append(passages, text)
	}
	return passages
}

// read moves by an arrow key to the next or the previous paragraph of the focused message, and from
// its end to the next message. It reports whether it did: only while announcements are on, for
// those who hear the paragraphs.
func (k *keyboard) read(name fyne.KeyName) bool {
	by := map[fyne.KeyName]int{fyne.KeyUp: -1, fyne.KeyDown: 1}[name]
	if by == 0 || k.column.Announces == nil || !k.column.Announces() || k.current() < 0 {
		return false
	}
	k.steps++
	k.spot = 0
	if k.item < 0 {
		k.to(k.current())
		k.bringRead()
		return true
	}
	at, c := k.spoken(), k.card()
	switch {
	case c != nil && at.step(by, len(c.Rows), c.SpokenText):
		k.at = at
	case c != nil && by > 0 && c.Unfinished: // the rest is laid out in a moment
	case k.item+by >= 0 && k.item+by < len(k.column.items):
		k.to(k.item + by)
		if by < 0 {
			k.at.text = endOfMessage
		}
	}
	k.bringRead()
	return true
}

// endOfMessage is the text of a spokenPlace behind the end of a message, also of one that is not
// laid out yet.
const endOfMessage = 1 << 30

// card returns the layout of the focused message, nil if it has none yet.
func (k *keyboard) card() *cards.Card {
	if k.item < 0 || k.item >= len(k.column.items) || !k.column.lay(k.item) {
		return nil
	}
	return k.column.items[k.item].card
}

// spoken returns the place in the focused message that is spoken: before the first text that is the
// first one, behind the last text the last one.
func (k *keyboard) spoken() spokenPlace {
	at, c := k.at, k.card()
	switch {
	case c == nil:
	case at.text < 0:
		at.step(1, len(c.Rows), c.SpokenText)
	case at.text >= len(c.Rows):
		at.step(-1, len(c.Rows), c.SpokenText)
	}
	return at
}

// bringRead scrolls to what is spoken, unless it is visible.
func (k *keyboard) bringRead() {
	at, c := k.spoken(), k.card()
	if c == nil || at.text < 0 || at.text >= len(c.Rows) {
		k.column.bring(k.item, 0, 0)
		k.follower.moved()
		return
	}
	zoom := k.column.zoom
	_, passages := spokenAt(at, len(c.Rows), c.SpokenText)
	height := c.Rows[at.text].Height * zoom / float32(max(passages, 1))
	top := c.Tops[at.text]*zoom + float32(at.passage)*height
	for _, seen := range k.column.visible {
		if y := seen.y + top; seen.item == k.item && y >= 0 && y+height <= k.column.size.Height-k.viewport.taken {
			return
		}
	}
	k.column.bring(k.item, top, k.column.size.Height/4)
	k.follower.moved()
}
