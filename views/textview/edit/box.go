package edit

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/views/screenreader"
	"parlando/views/textview"
	"parlando/views/widgets"
)

// Style is the look of a Box, in device-independent pixels, with text of the usual size.
type Style struct {
	// LineHeight may be 0 for the height of the words.
	TextSize, LineHeight float32
	// Margin is between the edges and the text.
	Margin float32
}

// LongText is the style of a text of many pages.
func LongText() Style { return Style{TextSize: 15, LineHeight: 25, Margin: 18} }

// Calls are the callbacks of a Box. Each may be nil.
type Calls struct {
	// OnChanged is called after each change the user made.
	OnChanged func()
	// OnMoved is called when the caret moved or something was selected.
	OnMoved func()
	// OnFocus is called when the keyboard came or went.
	OnFocus func(focused bool)
	// OnKey is given a key before the box uses it, and reports whether it was used.
	OnKey func(k fyne.KeyName, m fyne.KeyModifier) bool
	// OnPaste is given what is pasted, and reports whether it was used otherwise.
	OnPaste func(text string) bool
	// OnChoose is given the place that was clicked while the text is read aloud.
	OnChoose func(at int)
	// OnLocked is called when the user tries to write while the text is read aloud.
	OnLocked func()
	// OnMenu is asked for more entries of the menu of the right mouse button.
	OnMenu func() []widgets.MenuItem
}

// Box is an editor for a text of any length. All of it is used on the window's thread.
type Box struct {
	widget.BaseWidget
	Calls

	// ReadOnly lets nothing be written; what is there can be selected and copied.
	ReadOnly bool

	name, placeholder string

	page    *page
	caret   *Caret
	history history
	reading reading
	pointer *textview.Pointer
	focused bool
	paint   *boxRenderer
}

// reading is the state of reading the text aloud.
type reading struct {
	// locked says that the text is read aloud, and cannot be written in; mark is the sentence.
	locked bool
	mark   [2]int
	// follows says that the view goes with the mark; a reader who scrolls away is left alone.
	follows bool
}

// New makes an empty box. name is for screen readers, placeholder stands in it while it is empty.
func New(name, placeholder string, style Style) *Box {
	b := &Box{name: name, placeholder: widgets.Placeholder(placeholder), page: newPage(style)}
	b.reading.follows = true
	b.newCaret()
	b.paint = newBoxRenderer(b)
	b.pointer = textview.NewPointer(b.paint.Bar, b.goTo, b.selectTo)
	b.ExtendBaseWidget(b)
	return b
}

func (b *Box) newCaret() {
	var shift textview.Shift
	if b.caret != nil {
		shift = b.caret.Shift
	}
	b.caret = NewCaret(b.page.doc, b.page, Hooks{Replace: b.replace, Undo: b.Undo, Redo: b.Redo, Moved: b.moved, Clean: Clean})
	b.caret.Shift = shift
}

// SetText puts a text in place of what stands there; what was done before cannot be taken back.
func (b *Box) SetText(body string) {
	b.page.doc = newDocument(Clean(body))
	b.newCaret()
	b.history = history{}
	b.reading.mark = [2]int{}
	b.page.view.Top, b.page.view.Over = 0, 0
	b.paint.show()
}

// Replace puts a text in place of what stands there; Undo takes that back.
func (b *Box) Replace(body string) {
	b.replace(0, b.page.doc.size, Clean(body), false)
	b.caret.Put(0)
	b.page.view.Top, b.page.view.Over = 0, 0
	b.paint.show()
}

// Insert puts words in at a place as one step that can be taken back, whatever is selected. The
// caret stays between the same letters, behind the words if it was at that place.
func (b *Box) Insert(at int, words string) {
	caret := b.caret.At
	b.replace(at, at, Clean(words), false)
	if caret < at {
		b.SetCaret(caret)
	} else if caret > at {
		b.SetCaret(caret + b.caret.At - at)
	}
}

// Remove takes out what lies between two places. The caret stays between the same letters.
func (b *Box) Remove(from, to int) {
	caret := b.caret.At
	b.replace(from, to, "", false)
	if caret > from {
		caret = max(caret-(to-from), from)
	}
	b.SetCaret(caret)
}

// Text is all that stands there.
func (b *Box) Text() string { return b.page.doc.text() }

// Head is the beginning of the text, at most so many bytes of it.
func (b *Box) Head(most int) string {
	d := b.page.doc
	if d.size <= most {
		return b.Text()
	}
	i, in := d.find(most)
	for in > 0 && in < len(d.segments[i].text) && !utf8.RuneStart(d.segments[i].text[in]) {
		in--
	}
	return d.Slice(0, d.starts[i]+in)
}

// AtEnd reports whether nothing but space follows the caret.
func (b *Box) AtEnd() bool {
	size := b.page.doc.size
	return size-b.caret.At < 1000 && strings.TrimSpace(b.page.doc.Slice(b.caret.At, size)) == ""
}

