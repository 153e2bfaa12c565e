package words

import (
	"cmp"

	"fyne.io/fyne/v2/lang"
)

// FileFormat returns what a file of text is called where one of several formats is chosen, by its ending with the dot.
func FileFormat(ext string) string {
	return cmp.Or(map[string]string{
		".docx": lang.L("Word (.docx)"),
		".html": lang.L("Web page (.html)"),
		".md":   lang.L("Markdown (.md)"),
		".txt":  lang.L("Plain text (.txt)"),
		".srt":  lang.L("Subtitles (.srt)"),
		".vtt":  lang.L("Subtitles for the web (.vtt)"),
		".csv":  lang.L("Table (.csv)"),
		".json": lang.L("For programs (.json)"),
	}[ext], ext)
}
