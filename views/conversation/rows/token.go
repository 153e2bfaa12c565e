package rows

import (
	"fyne.io/fyne/v2"

	"parlando/app/markdown"
	"parlando/views/theme"
)

// tokenColors maps the token classes of code to theme colors.
var tokenColors = map[markdown.Token]fyne.ThemeColorName{
	markdown.Keyword: theme.ColorKeyword,
	markdown.Name:    theme.ColorName,
	markdown.String:  theme.ColorString,
	markdown.Number:  theme.ColorNumber,
	markdown.Comment: theme.ColorComment,
}
