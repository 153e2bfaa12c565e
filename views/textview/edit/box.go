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

// Style is the appearance of a Box, in device-independent pixels at the default text size.
type Style struct {
	// LineHeight may be 0 for the natural height of the text.
	TextSize, LineHeight float32
	// Margin is the space between the edges and the text.
	Margin float32
	// Column keeps the text as narrow as the reading column, in the middle of the box.
	Column bool
}

// LongTextStyle returns the style of a text of many pages.
func LongTextStyle() Style { return Style{TextSize: 15, LineHeight: 25, Margin: 18} }

// ReadingStyle returns the style of a text that fills a page of the window.
func ReadingStyle() Style { return Style{TextSize: 17, LineHeight: 28, Margin: 24, Column: true} }

// Callbacks holds the callbacks of a Box. Each may be nil.
type Callbacks struct {
	// OnChanged is called after each change by the user.
	OnChanged func()
	// OnMoved is called when the caret or the selection has changed.
	OnMoved func()
	// OnFocus is called when the box gains or loses the focus.
	OnFocus func(focused bool)
	// OnKey is called with a key before the box handles it, and reports whether it handled the key.
	OnKey func(k fyne.KeyName, m fyne.KeyModifier) bool
	// OnPaste is called with pasted text before the box inserts it, and reports whether it handled
	// the text.
	OnPaste func(text string) bool
	// OnChoose is called with the offset of a click while the text is being read aloud.
	OnChoose func(at int)
	// OnLocked is called when the user tries to edit while the text is being read aloud.
	OnLocked func()
	// OnMenu returns additional items of the context menu.
	OnMenu func() []widgets.MenuItem
}

// Box is an editor for a text of any length. It must be used on the window's thread.
type Box struct {
	widget.BaseWidget
	Callbacks

	// OnNothingToUndo is called by Undo if there is no change to undo; nil passes Ctrl+Z to the
	// window.
	OnNothingToUndo func()
	// ReadOnly disables editing; the text can be selected and copied.
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
	// locked means that the text is being read aloud and cannot be edited; mark is the current
	// sentence.
	locked bool
	mark   [2]int
	// follows means that the view follows the mark; scrolling away stops that.
	follows bool
}

// SetPlaceholder changes the text that is shown while the box is empty.
func (b *Box) SetPlaceholder(text string) {
	if b.placeholder != text {
		b.placeholder = text
		b.Refresh()
	}
}

// New returns an empty box. name is for screen readers, placeholder is shown while the box is
// empty.
func New(name, placeholder string, style Style) *Box {
	b := &Box{name: name, placeholder: placeholder, page: newPage(style)}
	b.reading.follows = true
	b.newCaret()
	b.paint = newBoxRenderer(b)
	b.pointer = textview.NewPointer(b.paint.Bar, b.goTo, b.selectTo)
	b.ExtendBaseWidget(b)
	return b
}

func (b *Box) newCaret() {
	var shift textview.ShiftState
	if b.caret != nil {
		shift = b.caret.Shift
	}
	b.caret = NewCaret(b.page.doc, b.page, CaretCallbacks{Replace: b.replace, Undo: b.Undo, Redo: b.Redo, Moved: b.moved, Clean: CleanText})
	b.caret.Shift = shift
}

// SetText replaces the text and clears the undo history.
func (b *Box) SetText(body string) {
	b.page.doc = newDocument(CleanText(body))
	b.newCaret()
	b.history = history{}
	b.reading.mark = [2]int{}
	b.page.view.Top, b.page.view.HiddenHeight = 0, 0
	b.paint.show()
}

// Replace replaces the text; this can be undone.
func (b *Box) Replace(body string) {
	b.replace(0, b.page.doc.size, CleanText(body), false)
	b.caret.Put(0)
	b.page.view.Top, b.page.view.HiddenHeight = 0, 0
	b.paint.show()
}

// Insert inserts text at an offset as one undoable step, and ignores the selection. The caret stays
// between the same characters; a caret at that offset moves behind the inserted text.
func (b *Box) Insert(at int, words string) {
	caret := b.caret.At
	b.replace(at, at, CleanText(words), false)
	if caret < at {
		b.SetCaret(caret)
	} else if caret > at {
		b.SetCaret(caret + b.caret.At - at)
	}
}

// Remove removes the text between two offsets. The caret stays between the same characters.
func (b *Box) Remove(from, to int) {
	caret := b.caret.At
	b.replace(from, to, "", false)
	if caret > from {
		caret = max(caret-(to-from), from)
	}
	b.SetCaret(caret)
}

// Text returns the text.
func (b *Box) Text() string { return b.page.doc.text() }

