package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// The colors beyond Fyne's own. Look them up with Fyne's theme.Color.
const (
	ColorSidebar fyne.ThemeColorName = "sidebar" // sidebar and panels
	ColorCard    fyne.ThemeColorName = "card"    // cards and fields
	ColorLine    fyne.ThemeColorName = "line"    // hairlines: rules, borders of cards
	ColorMuted   fyne.ThemeColorName = "muted"   // secondary text
	// ColorTint: fill of secondary buttons, fields and chips.
	ColorTint fyne.ThemeColorName = "tint"
	// ColorHover: background of the hovered or selected item.
	ColorHover fyne.ThemeColorName = "hoverSelected"
	// ColorChosen: background of the selected option, with a border of ColorAccent.
	ColorChosen fyne.ThemeColorName = "chosen"
	// ColorRaised: background of the chosen one of several options on ColorTint. It differs from
	// every other color, by which tests tell it from ColorCard.
	ColorRaised fyne.ThemeColorName = "raised"
	// ColorEdge: edge of buttons and fields, transparent unless the theme has Comfort.LargeTargets
	// or MoreContrast.
	ColorEdge fyne.ThemeColorName = "edge"
	// ColorFrame: border of the message box and of what floats over text; a hairline, or the same
	// as ColorEdge if that is visible.
	ColorFrame fyne.ThemeColorName = "frame"
	// ColorOutline: what has no fill to be recognized by, as check boxes, switches and the tracks
	// of sliders; at least 3:1 on every background.
	ColorOutline       fyne.ThemeColorName = "outline"
	ColorDisabled      fyne.ThemeColorName = "disabledControl"
	ColorAccent        fyne.ThemeColorName = "accent"
	ColorOnAccent      fyne.ThemeColorName = "onAccent"
	ColorUserBubble    fyne.ThemeColorName = "userBubble"
	ColorCode          fyne.ThemeColorName = "code" // background of code
	ColorDanger        fyne.ThemeColorName = "danger"
	ColorDangerGround  fyne.ThemeColorName = "dangerGround"
	ColorCaution       fyne.ThemeColorName = "caution"
	ColorCautionGround fyne.ThemeColorName = "cautionGround"
	// ColorReadingMark: background of text that is read aloud or matches a search.
	ColorReadingMark fyne.ThemeColorName = "readingMark"
	ColorKeyword     fyne.ThemeColorName = "codeKeyword"
	ColorName        fyne.ThemeColorName = "codeName"
	ColorString      fyne.ThemeColorName = "codeString"
	ColorNumber      fyne.ThemeColorName = "codeNumber"
	ColorComment     fyne.ThemeColorName = "codeComment"
	// ColorShadow: soft shadow of what floats over the window.
	ColorShadow fyne.ThemeColorName = "softShadow"
	// ColorScrim: dims the window behind a sheet.
	ColorScrim fyne.ThemeColorName = "scrim"
	// ColorToast and ColorOnToast: background and text of a toast, in the tone of the other
	// variant.
	ColorToast   fyne.ThemeColorName = "toast"
	ColorOnToast fyne.ThemeColorName = "onToast"
)

// pair holds a color for the light and one for the dark theme.
type pair struct{ light, dark color.NRGBA }

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

func two(light, dark uint32) pair { return pair{rgb(light), rgb(dark)} }

// TransparentFill returns the fill of a bordered rectangle with a transparent interior: the
// border's color, nearly transparent. A fill of no color would darken the inner edge of the border,
// where both are blended.
func TransparentFill(border color.Color) color.Color {
	c, _ := color.NRGBAModel.Convert(border).(color.NRGBA)
	c.A = 1
	return c
}

// fade returns the pair with the given opacity: 0 is transparent, 255 opaque.
func (p pair) fade(alpha uint8) pair {
	p.light.A, p.dark.A = alpha, alpha
	return p
}

func (p pair) in(variant fyne.ThemeVariant) color.NRGBA {
	if variant == fynetheme.VariantDark {
		return p.dark
	}
	return p.light
}

// IsDark reports whether the current theme is dark.
func IsDark() bool {
	r, _, _, _ := fynetheme.Color(fynetheme.ColorNameBackground).RGBA()
	return r < 0x8000
}

// edges returns the colors in which every control has an edge.
func edges() map[fyne.ThemeColorName]pair {
	outline := palette()[ColorOutline]
	return map[fyne.ThemeColorName]pair{ColorEdge: outline, ColorFrame: outline, fynetheme.ColorNameInputBorder: outline}
}

// moreContrast returns the colors that differ with Comfort.MoreContrast.
func moreContrast() map[fyne.ThemeColorName]pair {
	strong, muted := two(0x5F5A52, 0xB5AFA4), two(0x423E38, 0xD2CCC1)
	return map[fyne.ThemeColorName]pair{
		ColorEdge: strong, ColorFrame: strong, ColorOutline: strong, ColorLine: two(0xA8A299, 0x635E56), ColorDisabled: two(0xA8A299, 0x635E56),
		ColorMuted: muted, ColorComment: muted, ColorAccent: two(0x145C4D, 0x6FD3BC),
		ColorDanger: two(0x8F231C, 0xFFA79F), ColorCaution: two(0x6B4400, 0xF5CE8B),
		fynetheme.ColorNameInputBorder: strong, fynetheme.ColorNamePlaceHolder: muted,
		fynetheme.ColorNameDisabled: muted, fynetheme.ColorNamePrimary: two(0x145C4D, 0x6FD3BC),
		fynetheme.ColorNameHyperlink: two(0x145C4D, 0x6FD3BC),
	}
}

