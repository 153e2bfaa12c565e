package rows

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/app/markdown"
	"parley/views/theme"
)

// tokenColour is the colour of a class of code.
func tokenColour(t markdown.Token) fyne.ThemeColorName {
	switch t {
	case markdown.Keyword:
		return theme.ColorKeyword
	case markdown.Name:
		return theme.ColorName
	case markdown.String:
		return theme.ColorString
	case markdown.Number:
		return theme.ColorNumber
	case markdown.Comment:
		return theme.ColorComment
	}
	return fynetheme.ColorNameForeground
}
