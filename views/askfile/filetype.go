package askfile

import (
	"slices"

	"fyne.io/fyne/v2"

	"parlando/app/spreadsheet"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// TableTypes returns the fields that ask for the type of a file with a table: a choice of formats,
// which sets *chosen, and the reason if .xlsx is not one of them. label returns the label of a
// format.
func TableTypes[T ~string](formats []T, label func(T) string, chosen *T) []fyne.CanvasObject {
	choice := widgets.DropdownOf(i18n.Text("File type"), formats, label, chosen)
	fields := []fyne.CanvasObject{choice}
	if !slices.Contains(formats, T(spreadsheet.XLSX)) {
		fields = append(fields, widgets.NewMuted(words.NoSpreadsheets()).NoMargin())
	}
	return fields
}
