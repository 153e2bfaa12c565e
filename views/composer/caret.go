package composer

import (
	"unicode"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/views/textview/edit"
)

// anchor is a byte offset in the text that is adjusted when the text around it changes.
type anchor struct {
	set  bool
	at   int
	text string
}

// follow moves the anchor after a change of the text to now. Text inserted before or at the anchor
// moves the anchor forward.
func (a *anchor) follow(now string) {
	if !a.set {
		return
	}
	same := 0
	for same < len(a.text) && same < len(now) && a.text[same] == now[same] {
		same++
	}
	behind := 0
	for behind < len(a.text)-same && behind < len(now)-same && a.text[len(a.text)-1-behind] == now[len(now)-1-behind] {
		behind++
	}
	switch end := len(a.text) - behind; {
	case a.at >= end:
		a.at += len(now) - len(a.text)
	case a.at > same:
		a.at = len(now) - behind // the text around the anchor was replaced
	}
	for a.at < len(now) && !utf8.RuneStart(now[a.at]) {
		a.at++
	}
	a.text = now
}

// MarkCaret makes the caret's position the target of the next Insert, even if the user types more
// until then.
func (c *Composer) MarkCaret() {
	_, at := c.box.Selection()
	c.mark = anchor{set: true, at: at, text: c.box.Text()}
}

// Insert inserts a text at the position of MarkCaret as one undo step, with spaces around it as
// needed. Selected text is not replaced. A text too long for the box becomes an attachment.
func (c *Composer) Insert(text string) {
	if !c.mark.set {
		c.MarkCaret()
	}
	all := c.box.Text()
	at := min(max(c.mark.at, 0), len(all))
	c.mark = anchor{}
	c.inserted = ""
	if text == "" {
		return
	}
	whole := spaced(edit.CleanText(text), all[:at], all[at:])
	if tooLong(whole) || tooLong(all+whole) {
		c.add(chat.Part{Kind: chat.PartPasted, Text: text})
		return
	}
	c.box.Insert(at, whole)
	c.inserted = whole
}

// Reinsert replaces the text that Insert inserted last. If the user has typed since, it returns
// false and changes nothing.
func (c *Composer) Reinsert(text string) bool {
	was := c.box.Text()
	if c.inserted == "" {
		return false
	}
	c.MarkCaret()
	c.box.Undo()
	if now := c.box.Text(); len(now) != len(was)-len(c.inserted) {
		c.box.Redo()
		c.mark = anchor{}
		return false
	}
	c.Insert(text)
	c.inserted = ""
	return true
}

// spaced returns text with the spaces that it needs between before and after.
func spaced(text, before, after string) string {
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	if left, _ := utf8.DecodeLastRuneInString(before); before != "" && needsSpace(left, first) {
		text = " " + text
	}
	if right, _ := utf8.DecodeRuneInString(after); after != "" && needsSpace(last, right) {
		text += " "
	}
	return text
}

// needsSpace reports whether a space belongs between two characters.
func needsSpace(a, b rune) bool {
	switch {
	case unicode.IsSpace(a), unicode.IsSpace(b), unicode.In(a, unicode.Ps, unicode.Pi), unicode.In(b, unicode.Pe, unicode.Pf):
		return false
	case unspaced(a), unspaced(b), a == '/', b == '/', a == '-' && !unicode.IsLetter(b):
		return false
	}
	return !unicode.In(b, unicode.Terminal_Punctuation)
}

// unspaced reports whether a character belongs to a script without spaces between words.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) ||
		r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef
}
