package rows_test

import (
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/markdown"
	"parlando/views/theme"
)

func TestAnAlertHasItsNameIconAndBar(t *testing.T) {
	var copied string
	s := setter(&copied)
	var d markdown.Document
	d.Set("> [!TIP]\n> a\n\n> [!CAUTION]\n> b\n\n> c\n\n> [!NOTE]\n\n> [!IMPORTANT]\n\n> [!WARNING]")
	type look struct {
		words, icon string
		bar, name   fyne.ThemeColorName
		top         float32
	}
	var got []look
	var before *markdown.Block
	for _, b := range d.Blocks() {
		row := s.LayOutBlock(b, before, nil, false).Rows[0]
		before = &b
		l := look{words: row.PlainText(), bar: row.Boxes[0].Fill, top: row.Boxes[0].Y}
		if len(row.Icons) > 0 {
			l.icon, l.name = row.Icons[0].Name, row.Texts[len(row.Texts)-1].Color
		}
		got = append(got, l)
	}
	want := []look{
		{"Tip", "lightbulb", theme.ColorAccent, theme.ColorAccent, 0},
		{"a", "", theme.ColorAccent, "", -4},
		{"Caution", "shield-alert", theme.ColorDanger, theme.ColorDanger, 0},
		{"b", "", theme.ColorDanger, "", -4},
		{"c", "", theme.ColorLine, "", 0},
		{"Note", "info", theme.ColorName, theme.ColorName, 0},
		{"Important", "circle-alert", theme.ColorKeyword, theme.ColorKeyword, 0},
		{"Warning", "triangle-alert", theme.ColorCaution, theme.ColorCaution, 0},
	}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("%+v, want %+v", got, want)
		}
	}
}
