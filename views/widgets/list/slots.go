package list

import (
	"fyne.io/fyne/v2"

	"parlando/views/widgets"
)

// Kind is the kind of a row. It decides the height, where Look gives one.
type Kind uint8

// The kinds of row.
const (
	// Line is a row with one line, Lines one with two, Tall one with a bar below them.
	Line Kind = iota
	Lines
	Tall
	// Heading names the rows below it. The keyboard passes over it.
	Heading
	// Floating is the last row where it stays in sight, over those that scroll behind it.
	Floating
	kinds
)

// Heights are those of each kind of row, in device-independent pixels; 0 is as high as the row
// needs.
type Heights [kinds]float32

// Calls are the callbacks of a list. All but Key and Row may be nil. A row is named by its place,
// the first being 0.
type Calls struct {
	// Key tells a row apart from all others: it keeps its focus and what is being written wherever
	// it moves.
	Key func(i int) string
	// Kind is asked of all rows, Row only of those in sight.
	Kind func(i int) Kind
	Row  func(i int) Row
	// Open is a click on a row or Enter, Delete its key.
	Open, Delete func(i int)
	// Button is a press of a button of a row.
	Button func(i int, id string)
	// Rename is the new name of a row, which may be gone by now.
	Rename func(key, name string)
	// Move puts a row at another place. It changes the rows before it returns, and calls Set if it
	// likes.
	Move func(from, to int)
	// Menu is the menu of a row: under its button More, and at a right click.
	Menu func(i int) []widgets.MenuItem
	// Hover is told when the pointer comes to the list and leaves it. Between two rows it goes and
	// comes.
	Hover func(over bool)
	// Sight is told which rows are in sight, the first and the one behind the last, whenever they
	// are shown.
	Sight func(first, end int)
	// Index, when set, finds rows that are too many to go through.
	Index func() Index
}

func (c *Calls) kind(i int) Kind {
	if c.Kind == nil {
		return Line
	}
	return c.Kind(i)
}

func (c *Calls) open(i int) {
	if c.Open != nil {
		c.Open(i)
	}
}

func (c *Calls) remove(i int) {
	if c.Delete != nil {
		c.Delete(i)
	}
}

func (c *Calls) hover(over bool) {
	if c.Hover != nil {
		c.Hover(over)
	}
}

// Index finds rows without going through all of them.
type Index interface {
	// Find is the place of a row, -1 if it is not there.
	Find(key string) int
	// Above is the height of the first i rows; h has the gap below each.
	Above(i int, h Heights) float32
}

// More is the id of the button that opens the menu of its row.
const More = "more"

// Button is a button of a row, or an icon if it has no ID. With an icon its name is its tooltip,
// else it is its words.
type Button struct {
	ID, Icon, Name string
	// Hint is the tooltip of a button with words.
	Hint string
	// Color is that of the icon, muted by default.
	Color fyne.ThemeColorName
	// Side is the size of an icon at the usual size of text, 28 by default for a button.
	Side float32
	// Quiet: it is shown while the pointer or the keyboard is at its row.
	Quiet bool
}

// Row is the content of one row. An empty slot takes no room.
type Row struct {
	// Title is the first line, and the name for a screen reader. Name is the text that a renaming
	// begins with, where that is another one.
	Title, Name string
	// Marks are found words in the title as byte offsets.
	Marks [][2]int
	// Lead stands at the left, Before is an icon before the title.
	Lead   Button
	Before string
	// Tail stands behind the title and is never cut, Tag is a badge, Behind are icons there.
	Tail, Tag string
	Behind    []widgets.Mark
	// End stands at the right end of the last line. Checked shows a check mark there, Dot that
	// something goes on.
	End          string
	Checked, Dot bool
	Buttons      []Button
	// Detail is the second line, DetailMarks are found words in it as byte offsets, Links are words
	// behind it that can be pressed.
	Detail      string
	DetailMarks [][2]int
	Links       []Button
	// Failed shows the second line as something that went wrong.
	Failed bool
	// Bar shows how much is done: Share, 0 to 1.
	Bar   bool
	Share float64
	// Caution and Note are sentences below that wrap, Choices are buttons below them.
	Caution, Note string
	Choices       []Button
	// Selected marks what is open.
	Selected bool
	// Fixed: its name cannot be changed. Pending: what it shows is still to come, and a renaming
	// waits for it.
	Fixed, Pending bool
}

// Look is the look of a list, and its way with the keyboard. Lengths are device-independent pixels.
type Look struct {
	// Heights are those of each kind, asked again when the size of text changes. Without it a row
	// is as high as it needs.
	Heights func() Heights
	// Gap is between two rows; Left, Right and Top are free inside of one, Least is its least
	// height. Top counts where a row has several lines.
	Gap, Left, Right, Top, Least float32
	// LineGap is between two lines, HeadingFoot below the words of a heading.
	LineGap, HeadingFoot float32
	// LeadAt is the left edge of the lead, LeadGap is between it and the title.
	LeadAt, LeadGap float32
	// End is right of the buttons, ButtonGap between two, TextGap between them and the texts.
	End, ButtonGap, TextGap float32
	// Bar is room for the scroll bar while there is one.
	Bar float32
	// Small gives the title small letters.
	Small bool
	// Beside: the buttons stand in the middle beside all lines, and not in the first line.
	Beside bool
	// Card gives each row a border, Plain none and no ground.
	Card, Plain bool
	// Follow: the current row is always marked, and moves with the pointer.
	Follow bool
	// Stops: each row is a stop of the Tab key, and is moved by dragging it.
	Stops bool
	// Controls: the buttons of all rows are, so that Tab must find the next one out of sight.
	Controls bool
}
