package longtext

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/conversation/textflow"
	"parley/views/theme"
	"parley/views/widgets"
)

// The measures, in device-independent pixels, with text of the usual size.
const (
	textSize   = 15
	lineHeight = 25
	margin     = 18
	caretWidth = 2
)

// Box is where the text is written. All of it is used on the window's thread. Its callbacks may be nil.
type Box struct {
	widget.BaseWidget

	// OnChanged is called after each change a person made.
	OnChanged func()
	// OnMoved is called when the caret moved or something was selected.
	OnMoved func()
	// OnChoose is given the place that was clicked while the text is read aloud.
	OnChoose func(at int)
	// OnLocked is called when somebody tries to write while the text is read aloud.
	OnLocked func()
	// OnPasteFiles is given the paths when files were pasted, and reports whether they are of use.
	OnPasteFiles func(text string) bool
	// OnMenu is asked for more lines of the menu of the right mouse button.
	OnMenu func() []MenuItem

	name, placeholder string

	text  *text
	body  string
	known bool // body is what text says
	edits edits

	// caret is where the next character goes; what lies between anchor and caret is selected.
	caret, anchor int
	// goal is where Up and Down want to be on a line; negative when they begin anew.
	goal float32
	// focused, and shift held down.
	focused, shift bool

	// top is the segment at the upper edge, and how much of it lies above.
	top   int
	above float32

	// mark is what is read aloud; locked while it is.
	mark   [2]int
	locked bool
	// follows says that the view goes with the mark; a reader who scrolls away is left alone.
	follows bool

	size, line float32
	ruler      *textflow.Ruler
	dragging   drag
	grab       float32
	stage      *stage
}

// MenuItem is one more line of the menu.
type MenuItem struct {
	Icon, Words string
	Do          func()
}

type drag uint8

const (
	dragNone drag = iota
	dragText
	dragBar
)

// New makes an empty box. name is what a screen reader says, placeholder stands in it while it is empty.
func New(name, placeholder string) *Box {
	b := &Box{name: name, placeholder: widgets.Placeholder(placeholder), text: newText(""), known: true, goal: -1, follows: true}
	b.rule()
	b.stage = newStage(b)
	b.ExtendBaseWidget(b)
	return b
}

// rule takes over the size of text of the theme; it reports whether it changed.
func (b *Box) rule() bool {
	zoom := fynetheme.TextSize() / theme.SizeText
	if zoom < 0.5 || zoom > 4 {
		zoom = 1
	}
	if size := float32(textSize) * zoom; size == b.size {
		return false
	}
	b.size, b.line = textSize*zoom, float32(int(lineHeight*zoom))
	b.ruler = textflow.NewRuler(func(text string, size float32, style fyne.TextStyle) (fyne.Size, float32) {
		return fyne.CurrentApp().Driver().RenderedTextSize(text, size, style, theme.FontFor(text, style))
	})
	b.unlay()
	return true
}

func (b *Box) unlay() {
	for _, s := range b.text.segments {
		s.flow = nil
	}
}

// SetText puts a text in place of what stands there; what was done before cannot be taken back.
func (b *Box) SetText(body string) {
	b.text = newText(clean(body))
	b.known = false
	b.edits = edits{}
	b.caret, b.anchor, b.goal = 0, 0, -1
	b.top, b.above = 0, 0
	b.mark = [2]int{}
	b.stage.show()
}

// Replace puts a text in place of what stands there; Undo takes that back.
func (b *Box) Replace(body string) {
	b.replace(0, b.text.size, clean(body), false)
	b.caret, b.anchor = 0, 0
	b.top, b.above = 0, 0
	b.stage.show()
}

// Text is all that stands there.
func (b *Box) Text() string {
	if !b.known {
		b.body, b.known = b.text.slice(0, b.text.size), true
	}
	return b.body
}

// Head is the beginning of the text, at most so many bytes of it.
func (b *Box) Head(most int) string {
	if b.text.size <= most {
		return b.Text()
	}
	i, in := b.text.find(most)
	end, from := most, b.text.segments[i].text
	for in > 0 && in < len(from) && !utf8.RuneStart(from[in]) {
		in--
		end--
	}
	return b.text.slice(0, end)
}

// AtEnd reports whether nothing but space follows the caret.
func (b *Box) AtEnd() bool {
	return b.text.size-b.caret < 1000 && strings.TrimSpace(b.text.slice(b.caret, b.text.size)) == ""
}

// Empty reports whether nothing stands there.
func (b *Box) Empty() bool { return b.text.size == 0 }

// Characters is how many there are.
func (b *Box) Characters() int { return b.text.characters }

// Caret is where the next character goes.
func (b *Box) Caret() int { return b.caret }

// SetCaret moves the caret and brings it into the window.
func (b *Box) SetCaret(at int) {
	b.caret = min(max(at, 0), b.text.size)
	b.anchor, b.goal = b.caret, -1
	b.reveal(b.caret)
	b.stage.show()
}

// Selection is what is selected; from equals to when nothing is.
func (b *Box) Selection() (from, to int) { return min(b.anchor, b.caret), max(b.anchor, b.caret) }

// SetReading says that the text is read aloud, and the sentence that is: it is marked and followed, a click goes to a place, and
// nothing can be written.
func (b *Box) SetReading(reading bool, from, to int) {
	from, to = min(max(from, 0), b.text.size), min(max(to, 0), b.text.size)
	if !reading {
		from, to = 0, 0
	}
	if reading == b.locked && b.mark == [2]int{from, to} {
		return
	}
	if reading && !b.locked {
		b.follows = true
	}
	b.locked, b.mark = reading, [2]int{from, to}
	if reading && b.follows && to > from && !b.inWindow(from, to) {
		b.bring(from, b.Size().Height/3)
	}
	b.stage.show()
}

// Reading reports whether the text is being read aloud.
func (b *Box) Reading() bool { return b.locked }

// MinSize is small: the box takes what room there is.
func (b *Box) MinSize() fyne.Size {
	b.ExtendBaseWidget(b)
	return fyne.NewSize(160, 80)
}

// CreateRenderer is for Fyne.
func (b *Box) CreateRenderer() fyne.WidgetRenderer { return b.stage }

// AccessibilityLabel implements fyne.Accessible.
func (b *Box) AccessibilityLabel() string { return b.name }

// AccessibilityRole implements fyne.Accessible.
func (b *Box) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }
