package askfile

import (
	"fyne.io/fyne/v2"

	"parlando/app/spreadsheet"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// SheetFormats returns fields that ask for the type of the file of a table: the formats of
// spreadsheets and then others. They set *chosen, at first to the first format, and give the reason
// why .xlsx is not one of them.
func SheetFormats[T ~string](others []T, chosen *T) []fyne.CanvasObject {
	var formats []T
	for _, f := range spreadsheet.Formats() {
		formats = append(formats, T(f))
	}
	*chosen = formats[0]
	formats = append(formats, others...)
	choice := widgets.DropdownOf(i18n.Text("File type"), formats, func(f T) string { return words.FileFormat("." + string(f)) }, chosen)
	fields := []fyne.CanvasObject{choice}
	if !spreadsheet.CanWriteXLSX() {
		fields = append(fields, widgets.NewMuted(words.NoSpreadsheets()).NoMargin())
	}
	return fields
}
