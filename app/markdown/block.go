package markdown

// Kind is the shape of a Block.
type Kind uint8

// The kinds. Each Block becomes one or more rows of the conversation.
const (
	Paragraph Kind = iota
	Heading
	Code
	TableBlock
	Rule
	// Picture is an image the text points to: never fetched unasked. Runs hold its alternative
	// text, Link its address.
	Picture
)

// Block is one piece of a text that is laid out by itself. Lists and quotes are not blocks: the
// blocks in them carry how deep they lie. A Block of finished text never changes again.
type Block struct {
	Kind Kind
	// Level is 1 to 6 for a Heading.
	Level int
	// Quote is the number of block quotes around it.
	Quote int
	// Depth is the number of lists around it; Marker ("•", "1.", "☐", "☑") stands before the first
	// block of an item and is "" for the later ones, which are indented alike.
	Depth  int
	Marker string
	// Tight: it follows the block before it closely (items of a tight list).
	Tight bool
	// Runs are the words of a Paragraph, Heading or Picture. "\n" inside a run is a hard line
	// break.
	Runs []Run
	// Lang is the language word of a Code block, "" if none; Text its content without the fence and
	// without the last newline; Open is true while its fence has not closed.
	Lang string
	Text string
	Open bool
	// Lines has, for each line of Text, the byte offset in the source where it starts.
	Lines []int
	// Table is set for TableBlock.
	Table *Table
	// Link is the address of a Picture.
	Link string
	// Start and End are byte offsets in the source.
	Start, End int
}

// Run is a stretch of text in one style.
type Run struct {
	Text  string
	Style Style
	// Link is the address a link leads to, "" for none. Only http, https and mailto are ever set.
	Link string
	// Formula is the formula of LaTeX that the run shows, as typed, "" for words. Text is then what
	// it reads in Unicode, one whole even where it is as long as its source; or with Mono the
	// formula as typed, which cannot be written so.
	Formula string
	// Start and End are byte offsets in the source.
	Start, End int
}

// FormulaLang is the Lang of a Code block that is a formula of LaTeX, its marks included, which
// cannot be written in Unicode.
const FormulaLang = "math"

// Style is a set of marks.
type Style uint8

// The marks of a Style.
const (
	Bold Style = 1 << iota
	Italic
	Strike
	Mono
)

// Align is the alignment of a column, in the word of HTML and Word.
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

// Cell is one cell.
type Cell struct{ Runs []Run }

// Token is the color class of a piece of code.
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
