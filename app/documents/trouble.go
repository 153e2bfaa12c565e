package documents

import "fmt"

// Reason is why the text of a file cannot be had. Each has one sentence in the window. The word is
// the value itself.
type Reason string

// The reasons.
const (
	// Empty: there are no bytes.
	Empty Reason = "empty"
	// NotText: the bytes are no text and no document Parlando knows.
	NotText Reason = "not_text"
	// Unsupported: it is a Trouble.Format, whose text Parlando cannot read.
	Unsupported Reason = "unsupported"
	// Locked: it asks for a password, or for the shop it was bought in.
	Locked Reason = "locked"
	// NoText: it holds pictures alone, as a scanned book does.
	NoText Reason = "no_text"
	// TooLarge: it has more than MaxText bytes of text, or unfolds to more than a document ever
	// does.
	TooLarge Reason = "too_large"
	// Damaged: it ends too early or does not hold together.
	Damaged Reason = "damaged"
)

// Format is what a file is. The word is what the person reads.
type Format string

// The formats that can be read: PDF only where pdftotext is installed.
const (
	Text         Format = "text"
	Markdown     Format = "Markdown"
	HTML         Format = "HTML"
	Word         Format = "Word"
	EPUB         Format = "EPUB"
	OpenDocument Format = "OpenDocument"
	RTF          Format = "RTF"
	Spreadsheet  Format = "Excel"
	Slides       Format = "PowerPoint"
	PDF          Format = "PDF"
)

// The formats that cannot be read.
const (
	OldWord     Format = "Word 97" // or a file of another program in the same container
	OldExcel    Format = "Excel 97"
	OldSlides   Format = "PowerPoint 97"
	BinaryExcel Format = "binary Excel"
	IWork       Format = "Pages, Numbers or Keynote"
)

// Cut is something that was left out of a document.
type Cut struct {
	Kind CutKind
	// Name is the worksheet that it was left out of; "" for the document.
	Name string
	// Kept is how many are there, Of how many there were, 0 when that is not known.
	Kept, Of int
}

// CutKind is what was left out. The word is the value itself.
type CutKind string

// The kinds of cut.
const (
	CutRows    CutKind = "rows"
	CutColumns CutKind = "columns"
	CutSheets  CutKind = "sheets"        // the last ones
	CutHidden  CutKind = "hidden_sheets" // Kept is how many were left out
	// Kept is how many texts of cells are missing, as there are too many
	CutCells     CutKind = "cells"
	CutSlides    CutKind = "slides"     // the last ones
	CutTableRows CutKind = "table_rows" // the last ones of a table in a text
	// Kept is how many cells of a table in a text were cut off
	CutTableCells CutKind = "table_cells"
)

// Trouble says why the text of a file cannot be had.
type Trouble struct {
	Reason Reason
	// Format is what the file is, as far as its bytes tell; "" when they do not.
	Format Format
	// Err is the cause, if there is one.
	Err error
}

// Error gives the reason for the log.
func (t *Trouble) Error() string {
	s := "document: " + string(t.Reason)
	if t.Format != "" {
		s += fmt.Sprintf(" (%s)", t.Format)
	}
	if t.Err != nil {
		s += ": " + t.Err.Error()
	}
	return s
}

// Unwrap returns the cause.
func (t *Trouble) Unwrap() error { return t.Err }
