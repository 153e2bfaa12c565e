package documents

import "fmt"

// Reason is the reason why a file's text cannot be read. Each has one sentence in the window. The
// word is the value itself.
type Reason string

// The reasons.
const (
	// Empty: there are no bytes.
	Empty Reason = "empty"
	// NotText: the bytes are no text and no document Parlando knows.
	NotText Reason = "not_text"
	// Unsupported: it is a Error.Format, whose text Parlando cannot read.
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

// Format is the format of a file. The window shows the word.
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
	// Kept is the number that is left of Of; 0 when that is not known.
	Kept, Of int
}

// CutKind is the kind of a part that was left out. The word is the value itself.
type CutKind string

// The kinds of cut.
const (
	CutRows    CutKind = "rows"
	CutColumns CutKind = "columns"
	CutSheets  CutKind = "sheets"        // the last ones
	CutHidden  CutKind = "hidden_sheets" // Kept is the number of sheets that were left out
	// Kept is the number of cell texts that are missing, as there are too many
	CutCells     CutKind = "cells"
	CutSlides    CutKind = "slides"     // the last ones
	CutTableRows CutKind = "table_rows" // the last ones of a table in a text
	// Kept is the number of cells of a table in a text that were cut off
	CutTableCells CutKind = "table_cells"
)

// Error is the error of a file whose text cannot be read.
type Error struct {
	Reason Reason
	// Format is the format of the file, as far as its bytes show it; "" when they do not.
	Format Format
	// Err is the cause, if there is one.
	Err error
}

// Error gives the reason for the log.
func (t *Error) Error() string {
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
func (t *Error) Unwrap() error { return t.Err }
