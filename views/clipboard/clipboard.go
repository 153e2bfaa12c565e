// Package clipboard converts line breaks on the way to the clipboard and back: they are "\n" in
// Parlando, and "\r\n" on the clipboard of Windows, where some programs see no others.
package clipboard

import (
	"runtime"
	"strings"

	"fyne.io/fyne/v2"
)

// Of returns board with its line breaks converted in both directions.
func Of(board fyne.Clipboard) fyne.Clipboard { return lineConverter{board} }

type lineConverter struct{ fyne.Clipboard }

func (c lineConverter) Content() string {
	return strings.ReplaceAll(c.Clipboard.Content(), "\r\n", "\n")
}

func (c lineConverter) SetContent(text string) { c.Clipboard.SetContent(SystemLines(text)) }

// SystemLines returns text with the line breaks of the system.
func SystemLines(text string) string { return linesOf(runtime.GOOS, text) }

// linesOf returns text with the line breaks of a system.
func linesOf(goos, text string) string {
	if goos != "windows" {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
}
