package answers

import (
	"fmt"
	"io"
	"strings"

	"parlando/app/filename"
	"parlando/app/internal/csvfile"
	"parlando/app/internal/wholefile"
)

// Format is a type of file that a table is saved as.
type Format string

// The formats, named by their file extensions.
const (
	CSV        Format = "csv"
	JSONFormat Format = "json"
)

// Save writes a table to a folder, with a name derived from the title, and returns its path. If the
// name is taken, a number is added.
func Save(folder, title string, f Format, t Table, locale string) (string, error) {
	path, err := wholefile.Create(folder, filename.New("."+string(f), title), func(w io.Writer) error {
		if f == CSV {
			return WriteCSV(w, t, locale)
		}
		_, err := io.WriteString(w, TableJSON(t))
		return err
	})
	if err != nil {
		return "", fmt.Errorf("save the table: %w", err)
	}
	return path, nil
}

// WriteCSV writes a table as CSV for a spreadsheet in the language of locale, such as "de-DE".
// Cells that a spreadsheet would evaluate are written as text.
func WriteCSV(w io.Writer, t Table, locale string) error {
	file, err := csvfile.New(w, csvfile.Separator(locale))
	if err != nil {
		return err
	}
	write := func(cells []string) {
		row := make([]string, len(cells))
		for i, c := range cells {
			row[i] = csvfile.Text(c)
		}
		file.Write(row...)
	}
	write(names(t.Columns))
	for _, row := range t.Rows {
		write(row)
	}
	return file.Flush()
}

// object returns a row as JSON.
func object(keys, cells []string) string {
	members := make([]string, len(keys))
	for i, key := range keys {
		members[i] = quoted(key) + ": " + quoted(cells[i])
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// TableJSON returns a table as an array of objects with the column names as keys.
func TableJSON(t Table) string {
	columns := names(t.Columns)
	var b strings.Builder
	b.WriteString("[")
	for i, row := range t.Rows {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n  " + object(columns, row))
	}
	b.WriteString("\n]\n")
	return b.String()
}
