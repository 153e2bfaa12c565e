package seentest

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/seen"
	"parlando/views/theme"
)

// named are the colors in the order in which a name is looked for; many have several names.
var named = []fyne.ThemeColorName{
	fynetheme.ColorNameForeground, fynetheme.ColorNameBackground, theme.ColorSidebar, theme.ColorCard,
	theme.ColorLine, theme.ColorMuted, theme.ColorHover, theme.ColorUserBubble, theme.ColorChosen,
	theme.ColorOutline, theme.ColorTint, theme.ColorRaised, theme.ColorToast, theme.ColorOnToast, theme.ColorAccent, theme.ColorOnAccent, theme.ColorCode, theme.ColorDanger,
	theme.ColorDangerGround, theme.ColorCaution, theme.ColorCautionGround, theme.ColorReadingMark,
	theme.ColorKeyword, theme.ColorName, theme.ColorString, theme.ColorScrim, theme.ColorDisabled,
	fynetheme.ColorNameFocus, fynetheme.ColorNameSelection, fynetheme.ColorNameScrollBar, fynetheme.ColorNameShadow,
}

// nameOf returns the name of a color in the current theme, or its hexadecimal value; "" if nothing
// is seen of it.
func nameOf(c color.Color) string {
	if c == nil {
		return ""
	}
	own, _ := color.NRGBAModel.Convert(c).(color.NRGBA)
	if own.A <= 1 { // see theme.TransparentFill
		return ""
	}
	is := func(name fyne.ThemeColorName) bool { return color.NRGBAModel.Convert(fynetheme.Color(name)) == own }
	if i := slices.IndexFunc(named, is); i >= 0 {
		return string(named[i])
	}
	// a translucent color of the theme
	alpha := own.A
	own.A = 0xff
	if i := slices.IndexFunc(named, is); i >= 0 && alpha < 0xff {
		return fmt.Sprintf("%s %02x", named[i], alpha)
	}
	return fmt.Sprintf("%02x%02x%02x%02x", own.R, own.G, own.B, alpha)
}

// Paint names the colors of the first visible text that begins with words, and of the ground behind
// it: "danger on dangerGround"; "" if there is no such text.
func Paint(c fyne.Canvas, words string) (paint string) {
	var grounds []seen.VisibleObject
	seen.WalkObjects(c, true, func(s seen.VisibleObject) {
		switch o := s.Object.(type) {
		case *canvas.Rectangle:
			if nameOf(o.FillColor) != "" {
				grounds = append(grounds, s)
			}
		case *canvas.Text:
			if paint != "" || !strings.HasPrefix(seen.Label(o), words) {
				return
			}
			paint = nameOf(o.Color)
			for _, g := range slices.Backward(grounds) {
				if holds(g.Full, s.Full.Center()) {
					paint += " on " + nameOf(g.Object.(*canvas.Rectangle).FillColor)
					return
				}
			}
		}
	})
	return paint
}

// inkOf is nameOf for what stands on a ground: "" for the usual color.
func inkOf(c color.Color) string {
	switch name := nameOf(c); name {
	case string(fynetheme.ColorNameForeground):
		return ""
	case string(theme.ColorCard):
		return string(theme.ColorOnAccent) // both are white
	default:
		return name
	}
}

// look describes how a shape or an image is painted; "" if nothing is seen of it.
func look(o fyne.CanvasObject) string {
	switch o := o.(type) {
	case *canvas.Rectangle:
		return filled(o.FillColor, o.StrokeColor, o.StrokeWidth, corners(o))
	case *canvas.Circle:
		return filled(o.FillColor, o.StrokeColor, o.StrokeWidth, "")
	case *canvas.LinearGradient:
		if o.StartColor == o.EndColor { // a large box of the conversation
			return nameOf(o.StartColor)
		}
	case *canvas.Line:
		return nameOf(o.StrokeColor)
	case *canvas.Image:
		if o.Resource == nil {
			return "picture"
		}
		return icon(o.Resource.Name())
	}
	return ""
}

func filled(fill, border color.Color, width float32, round string) string {
	var parts []string
	if fill := nameOf(fill); fill != "" {
		parts = append(parts, fill)
	}
	if border := nameOf(border); border != "" && width > 0 {
		parts = append(parts, fmt.Sprintf("border %s %v", border, width))
	}
	if len(parts) > 0 && round != "" {
		parts = append(parts, "round "+round)
	}
	return strings.Join(parts, ", ")
}

// corners returns the radius of all corners, or that of each, clockwise from the top left; "" for
// none.
func corners(o *canvas.Rectangle) string {
	var all []string
	for _, radius := range []float32{o.TopLeftCornerRadius, o.TopRightCornerRadius, o.BottomRightCornerRadius, o.BottomLeftCornerRadius} {
		if radius == 0 {
			radius = o.CornerRadius
		}
		all = append(all, fmt.Sprint(math.Round(float64(radius))))
	}
	if len(slices.Compact(slices.Clone(all))) > 1 {
		return strings.Join(all, " ")
	}
	if all[0] == "0" {
		return ""
	}
	return all[0]
}

// icon returns the name and the color of an icon; see theme.Icon.
func icon(resource string) string {
	parts := strings.Split(strings.TrimSuffix(resource, ".svg"), "-")
	if n := len(parts) - 2; n > 0 {
		var c color.NRGBA
		if _, err := fmt.Sscanf(parts[n], "%02x%02x%02x", &c.R, &c.G, &c.B); err == nil {
			c.A = 0xff
			return strings.TrimSuffix("icon "+strings.Join(parts[:n], "-")+" "+inkOf(c), " ")
		}
	}
	return "icon " + resource
}
