package rows

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/theme"
)

// alertIconStep is the space that the icon of an alert takes before its name.
const alertIconStep = 22

// look is how an alert is told apart: the icon before its name, and the color of both and of the
// bar beside it.
type look struct {
	icon  string
	color fyne.ThemeColorName
}

// alertLook returns the look of an alert by its name in English. An alert in a list or a quote has
// no color.
func alertLook(alert string) look {
	switch alert {
	case "Note":
		return look{"info", theme.ColorName}
	case "Tip":
		return look{"lightbulb", theme.ColorAccent}
	case "Important":
		return look{"circle-alert", theme.ColorKeyword}
	case "Warning":
		return look{"triangle-alert", theme.ColorCaution}
	case "Caution":
		return look{"shield-alert", theme.ColorDanger}
	}
	return look{"info", fynetheme.ColorNameForeground}
}

// alertName returns the name of an alert in the language of the window.
func alertName(name string) string {
	switch name {
	case "Note":
		return i18n.Text("Note")
	case "Tip":
		return i18n.Text("Tip")
	case "Important":
		return i18n.Text("Important")
	case "Warning":
		return i18n.Text("Warning")
	}
	return i18n.Text("Caution")
}
