package answers

import (
	"io"
	"strings"

	"parley/app/internal/csvfile"
)

// WriteCSV writes a table for a spreadsheet in the language of locale, such as "de-DE". Cells that a spreadsheet would calculate are text.
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

// object is a row as JSON.
func object(keys, cells []string) string {
	members := make([]string, len(keys))
	for i, key := range keys {
		members[i] = quoted(key) + ": " + quoted(cells[i])
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// JSON returns a table as a list of objects, whose keys are the names of the columns.
func JSON(t Table) string {
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

// Markdown returns a table as Markdown, without what stands around it.
func Markdown(t Table) string {
	t.Before, t.After = "", ""
	return Write(nil, t, 0).Text() + "\n"
}
