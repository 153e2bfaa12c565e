package answers

import (
	"context"
	"fmt"
	"io"
	"strings"

	"parlando/app/filename"
	"parlando/app/internal/wholefile"
	"parlando/app/spreadsheet"
)

// SaveJSON writes a table as JSON to a folder, with a name derived from the title, and returns its
// path. If the name is taken, a number is added.
func SaveJSON(folder, title string, t Table) (string, error) {
	path, err := wholefile.Create(folder, filename.New(".json", title), func(w io.Writer) error {
		_, err := io.WriteString(w, TableJSON(t))
		return err
	})
	return path, saveError(err)
}

// SaveSheet is SaveJSON for spreadsheets. In .xlsx, cells get the type number, date or link if
// their notation is unambiguous in locale, such as "de-DE". The errors are those of
// spreadsheet.Save.
func SaveSheet(ctx context.Context, folder, title string, f spreadsheet.Format, t Table, locale string) (string, error) {
	s := spreadsheet.Sheet{Name: title, Head: names(t.Columns), Rows: spreadsheet.Read(t.Rows, locale)}
	path, err := spreadsheet.Save(ctx, folder, title, f, locale, s)
	return path, saveError(err)
}

func saveError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("save the table: %w", err)
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
