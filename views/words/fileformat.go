package words

import (
	"cmp"

	"parlando/views/i18n"
)

// FileFormat returns the display name of the text file format with an extension, such as ".md".
func FileFormat(ext string) string {
	return cmp.Or(map[string]string{
		".docx": i18n.Text("Word (.docx)"),
		".html": i18n.Text("Web page (.html)"),
		".md":   i18n.Text("Markdown (.md)"),
		".txt":  i18n.Text("Plain text (.txt)"),
		".srt":  i18n.Text("Subtitles (.srt)"),
		".vtt":  i18n.Text("Subtitles for the web (.vtt)"),
		".xlsx": i18n.Text("Spreadsheet (.xlsx)"),
		".csv":  i18n.Text("Table (.csv)"),
		".json": i18n.Text("Data for programs (.json)"),
	}[ext], ext)
}

// NoSpreadsheets returns the sentence that .xlsx files cannot be written on this computer.
func NoSpreadsheets() string {
	return i18n.Text("Spreadsheets (.xlsx) can't be saved because a part of Parlando, parlando-helper, is missing. Install Parlando again to get it.")
}
