package theme

import (
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

func luminance(c color.NRGBA) float64 {
	part := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
}

func contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Every color of text can be read on every ground it stands on, light and dark.
func TestEveryTextCanBeRead(t *testing.T) {
	const window = fynetheme.ColorNameBackground
	const text = fynetheme.ColorNameForeground
	on := map[fyne.ThemeColorName][]fyne.ThemeColorName{
		text:          {window, ColorSidebar, ColorCard, ColorHover, ColorChosen, ColorUserBubble, ColorCode, ColorReadingMark, ColorDangerGround, ColorCautionGround},
		ColorMuted:    {window, ColorSidebar, ColorCard, ColorHover, ColorChosen, ColorCode},
		ColorAccent:   {window, ColorSidebar, ColorCard},
		ColorOnAccent: {ColorAccent},
		ColorDanger:   {window, ColorCard, ColorDangerGround},
		ColorCaution:  {window, ColorCard, ColorCautionGround},
		ColorKeyword:  {ColorCode, window}, ColorName: {ColorCode, window}, ColorString: {ColorCode}, ColorNumber: {ColorCode}, ColorComment: {ColorCode},
		fynetheme.ColorNameForegroundOnError:   {ColorDanger},
		fynetheme.ColorNameForegroundOnWarning: {ColorCaution},
	}
	colors := palette()
	for _, variant := range []fyne.ThemeVariant{fynetheme.VariantLight, fynetheme.VariantDark} {
		for name, grounds := range on {
			for _, ground := range grounds {
				if c := contrast(colors[name].in(variant), colors[ground].in(variant)); c < 4.5 {
					t.Errorf("%s on %s (variant %d): %.2f", name, ground, variant, c)
				}
			}
		}
	}
}

// What has nothing but its border to be seen by can be made out on every ground it stands on (WCAG
// 2.2, 1.4.11: 3 to 1).
func TestEveryBorderOfAControlCanBeSeen(t *testing.T) {
	const window = fynetheme.ColorNameBackground
	colors := palette()
	for _, c := range []struct {
		border fyne.ThemeColorName
		on     []fyne.ThemeColorName
	}{
		{ColorFieldBorder, []fyne.ThemeColorName{window, ColorSidebar, ColorCard}},
		{fynetheme.ColorNameInputBorder, []fyne.ThemeColorName{window, ColorSidebar, ColorCard}},
		{ColorButtonBorder, []fyne.ThemeColorName{window, ColorSidebar, ColorCard, ColorHover, ColorDangerGround, ColorCautionGround}},
		// The border of what is chosen and of what has the keyboard, inside and outside.
		{ColorAccent, []fyne.ThemeColorName{window, ColorSidebar, ColorCard, ColorHover, ColorChosen}},
	} {
		for _, variant := range []fyne.ThemeVariant{fynetheme.VariantLight, fynetheme.VariantDark} {
			for _, ground := range c.on {
				if got := contrast(colors[c.border].in(variant), colors[ground].in(variant)); got < 3 {
					t.Errorf("%s on %s (variant %d): %.2f", c.border, ground, variant, got)
				}
			}
		}
	}
}

func TestAPreferenceOutweighsTheDesktop(t *testing.T) {
	dark := New(Dark, 1)
	if got := dark.Color(ColorCard, fynetheme.VariantLight); got != rgb(0x252320) {
		t.Errorf("dark was asked for and %v given", got)
	}
	system := New(System, 1)
	if got := system.Color(ColorCard, fynetheme.VariantLight); got != rgb(0xFFFFFF) {
		t.Errorf("the light desktop gives %v", got)
	}
}

func TestTextFollowsTheChosenSize(t *testing.T) {
	if got := New(System, 1.5).Size(fynetheme.SizeNameText); got != 21 {
		t.Errorf("text is %v high", got)
	}
	if got := New(System, -1).Size(fynetheme.SizeNameText); got != SizeText {
		t.Errorf("a size that makes no sense gives %v", got)
	}
}
