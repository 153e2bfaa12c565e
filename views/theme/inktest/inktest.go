// Package inktest finds texts of which a window shows only a part, for tests.
package inktest

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/software"

	"parlando/views/seen"
	"parlando/views/theme"
)

// Words are words of many scripts, with the highest and lowest letters of each.
var Words = []string{
	"Zażółć gęślą", "Tiếng Việt ệ Ế", "Ελληνικά", "Привет", "שלום", "العربية", "اُردُو ہے",
	"ที่นี่ กตัญญู ฐู ปู่", "ສະບາຍດີ ຢູ່", "ខ្មែរ សួស្ដី ស្ត្រី", "မြန်မာ ကျွန်ုပ်", "བོད་ཡིག རྒྱལ",
	"नमस्ते दुनिया", "বাংলা কুকুর", "ਪੰਜਾਬੀ ਕੁ", "ગુજરાતી કૃ", "ଓଡ଼ିଆ", "தமிழ்", "తెలుగు స్త్రీ", "ಕನ್ನಡ ಸ್ತ್ರೀ", "മലയാളം",
	"සිංහල", "中文「漢字」", "日本語かな", "한국어", "አማርኛ", "ქართული", "Հայերեն", "ᏣᎳᎩ", "ệ 😀 👍",
}

// NothingIsCut checks the page that show makes, in each of three text sizes, with Cut.
func NothingIsCut(t *testing.T, show func(t *testing.T, zoom float32) fyne.Canvas) {
	t.Helper()
	for name, zoom := range map[string]float32{"small": 0.9, "normal": 1, "large": 1.6} {
		t.Run(name, func(t *testing.T) {
			for _, cut := range Cut(show(t, zoom)) {
				t.Error(cut)
			}
		})
	}
}

// Cut returns the visible texts of which something is missing or drawn over, with the number of
// missing dots: it compares each with the same text drawn alone, with much room above and below.
// Texts that are not wholly in the window are left out.
func Cut(c fyne.Canvas) (cut []string) {
	page, texts := c.Capture(), 0
	seen.WalkObjects(c, false, func(s seen.VisibleObject) {
		text, ok := s.Object.(*canvas.Text)
		if !ok || strings.TrimSpace(text.Text) == "" || s.Visible.Size != s.Full.Size {
			return
		}
		texts++
		if n := missing(page, text, s.Full.Position); n > 0 {
			cut = append(cut, fmt.Sprintf("%q lacks %d dots", text.Text, n))
		}
	})
	if texts < len(Words)/4 {
		cut = append(cut, fmt.Sprintf("only %d texts are in sight", texts))
	}
	return cut
}

// missing counts the dots of a text at a place of a page that have the color behind it, not its
// own.
func missing(page image.Image, text *canvas.Text, at fyne.Position) (n int) {
	size, own := text.Size(), text.MinSize()
	switch text.Alignment {
	case fyne.TextAlignCenter:
		at.X += (size.Width - own.Width) / 2
	case fyne.TextAlignTrailing:
		at.X += size.Width - own.Width
	}
	at.Y += max(size.Height-own.Height, 0) / 2
	whole := alone(text)
	left, top := int(math.Ceil(float64(at.X))), int(math.Ceil(float64(at.Y)))
	ground := page.At(left, top)
	for y := range whole.Rect.Dy() {
		for x := range whole.Rect.Dx() {
			dot := whole.NRGBAAt(x, y)
			if dot.A < 190 {
				continue
			}
			dot.A = 255
			if 4*differ(page.At(left+x, top+y), dot) > 3*differ(ground, dot) {
				n++
			}
		}
	}
	return n
}

// alone draws a text on a transparent picture that is high enough for it.
func alone(text *canvas.Text) *image.NRGBA {
	whole := canvas.NewText(text.Text, text.Color)
	whole.TextSize, whole.TextStyle, whole.FontSource = text.TextSize, text.TextStyle, text.FontSource
	if !theme.HasCommonLetters(text.Text, text.TextStyle.Monospace) {
		whole.FontSource = theme.TallFont(text.TextStyle, 4)
	}
	c := software.NewTransparentCanvas()
	c.SetPadded(false)
	c.SetContent(whole)
	c.Resize(whole.MinSize())
	return c.Capture().(*image.NRGBA)
}

// differ returns the difference of two colors, at most 765.
func differ(a, b color.Color) (sum int) {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	for _, d := range []int{int(ar) - int(br), int(ag) - int(bg), int(ab) - int(bb)} {
		sum += max(d, -d) >> 8
	}
	return sum
}