// palette returns all colors; Fyne's own names are mapped to our tokens.
func palette() map[fyne.ThemeColorName]pair {
	var (
		// Fyne 2.8 clears the window with a slightly brighter color than the given one (it uses
		// 255*255 in place of 65535): these come out as #FBFAF8 and #1B1A18.
		window   = two(0xF9F8F6, 0x1B1A18)
		sidebar  = two(0xF3F1EC, 0x161513)
		card     = two(0xFFFFFF, 0x262421)
		line     = two(0xE8E4DB, 0x38342F)
		text     = two(0x1F1D1A, 0xECE8E1)
		muted    = two(0x6A655C, 0xA39D92)
		tint     = two(0xEFECE5, 0x2F2C28)
		hover    = two(0xE9E5DC, 0x312E2A)
		outline  = two(0x88827A, 0x7F7A70)
		accent   = two(0x1F7A68, 0x4FBBA3)
		onAccent = two(0xFFFFFF, 0x10211D)
		danger   = two(0xB3372F, 0xF08A80)
		caution  = two(0x8A5A00, 0xE5B567)
	)
	return map[fyne.ThemeColorName]pair{
		ColorSidebar:       sidebar,
		ColorCard:          card,
		ColorLine:          line,
		ColorMuted:         muted,
		ColorTint:          tint,
		ColorHover:         hover,
		ColorChosen:        two(0xE2EFEA, 0x233430),
		ColorRaised:        two(0xFEFEFE, 0x47423B),
		ColorEdge:          two(0, 0).fade(0),
		ColorFrame:         line,
		ColorOutline:       outline,
		ColorDisabled:      two(0xC2BCB1, 0x5F5A52),
		ColorAccent:        accent,
		ColorOnAccent:      onAccent,
		ColorUserBubble:    two(0xEFECE4, 0x2A2825),
		ColorCode:          two(0xF4F2ED, 0x201E1B),
		ColorDanger:        danger,
		ColorDangerGround:  two(0xFBECEA, 0x3A211E),
		ColorCaution:       caution,
		ColorCautionGround: two(0xFBF1DC, 0x352A16),
		ColorReadingMark:   two(0xFFF1B8, 0x4A411C),
		ColorKeyword:       two(0x7F2D86, 0xD59CDC),
		ColorName:          two(0x1C5AA0, 0x86B8F2),
		ColorString:        two(0x1B6B45, 0x8FCDA0),
		ColorNumber:        two(0x1B6B45, 0x8FCDA0),
		ColorComment:       muted,
		// On a dark ground, a shadow must be stronger to be seen.
		ColorShadow:  {light: color.NRGBA{A: 0x24}, dark: color.NRGBA{A: 0x73}},
		ColorScrim:   {light: color.NRGBA{R: 0x1F, G: 0x1D, B: 0x1A, A: 0x47}, dark: color.NRGBA{A: 0x73}},
		ColorToast:   two(0x2A2724, 0xECE8E2),
		ColorOnToast: two(0xF4F1EC, 0x1F1D1A),

		fynetheme.ColorNameBackground:          window,
		fynetheme.ColorNameButton:              tint,
		fynetheme.ColorNameDisabled:            muted,
		fynetheme.ColorNameDisabledButton:      hover,
		fynetheme.ColorNameError:               danger,
		fynetheme.ColorNameFocus:               accent.fade(0x40),
		fynetheme.ColorNameForeground:          text,
		fynetheme.ColorNameForegroundOnError:   two(0xFFFFFF, 0x2B1512),
		fynetheme.ColorNameForegroundOnPrimary: onAccent,
		fynetheme.ColorNameForegroundOnSuccess: onAccent,
		fynetheme.ColorNameForegroundOnWarning: two(0xFFFFFF, 0x2A200C),
		fynetheme.ColorNameHeaderBackground:    sidebar,
		fynetheme.ColorNameHover:               hover,
		fynetheme.ColorNameHyperlink:           accent,
		fynetheme.ColorNameInputBackground:     tint,
		fynetheme.ColorNameInputBorder:         two(0, 0).fade(0),
		fynetheme.ColorNameMenuBackground:      card,
		fynetheme.ColorNameOverlayBackground:   card,
		fynetheme.ColorNamePlaceHolder:         muted,
		fynetheme.ColorNamePressed:             line,
		fynetheme.ColorNamePrimary:             accent,
		fynetheme.ColorNameScrollBar:           two(0x8D877C, 0x7A756B).fade(0x99),
		fynetheme.ColorNameScrollBarBackground: two(0, 0).fade(0),
		fynetheme.ColorNameSelection:           accent.fade(0x48),
		fynetheme.ColorNameSeparator:           line,
		fynetheme.ColorNameShadow:              two(0, 0).fade(0x10), // at edges of a scroll
		fynetheme.ColorNameSuccess:             accent,
		fynetheme.ColorNameWarning:             caution,
	}
}
