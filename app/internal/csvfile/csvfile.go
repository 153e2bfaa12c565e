// Package csvfile writes tables for spreadsheets (RFC 4180).
package csvfile

import (
	"encoding/csv"
	"io"
	"regexp"
	"strings"
)

// Writer writes rows.
type Writer struct{ rows *csv.Writer }

// New starts a file with a byte order mark, without which spreadsheets guess a wrong encoding.
// separator separates cells.
func New(w io.Writer, separator rune) (*Writer, error) {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return nil, err
	}
	rows := csv.NewWriter(w)
	rows.UseCRLF, rows.Comma = true, separator
	return &Writer{rows}, nil
}

// Write adds a row. Errors are returned by Flush.
func (w *Writer) Write(cells ...string) { _ = w.rows.Write(cells) }

// Flush writes what is left and returns the first error.
func (w *Writer) Flush() error {
	w.rows.Flush()
	return w.rows.Error()
}

// plainNumber matches a number with a sign, which is not a formula.
var plainNumber = regexp.MustCompile(`^[+-][\d.,' \x{a0}\x{202f}]*\d[\d.,' \x{a0}\x{202f}]*%?$`)

// Text returns a cell that a spreadsheet shows unchanged and does not interpret as a formula.
func Text(cell string) string {
	if cell == "" || !strings.ContainsRune("=+-@＝＋－＠\t\r\n", []rune(cell)[0]) || plainNumber.MatchString(cell) {
		return cell
	}
	return "'" + cell
}

// Separator returns the cell separator for a locale, such as "de-DE" or "de_DE.UTF-8": a comma, or
// a semicolon where the comma is the decimal separator.
func Separator(locale string) rune {
	name, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(locale), "_", "-"), ".")
	language, _, _ := strings.Cut(name, "-")
	if strings.Contains(commaLanguages, " "+language+" ") && !strings.HasSuffix(name, "-mx") && !strings.HasSuffix(name, "-ch") {
		return ';'
	}
	return ','
}

// commaLanguages are the languages whose decimal separator is a comma.
const commaLanguages = " af az be bg bs ca cs da de el es et eu fi fo fr gl hr hu hy id is it ka kk lt lv mk nb nl nn no pl pt ro ru sk sl sq sr sv tr uk uz vi "
