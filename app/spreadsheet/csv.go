package spreadsheet

import (
	"encoding/csv"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// writeCSV writes sheets as CSV (RFC 4180) for a spreadsheet in the language of locale. The file
// begins with a byte order mark, without which spreadsheets guess the encoding wrong.
func writeCSV(w io.Writer, locale string, sheets ...Sheet) error {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return err
	}
	rows := csv.NewWriter(w)
	rows.UseCRLF, rows.Comma = true, Separator(locale)
	var line []string
	for i, s := range sheets {
		if i > 0 {
			_ = rows.Write(nil) // Error returns this error
		}
		line = line[:0]
		for _, name := range s.Head {
			line = append(line, csvText(name))
		}
		_ = rows.Write(line)
		for _, row := range s.Rows {
			line = line[:0]
			for _, c := range row {
				line = append(line, csvCell(c, rows.Comma))
			}
			_ = rows.Write(line)
		}
	}
	rows.Flush()
	return rows.Error()
}

// csvCell returns a cell as text. separator is the separator of cells; it decides the decimal
// separator of numbers that have no Text.
func csvCell(c Cell, separator rune) string {
	if c.Kind != KindNumber || c.Text != "" {
		return csvText(c.Text)
	}
	n := strconv.FormatFloat(c.Value, 'f', -1, 64)
	if separator == ';' {
		n = strings.Replace(n, ".", ",", 1)
	}
	return n
}

// plainNumber matches a number with a sign, which is not a formula.
var plainNumber = regexp.MustCompile(`^[+-][\d.,' \x{a0}\x{202f}]*\d[\d.,' \x{a0}\x{202f}]*%?$`)

// csvText returns text that a spreadsheet shows unchanged and does not interpret as a formula.
func csvText(cell string) string {
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
