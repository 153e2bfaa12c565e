package list

import (
	"fyne.io/fyne/v2"

	"parlando/views/widgets"
)

// Kind is the kind of a row. It selects the height in Style.Heights.
type Kind uint8

// The kinds of row.
const (
	// OneLine is a row with one line, TwoLines a row with two lines, TwoLinesAndBar a row with a
	// progress bar below two lines.
	OneLine Kind = iota
	TwoLines
	TwoLinesAndBar
	// Heading is the title of the rows below it. The keyboard skips it.
	Heading
	// Floating is a last row that always stays visible; other rows scroll behind it.
	Floating
	kinds
)

// Heights has the height of each kind of row, in device-independent pixels; 0 means that the row is
// as high as its content.
type Heights [kinds]float32

// Callbacks holds the callbacks of a list. All except Key and Row may be nil. Rows are identified
// by their index.
type Callbacks struct {
	// Key returns the unique key of a row. A row that moves keeps its focus and its renaming by its
	// key.
	Key func(i int) string
	// Kind is called for all rows, Row only for visible ones.
	Kind func(i int) Kind
	Row  func(i int) Row
	// Open is called for a click on a row or for Enter, Delete for the Delete key.
	Open, Delete func(i int)
	// Button is called when a button of a row is pressed.
	Button func(i int, id string)
	// Rename is called with the new name of the row with a key, which may no longer exist.
	Rename func(key, name string)
	// Move moves a row to another index. The rows must have moved when it returns. It may call Set.
	Move func(from, to int)
	// Carrier moves rows onto others with the pointer, nil for none.
	Carrier Carrier
	// Menu returns the menu of a row, for the button More and for a right click.
	Menu func(i int) []widgets.MenuItem
	// Hover is called when the pointer enters and leaves the list, and for each row that it enters
	// or leaves.
	Hover func(over bool)
	// Sight is called with the range [first, end) of visible rows whenever rows are shown.
	Sight func(first, end int)
	// Index returns an index, for lists that are too long to visit every row; nil for none.
	Index func() Index
}

func (c *Callbacks) kind(i int) Kind {
	if c.Kind == nil {
		return OneLine
	}
	return c.Kind(i)
}

func (c *Callbacks) open(i int) {
	if c.Open != nil {
		c.Open(i)
	}
}

func (c *Callbacks) remove(i int) {
	if c.Delete != nil {
		c.Delete(i)
	}
}

func (c *Callbacks) hover(over bool) {
	if c.Hover != nil {
		c.Hover(over)
	}
}

// Carrier decides which rows the pointer carries onto which others.
type Carrier interface {
	// Carries reports whether the row with a key can be carried.
	Carries(key string) bool
	// Accepts reports whether a row can be dropped onto row to, and Drop drops it there.
	Accepts(to int) bool
	Drop(key string, to int)
}

// Index finds rows without iterating over all of them.
type Index interface {
	// Find returns the index of the row with a key, -1 if there is none.
	Find(key string) int
	// Above returns the total height of the first i rows; h includes the gap below each row.
	Above(i int, h Heights) float32
}

// More is the id of the button that opens the menu of its row.
const More = "more"

// Button is a button of a row, or a plain icon if it has no ID. Name is the tooltip of an icon, or
// the label of a button without an icon.
type Button struct {
	ID, Icon, Name string
	// Hint is the tooltip of a button with a label.
	Hint string
	// Color is the color of the icon, muted by default.
	Color fyne.ThemeColorName
	// Side is the size of an icon at the default text size, 28 by default for a button.
	Side float32
	// HoverOnly buttons are visible only while the pointer or the focus is at their row.
	HoverOnly bool
}

// Row is the content of one row. Empty fields take no room.
type Row struct {
	// Title is the first line, and the name for screen readers. Name is the initial text of a
	// renaming if it differs from Title.
	Title, Name string
	// Marks are the byte ranges of search matches in the title.
	Marks [][2]int
	// Leading is placed at the left, IconBefore is an icon before the title.
	Leading    Button
	IconBefore string
	// Suffix follows the title and is never truncated, Tag is a badge, IconsAfter are icons after
	// the title.
	Suffix, Tag string
	IconsAfter  []widgets.Mark
	// End is text at the right end of the last line. Time stands there if there is no End, but
	// gives way to the row's buttons and to a title that would become too short. Checked shows a
	// check mark there, Dot a dot that means work in progress.
	End, Time    string
	Checked, Dot bool
	Buttons      []Button
	// Detail is the second line, DetailMarks are the byte ranges of search matches in Detail, Links
	// are clickable words after Detail.
	Detail      string
	DetailMarks [][2]int
	Links       []Button
	// Failed uses the error color for the second line.
	Failed bool
	// ShowProgress shows a progress bar for Progress, 0 to 1.
	ShowProgress bool
	Progress     float64
	// Caution and Note are wrapped sentences at the bottom, Choices are buttons below the
	// sentences.
	Caution, Note string
	Choices       []Button
	// Selected marks the row of the open item.
	Selected bool
	// Fixed means that the row cannot be renamed. Pending means that its content is still loading;
	// a renaming waits for the content.
	Fixed, Pending bool
}

// Style is the appearance and the keyboard behavior of a list. Lengths are in device-independent
// pixels.
type Style struct {
	// Heights returns the height of each kind. It is called again when the text size changes. If it
	// is nil, rows are as high as their content.
	Heights func() Heights
	// Gap is the space between two rows; Left, Right and Top are the padding of a row, MinHeight
	// its minimum height. Top applies to rows with several lines.
	Gap, Left, Right, Top, MinHeight float32
	// LineGap is the space between two lines, HeadingFoot the space below the text of a heading.
	LineGap, HeadingFoot float32
	// LeadAt is the left edge of the leading button, LeadGap the space between it and the title.
	LeadAt, LeadGap float32
	// End is the space right of the buttons, ButtonGap the space between two buttons, TextGap the
	// space between the text and the buttons.
	End, ButtonGap, TextGap float32
	// Bar is the space reserved for the scroll bar while the list scrolls.
	Bar float32
	// Small uses small text for the title.
	Small bool
	// Beside centers the buttons vertically in the row instead of placing them on the first line.
	Beside bool
	// Card gives each row a border; Plain omits border and background.
	Card, Plain bool
	// Follow means that the current row is always highlighted and follows the pointer.
	Follow bool
	// Stops means that each row is a Tab stop and can be dragged.
	Stops bool
	// Controls means that the buttons of all rows are Tab stops. Rows next to the visible ones then
	// have objects, too, so that Tab reaches them.
	Controls bool
}
