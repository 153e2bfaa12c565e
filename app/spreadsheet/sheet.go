// Package spreadsheet writes tables for spreadsheets: as CSV, and as .xlsx with numbers, dates and
// links, which the helper program writes (package xlsx).
//
// Cells are untrusted text: none of them can become a formula.
package spreadsheet

import (
	"context"
	"fmt"
	"io"

	"parlando/app/filename"
	"parlando/app/internal/wholefile"
)

// Format is a type of file. Its value is the file name extension without the dot.
type Format string

// The formats.
const (
	XLSX Format = "xlsx"
	CSV  Format = "csv"
)

// Ext returns the file name extension with the dot, such as ".csv".
func (f Format) Ext() string { return "." + string(f) }

// Formats returns the formats that can be written on this computer, in the order in which they are
// offered: XLSX needs the helper program.
func Formats() []Format {
	if !CanWriteXLSX() {
		return []Format{CSV}
	}
	return []Format{XLSX, CSV}
}

// Sheet is a table with a header.
type Sheet struct {
	// Name is the name of the sheet; characters that spreadsheets do not allow are left out.
	Name string
	// Head are the names of the columns. Each row has as many cells.
	Head []string
	Rows [][]Cell
}

// Save writes sheets to a file in a folder, with a name derived from title, and returns its path.
// If the name is taken, a number is added. The error is an error of Write or of the disk; after an
// error there is no file.
func Save(ctx context.Context, folder, title string, f Format, locale string, sheets ...Sheet) (string, error) {
	return wholefile.Create(folder, filename.New(f.Ext(), title), func(w io.Writer) error { return Write(ctx, w, f, locale, sheets...) })
}

// Write writes sheets. locale, such as "de-DE", determines the separators of CSV, in which sheets
// follow each other after an empty line. The errors are those of WriteXLSX.
func Write(ctx context.Context, w io.Writer, f Format, locale string, sheets ...Sheet) error {
	switch f {
	case XLSX:
		return WriteXLSX(ctx, w, sheets...)
	case CSV:
		return writeCSV(w, locale, sheets...)
	}
	return fmt.Errorf("unknown format %q", f)
}
