package askfile

import (
	"slices"

	"parlando/app/spreadsheet"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/words"
)

// AddTableTypes adds the choice of the type of a file with a table, which sets *chosen, and the
// reason if .xlsx is not one of the formats. label returns the label of a format.
func AddTableTypes[T ~string](f *form.Form, formats []T, label func(T) string, chosen *T) {
	f.Add(form.DropdownOf(f, i18n.Text("File type"), formats, label, chosen))
	if !slices.Contains(formats, T(spreadsheet.XLSX)) {
		f.Muted(words.NoSpreadsheets())
	}
}
