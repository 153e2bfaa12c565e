package speechtext

// Words replace unreadable content, in the language of the window. Content whose word is empty is
// skipped.
type Words struct {
	// Language is the language of the words, as a code of ISO 639-1; "" if unknown.
	Language string
	// Code replaces a block of code, such as "A piece of code."
	Code string
	// Table announces a table.
	Table string
	// Picture precedes the description of a picture, or replaces a picture without one.
	Picture string
	// Formula replaces a formula, as a block or inline.
	Formula string
	// Asks announces that the model asks for permission to use a tool.
	Asks string
	// Link returns the text to speak instead of a written-out address. host is such as
	// "example.org", or "" if the address has none. If Link is nil, addresses are skipped. For a
	// link with its own text, that text is read.
	Link func(host string) string
}

// Announces reports whether a text is one of the words that are spoken as a sentence of their own.
func (w Words) Announces(text string) bool {
	return text != "" && (text == w.Code || text == w.Table || text == w.Picture || text == w.Formula || text == w.Asks)
}
