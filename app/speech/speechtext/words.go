package speechtext

// Words replace whatever cannot be read aloud, in the language of the window. One that is empty
// says nothing.
type Words struct {
	// Code stands for a block of code, such as "A piece of code."
	Code string
	// Table stands for a table.
	Table string
	// Picture stands before the description of a picture, or alone where it has none.
	Picture string
	// Formula stands for a formula, as a block or among words.
	Formula string
	// Asks is said when a model asks whether it may use a tool.
	Asks string
	// Link gives what stands for an address that is written out; host is such as "example.org", ""
	// if it has none. nil says nothing. A link with words of its own is read by its words.
	Link func(host string) string
}
