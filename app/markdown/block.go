package markdown

import "strings"

// Kind is the kind of a Block.
type Kind uint8

// The kinds. Each Block becomes one or more rows of the conversation.
const (
	Paragraph Kind = iota
	Heading
	CodeBlock
	TableBlock
	Rule
	// Picture is an image referenced by the text, which is fetched only on the user's request. Runs
	// hold its alternative text, Link its address.
	Picture
	// AlertName is the name of an alert, such as "Note", which replaces the alert's mark.
	AlertName
)

// Block is a part of a text that is laid out separately. Lists and quotes are not blocks: the
// blocks in them have a nesting depth. A Block of finished text never changes.
type Block struct {
	Kind Kind
	// Level is 1 to 6 for a Heading.
	Level int
	// Quote is the number of block quotes around the block.
	Quote int
	// Alert is the name of the alert, in English, if the outermost quote is one; see
	// markup.Alert.
	Alert string
	// Depth is the number of lists around the block; Marker ("•", "1.", "☐", "☑") precedes the
	// first block of a list item and is "" for the item's others, which have the same indentation.
	Depth  int
	Marker string
	// Tight reports that there is little space before the block, as between items of a tight list.
	Tight bool
	// Runs are the text of a Paragraph, Heading, AlertName or Picture. "\n" inside a run is a hard
	// line break.
	Runs []Run
	// Lang is the language of a Code block, "" if none; Text is its content without the fence and
	// the last newline; Open is true until its fence is closed.
	Lang string
	Text string
	Open bool
	// Lines has the byte offset in the source of the start of each line of Text.
	Lines []int
	// Table is set for TableBlock.
	Table *Table
	// Link is the address of a Picture.
	Link string
	// Start and End are byte offsets in the source.
	Start, End int
}

// Run is text in one style.
type Run struct {
	Text  string
	Style Style
	// Link is the address of a link, "" for none. Only http, https and mailto are ever set.
	Link string
	// Formula is the LaTeX source of a formula, "" for other text. Text is then the formula's
	// Unicode form, which is indivisible even if it is as long as the source. With Monospace Text
	// is the source, because it cannot be written in Unicode.
	Formula string
	// Start and End are byte offsets in the source.
	Start, End int
}

// Slice returns the bytes [from, to) of a run whose text equals its source.
func (r Run) Slice(from, to int) Run {
	r.Text, r.Start, r.End = r.Text[from:to], r.Start+from, r.Start+to
	return r
}

// FormulaLang is the Lang of a Code block that holds a LaTeX formula, including its delimiters,
// which cannot be written in Unicode.
const FormulaLang = "math"

// Style is a set of text attributes.
type Style uint8

// The attributes of a Style.
const (
	Bold Style = 1 << iota
	Italic
	Strikethrough
	Monospace
)

// Align is the alignment of a column, with the values used by HTML and Word.
type Align string

// The alignments of a table column.
const (
	AlignLeft   Align = ""
	AlignCenter Align = "center"
	AlignRight  Align = "right"
)

// Table is a table; Head and each row have len(Align) cells.
type Table struct {
	Align []Align
	Head  []Cell
	Rows  [][]Cell
}

// Beginning returns the words of the head and the first row. If they are read from right to left,
// the first column is the rightmost.
func (t *Table) Beginning() string {
	var b strings.Builder
	for _, row := range append([][]Cell{t.Head}, t.Rows[:min(len(t.Rows), 1)]...) {
		for _, c := range row {
			b.WriteString(RunsText(c.Runs) + " ")
		}
	}
	return b.String()
}

// Cell is one cell.
type Cell struct{ Runs []Run }

// Token is the color class of code.
type Token uint8

// The color classes; views/theme has a color for each.
const (
	Plain Token = iota
	Keyword
	Name
	String
	Number
	Comment
	Other
)

// Span is a colored piece of one line of code.
type Span struct {
	Text  string
	Token Token
}