// Empty reports whether nothing stands there.
func (b *Box) Empty() bool { return b.page.doc.size == 0 }

// Characters is the number of characters.
func (b *Box) Characters() int { return b.page.doc.characters }

// Caret is the place of the next character.
func (b *Box) Caret() int { return b.caret.At }

// SetCaret moves the caret and brings it into the view.
func (b *Box) SetCaret(at int) {
	b.caret.Put(at)
	b.page.reveal(b.caret.At)
	b.paint.show()
}

// Selection are the bounds of the selection; from equals to when nothing is selected.
func (b *Box) Selection() (from, to int) { return b.caret.Selection() }

// SetReading says that the text is read aloud, and the sentence that is: it is marked and followed,
// a click goes to a place, and nothing can be written.
func (b *Box) SetReading(on bool, from, to int) {
	size := b.page.doc.size
	mark := [2]int{min(max(from, 0), size), min(max(to, 0), size)}
	if !on {
		mark = [2]int{}
	}
	r := &b.reading
	if on == r.locked && mark == r.mark {
		return
	}
	r.follows = r.follows || on && !r.locked
	r.locked, r.mark = on, mark
	if on && r.follows && mark[1] > mark[0] && !b.page.shows(mark[0], mark[1]) {
		b.page.bring(mark[0], b.Size().Height/3)
	}
	b.paint.show()
}

// Reading reports whether the text is being read aloud.
func (b *Box) Reading() bool { return b.reading.locked }

// HeightFor is the height the text wants at a width: at least one line, and at most as many as fit
// into most.
func (b *Box) HeightFor(width, most float32) float32 {
	if width <= 0 {
		return b.page.format.Line + 2*b.page.style.Margin
	}
	return b.page.heightFor(width, max(1, int((most-2*b.page.style.Margin)/b.page.format.Line)))
}

// MinSize is small: the box takes what room there is.
func (b *Box) MinSize() fyne.Size {
	b.ExtendBaseWidget(b)
	return b.paint.MinSize()
}

// CreateRenderer is for Fyne.
func (b *Box) CreateRenderer() fyne.WidgetRenderer { return b.paint }

// AccessibilityDescription implements screenreader.Describer.
// It holds only the text in sight: a text may have hundreds of pages.
func (b *Box) AccessibilityDescription() string {
	var text strings.Builder
	for i, top := range b.page.view.Seen() {
		laid := b.page.lay(i)
		for n := range laid.Lines() {
			if y := top + float32(n)*b.page.format.Line; y > -b.page.format.Line && y < b.page.Room() {
				text.WriteString(b.page.doc.segments[i].text[laid.Begin(n):laid.Finish(n)] + " ")
			}
		}
	}
	return screenreader.Field(b.name, strings.Join(strings.Fields(text.String()), " "), false)
}

// AccessibilityLabel implements fyne.Accessible.
func (b *Box) AccessibilityLabel() string { return b.name }

// AccessibilityRole implements fyne.Accessible.
func (b *Box) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// replace puts words in place of others, with the caret behind them.
func (b *Box) replace(from, to int, with string, typed bool) {
	if b.refuses() || from == to && with == "" {
		return
	}
	c := change{at: from, inserted: with, caret: b.caret.At, typed: typed}
	c.removed = b.page.doc.replace(from, to, with)
	b.history.add(c)
	b.changed(from + len(with))
}

// refuses reports whether nothing can be written, and says so.
func (b *Box) refuses() bool {
	if b.reading.locked {
		widgets.Call(b.OnLocked)
	}
	return b.reading.locked || b.ReadOnly
}

// changed puts the caret to a place after a change.
func (b *Box) changed(caret int) {
	b.page.view.Top = min(b.page.view.Top, b.page.Len()-1)
	b.caret.Put(caret)
	b.page.reveal(caret)
	b.page.view.Scroll(0)
	b.paint.show()
	widgets.Call(b.OnChanged)
	widgets.Call(b.OnMoved)
}

func (b *Box) moved(reveal bool) {
	if reveal {
		b.page.reveal(b.caret.At)
	}
	b.paint.show()
	widgets.Call(b.OnMoved)
}

// Undo takes the last change back.
func (b *Box) Undo() {
	if b.refuses() {
		return
	}
	if c, ok := b.history.undo(); ok {
		b.page.doc.replace(c.at, c.at+len(c.inserted), c.removed)
		b.changed(min(c.caret, b.page.doc.size))
	}
}

// Redo does again what Undo took back.
func (b *Box) Redo() {
	if b.refuses() {
		return
	}
	if c, ok := b.history.redo(); ok {
		b.page.doc.replace(c.at, c.at+len(c.removed), c.inserted)
		b.changed(c.at + len(c.inserted))
	}
}
