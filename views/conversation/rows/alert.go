package rows

import (
	"fyne.io/fyne/v2"

	"parlando/app/markdown"
	"parlando/views/i18n"
	"parlando/views/theme"
)

// alertIconStep is the width reserved for the icon of an alert before the alert's name.
const alertIconStep = 22

// alert is the translated name of an alert, its icon, and the color of the name, the icon and the
// bar beside the alert.
type alert struct {
	name, icon string
	color      fyne.ThemeColorName
}

// alertOf returns the alert with an English name.
func alertOf(name string) alert {
	switch name {
	case "Tip":
		return alert{i18n.Text("Tip"), "lightbulb", theme.ColorAccent}
	case "Important":
		return alert{i18n.Text("Important"), "circle-alert", theme.ColorKeyword}
	case "Warning":
		return alert{i18n.Text("Warning"), "triangle-alert", theme.ColorCaution}
	case "Caution":
		return alert{i18n.Text("Caution"), "shield-alert", theme.ColorDanger}
	}
	return alert{i18n.TextIn("text", "Note"), "info", theme.ColorName}
}

// alertName lays out the icon of an alert and its name.
func (s *Typesetter) alertName(set *BlockLayout, block markdown.Block, left float32) {
	name := block.Runs[0]
	a := alertOf(name.Text)
	name.Text = a.name
	block.Runs = []markdown.Run{name}
	s.prose(set, block, nil, left+alertIconStep, false)
	row := set.Rows[0]
	for i := range row.Texts {
		row.Texts[i].Color = s.color(a.color)
	}
	icon := Icon{X: left, Y: (row.Height - 16) / 2, Size: 16, Name: a.icon, Color: s.color(a.color)}
	if set.flow.RightToLeft() {
		icon.X = s.Indent + s.Width - left - icon.Size
	}
	row.Icons = append(row.Icons, icon)
}