// Prefix returns the beginning of the text, at most most bytes.
func (b *Box) Prefix(most int) string {
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

// CaretAtEnd reports whether nothing or only white space follows the caret.
func (b *Box) CaretAtEnd() bool {
	size := b.page.doc.size
	return size-b.caret.At < 1000 && strings.TrimSpace(b.page.doc.Slice(b.caret.At, size)) == ""
}

// Empty reports whether the text is empty.
func (b *Box) Empty() bool { return b.page.doc.size == 0 }

// Characters returns the number of characters.
func (b *Box) Characters() int { return b.page.doc.characters }

// Caret returns the offset of the caret.
func (b *Box) Caret() int { return b.caret.At }

// SetCaret moves the caret and scrolls to it.
func (b *Box) SetCaret(at int) {
	b.caret.Put(at)
	b.page.reveal(b.caret.At)
	b.paint.show()
}

// Selection returns the bounds of the selection; from equals to if nothing is selected.
func (b *Box) Selection() (from, to int) { return b.caret.Selection() }

// SetReading sets whether the text is being read aloud, and the bounds of the current sentence.
// While it is being read, the sentence is highlighted and followed, and editing is disabled.
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

// HeightFor returns the height of the box for a width: all lines of the text, but at least one, and
// no more than fit into most.
func (b *Box) HeightFor(width, most float32) float32 {
	if width <= 0 {
		return b.page.format.LineHeight + 2*b.page.style.Margin
	}
	return b.page.heightFor(width, most)
}

// MinSize implements fyne.CanvasObject. It is small: the box takes the available space.
func (b *Box) MinSize() fyne.Size {
	b.ExtendBaseWidget(b)
	return b.paint.MinSize()
}

// CreateRenderer implements fyne.Widget.
func (b *Box) CreateRenderer() fyne.WidgetRenderer { return b.paint }

// AccessibilityDescription implements screenreader.Describer. It contains only the visible text,
// because a text may have hundreds of pages.
func (b *Box) AccessibilityDescription() string {
	var text strings.Builder
	for i, top := range b.page.view.VisibleRows() {
		laid := b.page.lay(i)
		line := laid.LineHeight()
		for n := range laid.Lines() {
			if y := top + float32(n)*line; y > -line && y < b.page.ViewHeight() {
				text.WriteString(b.page.doc.segments[i].text[laid.LineStart(n):laid.LineEnd(n)] + " ")
			}
		}
	}
	return screenreader.DescribeField(b.name, strings.Join(strings.Fields(text.String()), " "), false)
}

// AccessibilityLabel implements fyne.Accessible.
func (b *Box) AccessibilityLabel() string { return b.name }

// AccessibilityRole implements fyne.Accessible.
func (b *Box) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// replace replaces a range of the text and moves the caret after it.
func (b *Box) replace(from, to int, with string, typed bool) {
	if b.refuses() || from == to && with == "" {
		return
	}
	c := change{at: from, inserted: with, caret: b.caret.At, typed: typed}
	c.removed = b.page.doc.replace(from, to, with)
	b.history.add(c)
	b.changed(from + len(with))
}

// refuses reports whether editing is disabled, and calls OnLocked if the text is being read aloud.
func (b *Box) refuses() bool {
	if b.reading.locked {
		widgets.CallIfSet(b.OnLocked)
	}
	return b.reading.locked || b.ReadOnly
}

// changed moves the caret after a change of the text and calls the callbacks.
func (b *Box) changed(caret int) {
	b.page.view.Top = min(b.page.view.Top, b.page.Len()-1)
	b.caret.Put(caret)
	b.page.reveal(caret)
	b.page.view.Scroll(0)
	b.paint.show()
	widgets.CallIfSet(b.OnChanged)
	widgets.CallIfSet(b.OnMoved)
}

func (b *Box) moved(reveal bool) {
	if reveal {
		b.page.reveal(b.caret.At)
	}
	b.paint.show()
	widgets.CallIfSet(b.OnMoved)
}

// Undo undoes the last change.
func (b *Box) Undo() {
	if b.refuses() {
		return
	}
	c, ok := b.history.undo()
	if !ok && b.OnNothingToUndo == nil {
		widgets.ShortcutToWindow(b, &fyne.ShortcutUndo{})
		return
	} else if !ok {
		b.OnNothingToUndo()
		return
	}
	b.page.doc.replace(c.at, c.at+len(c.inserted), c.removed)
	b.changed(min(c.caret, b.page.doc.size))
}

// Redo repeats the change that was undone last.
func (b *Box) Redo() {
	if b.refuses() {
		return
	}
	if c, ok := b.history.redo(); ok {
		b.page.doc.replace(c.at, c.at+len(c.removed), c.inserted)
		b.changed(c.at + len(c.inserted))
	}
}
