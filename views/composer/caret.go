package composer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"parley/app/chat"
)

// anchor is a place in the text that stays where it is while the text around it is changed. It counts characters.
type anchor struct {
	set  bool
	at   int
	text []rune
}

// follow moves the anchor with a change of the text: what is typed before it moves it on, what is typed at it stays before it.
func (a *anchor) follow(text string) {
	if !a.set {
		return
	}
	now := []rune(text)
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
		a.at = len(now) - behind // what it stood in is another text now
	}
	a.text = now
}

// MarkCaret remembers where the caret is: Insert puts a text there, whatever is typed until then.
func (c *Composer) MarkCaret() {
	at := c.box.CursorTextOffset()
	if chosen := c.box.SelectedText(); chosen != "" {
		at = c.box.selectionEnd(chosen)
	}
	c.mark = anchor{set: true, at: at, text: []rune(c.box.Text)}
}

// selectionEnd is where a selection ends: the caret is at one of its ends.
func (b *box) selectionEnd(chosen string) int {
	runes, at, n := []rune(b.Text), b.CursorTextOffset(), utf8.RuneCountInString(chosen)
	if at-n >= 0 && at <= len(runes) && string(runes[at-n:at]) == chosen {
		return at
	}
	return min(at+n, len(runes))
}

// Insert puts a text where MarkCaret was called, with spaces as needed, as one step that can be undone. Nothing that was typed is replaced. A text too long
// for the box becomes an attachment.
func (c *Composer) Insert(text string) {
	if !c.mark.set {
		c.MarkCaret()
	}
	runes := []rune(c.box.Text)
	at := min(max(c.mark.at, 0), len(runes))
	c.mark = anchor{}
	c.inserted = ""
	if text == "" {
		return
	}
	whole := spaced(text, runes[:at], runes[at:])
	if tooLong(whole) || tooLong(c.box.Text+whole) {
		c.add(chat.Part{Kind: chat.PartPasted, Text: text})
		return
	}
	c.box.insertAt(at, whole)
	c.inserted = whole
}

// Reinsert puts another text in the place of the one that was inserted last. It reports false, and changes nothing, when something was written since.
func (c *Composer) Reinsert(text string) bool {
	was := c.box.Text
	if c.inserted == "" {
		return false
	}
	c.MarkCaret()
	c.box.Undo()
	if now := c.box.Text; len(now) != len(was)-len(c.inserted) {
		c.box.Redo()
		c.mark = anchor{}
		return false
	}
	c.Insert(text)
	c.inserted = ""
	return true
}

// insertAt puts a text in at a place, and leaves the caret where it was; behind the text if it was at that place.
func (b *box) insertAt(at int, text string) {
	if b.SelectedText() != "" {
		b.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight}) // what is chosen would be replaced
	}
	caret, n := b.CursorTextOffset(), utf8.RuneCountInString(text)
	b.moveTo(at)
	b.Entry.TypedShortcut(pasting(text))
	if caret != at {
		if caret > at {
			caret += n
		}
		b.moveTo(caret)
	}
	b.Refresh()
}

// takeOut takes a text out again that was put in at a place, and reports whether it did: what was written since stays, and so does a text
// that was changed or stands there more than once elsewhere. The caret stays where it was.
func (b *box) takeOut(at int, text string) bool {
	all, n := []rune(b.Text), utf8.RuneCountInString(text)
	if at+n > len(all) || string(all[at:at+n]) != text {
		if text == "" || strings.Count(b.Text, text) != 1 {
			return false
		}
		at = utf8.RuneCountInString(b.Text[:strings.Index(b.Text, text)])
	}
	caret := b.CursorTextOffset()
	b.composer.quiet = true
	b.SetText(string(all[:at]) + string(all[at+n:]))
	b.composer.quiet = false
	if caret > at {
		caret = max(caret-n, at)
	}
	b.moveTo(caret)
	b.Refresh()
	return true
}

// moveTo puts the caret before a character. Fyne's entry knows rows and columns alone.
func (b *box) moveTo(at int) {
	row, begin := 0, 0
	for next := 1; ; next++ {
		b.CursorRow, b.CursorColumn = next, 0
		from := b.CursorTextOffset()
		if from <= begin || from > at {
			break
		}
		row, begin = next, from
	}
	b.CursorRow, b.CursorColumn = row, at-begin
}

// pasting is a paste of a text that is not on the clipboard.
func pasting(text string) *fyne.ShortcutPaste { return &fyne.ShortcutPaste{Clipboard: page(text)} }

// page is a clipboard of one text.
type page string

// Content implements fyne.Clipboard.
func (p page) Content() string { return string(p) }

// SetContent implements fyne.Clipboard.
func (p page) SetContent(string) {}

// spaced gives a text the spaces it needs between what stands before and after it.
func spaced(text string, before, after []rune) string {
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	if n := len(before); n > 0 && apart(before[n-1], first) {
		text = " " + text
	}
	if len(after) > 0 && apart(last, after[0]) {
		text += " "
	}
	return text
}

// apart reports whether a space belongs between two characters.
func apart(a, b rune) bool {
	switch {
	case unicode.IsSpace(a), unicode.IsSpace(b), unicode.In(a, unicode.Ps, unicode.Pi), unicode.In(b, unicode.Pe, unicode.Pf):
		return false
	case unspaced(a), unspaced(b), a == '/', b == '/', a == '-' && !unicode.IsLetter(b):
		return false
	}
	return !unicode.In(b, unicode.Terminal_Punctuation)
}

// unspaced reports whether a character belongs to a script that puts no spaces between words.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) ||
		r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef
}
