package theme

import (
	"image/color"
	"math"
	"strings"
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

// looks are all sets of colors that the window can have.
var looks = map[string]Comfort{
	"normal":                     {},
	"simple view":                {LargeTargets: true},
	"more contrast":              {MoreContrast: true},
	"simple view, more contrast": {LargeTargets: true, MoreContrast: true},
}

// eachLook calls check with the colors of every look, light and dark.
func eachLook(check func(look string, color func(fyne.ThemeColorName) color.NRGBA)) {
	for name, comfort := range looks {
		colors := New(System, 1).With(comfort).colors
		for shade, variant := range map[string]fyne.ThemeVariant{"light": fynetheme.VariantLight, "dark": fynetheme.VariantDark} {
			check(name+", "+shade, func(c fyne.ThemeColorName) color.NRGBA { return colors[c].in(variant) })
		}
	}
}

const window = fynetheme.ColorNameBackground

// Every color of text can be read on every ground it stands on, in every look.
func TestEveryTextCanBeRead(t *testing.T) {
	const text = fynetheme.ColorNameForeground
	on := map[fyne.ThemeColorName][]fyne.ThemeColorName{
		text:          {window, ColorSidebar, ColorCard, ColorTint, ColorHover, ColorChosen, ColorRaised, ColorUserBubble, ColorCode, ColorReadingMark, ColorDangerGround, ColorCautionGround},
		ColorMuted:    {window, ColorSidebar, ColorCard, ColorTint, ColorHover, ColorChosen, ColorUserBubble, ColorCode},
		ColorAccent:   {window, ColorSidebar, ColorCard},
		ColorOnAccent: {ColorAccent},
		ColorOnToast:  {ColorToast},
		ColorDanger:   {window, ColorSidebar, ColorCard, ColorTint, ColorHover, ColorDangerGround},
		ColorCaution:  {window, ColorCard, ColorTint, ColorCautionGround},
		ColorKeyword:  {ColorCode, window}, ColorName: {ColorCode, window}, ColorString: {ColorCode}, ColorNumber: {ColorCode}, ColorComment: {ColorCode},
		fynetheme.ColorNameForegroundOnError:   {ColorDanger},
		fynetheme.ColorNameForegroundOnWarning: {ColorCaution},
		fynetheme.ColorNamePlaceHolder:         {fynetheme.ColorNameInputBackground, ColorCard},
		fynetheme.ColorNameDisabled:            {fynetheme.ColorNameInputBackground, ColorCard, ColorHover},
	}
	eachLook(func(look string, color func(fyne.ThemeColorName) color.NRGBA) {
		for name, grounds := range on {
			for _, ground := range grounds {
				if c := contrast(color(name), color(ground)); c < 4.5 {
					t.Errorf("%s: %s on %s: %.2f", look, name, ground, c)
				}
			}
		}
	})
}

// What has no fill to be recognized by can be made out on every ground it stands on, in every look
// (WCAG 2.2, 1.4.11: 3 to 1): check boxes, switches, tracks of sliders, and the border of what is
// chosen or has the keyboard. Buttons and fields are a fill alone in the normal view; in the simple
// view and with more contrast each has an edge that can be made out, too, beside what is around it
// and on its own fill.
func TestEveryBorderOfAControlCanBeSeen(t *testing.T) {
	always := map[fyne.ThemeColorName][]fyne.ThemeColorName{
		ColorOutline: {window, ColorSidebar, ColorCard, ColorTint, ColorHover, ColorDangerGround, ColorCautionGround},
		ColorAccent:  {window, ColorSidebar, ColorCard, ColorTint, ColorHover, ColorChosen, ColorRaised},
	}
	edged := map[fyne.ThemeColorName][]fyne.ThemeColorName{
		ColorEdge:                      {window, ColorSidebar, ColorCard, ColorTint, ColorHover, ColorDangerGround, ColorCautionGround},
		ColorFrame:                     {window, ColorSidebar, ColorCard, ColorTint},
		fynetheme.ColorNameInputBorder: {window, ColorSidebar, ColorCard, ColorTint},
	}
	eachLook(func(look string, color func(fyne.ThemeColorName) color.NRGBA) {
		measure := func(borders map[fyne.ThemeColorName][]fyne.ThemeColorName) {
			for border, grounds := range borders {
				for _, ground := range grounds {
					if got := contrast(color(border), color(ground)); got < 3 || color(border).A != 0xff {
						t.Errorf("%s: %s on %s: %.2f", look, border, ground, got)
					}
				}
			}
		}
		measure(always)
		if strings.HasPrefix(look, "normal") {
			if color(ColorEdge).A != 0 || color(fynetheme.ColorNameInputBorder).A != 0 {
				t.Errorf("%s: a button or a field has an edge", look)
			}
			return
		}
		measure(edged)
	})
}

func TestAPreferenceOutweighsTheDesktop(t *testing.T) {
	dark := New(Dark, 1)
	if got := dark.Color(ColorCard, fynetheme.VariantLight); got != rgb(0x262421) {
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
