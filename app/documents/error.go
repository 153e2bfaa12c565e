package documents

import "fmt"

// Reason is the reason why a file cannot be read. Each has one sentence in the window.
type Reason string

// The reasons.
const (
	// Empty: the file is empty.
	Empty Reason = "empty"
	// NotText: the file is neither text nor a known document format.
	NotText Reason = "not_text"
	// Unsupported: Parlando cannot read the format, which is Error.Format.
	Unsupported Reason = "unsupported"
	// PasswordProtected: the file needs a password or is copy-protected.
	PasswordProtected Reason = "locked"
	// NoText: the file contains only pictures, like a scanned book.
	NoText Reason = "no_text"
	// TooLarge: the file has more than MaxText bytes of text, or decompresses to more than any real
	// document would.
	TooLarge Reason = "too_large"
	// Damaged: the file is truncated or inconsistent.
	Damaged Reason = "damaged"
)

// Format is the format of a file, as named in the window.
type Format string

// The readable formats; PDF only if pdftotext is installed.
const (
	Text         Format = "text"
	Markdown     Format = "Markdown"
	HTML         Format = "HTML"
	Word         Format = "Word"
	EPUB         Format = "EPUB"
	FictionBook  Format = "FictionBook"
	OpenDocument Format = "OpenDocument"
	RTF          Format = "RTF"
	Email        Format = "email" // or a web page that was saved with its pictures
	Spreadsheet  Format = "Excel"
	Slides       Format = "PowerPoint"
	PDF          Format = "PDF"
)

// The formats that cannot be read.
const (
	OldWord     Format = "Word 97" // or an unknown program's file in the same container
	OldExcel    Format = "Excel 97"
	OldSlides   Format = "PowerPoint 97"
	BinaryExcel Format = "binary Excel"
	Office      Format = "Word, Excel or PowerPoint" // an encrypted file of one of the three
	// OutlookMessage is a message that Outlook saved in its own format.
	OutlookMessage Format = "Outlook message"
	IWork          Format = "Pages, Numbers or Keynote"
)

// Omission is a part that was left out of a document.
type Omission struct {
	Kind OmissionKind
	// Name is the worksheet concerned, "" for the document.
	Name string
	// Kept is the number of remaining items out of Of, 0 if unknown; some kinds count omitted ones.
	Kept, Of int
}

// OmissionKind is the kind of a part that was left out.
type OmissionKind string

// The kinds of omissions.
const (
	OmittedRows    OmissionKind = "rows"
	OmittedColumns OmissionKind = "columns"
	OmittedSheets  OmissionKind = "sheets"        // the last sheets
	OmittedHidden  OmissionKind = "hidden_sheets" // Kept is the number of omitted sheets
	// OmittedHiddenRows and OmittedHiddenColumns: Kept counts hidden rows or columns with content.
	OmittedHiddenRows    OmissionKind = "hidden_rows"
	OmittedHiddenColumns OmissionKind = "hidden_columns"
	// OmittedCells: Kept is the number of missing cell texts, because there are too many.
	OmittedCells     OmissionKind = "cells"
	OmittedSlides    OmissionKind = "slides"     // the last slides
	OmittedTableRows OmissionKind = "table_rows" // the last rows of a table within a text
	// OmittedTableCells: Kept is the number of truncated cells of a table within a text.
	OmittedTableCells OmissionKind = "table_cells"
)

// Error reports that a file's text cannot be read.
type Error struct {
	Reason Reason
	// Format is the detected format of the file, "" if unknown.
	Format Format
	// Err is the cause, if known.
	Err error
}

// Error returns the reason for the log.
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
