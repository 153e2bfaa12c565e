package widgets

import (
	"image"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"parlando/views/seen"
	"parlando/views/theme"
)

func TestWordsThatChangeAreShownAnew(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(theme.Light, 1))
	words := NewBody("before")
	w := test.NewTempWindow(t, container.NewStack(words))
	w.Resize(fyne.NewSize(200, 60))
	first := w.Canvas().Capture()
	words.SetText("something quite different")
	if same(first, w.Canvas().Capture()) {
		t.Error("the new words are not painted")
	}
	second := w.Canvas().Capture()
	words.SetColor(theme.ColorDanger)
	if same(second, w.Canvas().Capture()) {
		t.Error("the new color is not painted")
	}
	w.Resize(fyne.NewSize(90, 120))
	third := w.Canvas().Capture()
	words.SetText("something quite differing")
	if same(third, w.Canvas().Capture()) {
		t.Error("after a new size, the new words are not painted")
	}
}

// same reports whether two pictures are equal in every pixel.
func same(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}

func TestWordsAreCutBetweenWholeEmoji(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	const family, thumb = "👨‍👩‍👧", "👍🏽"
	like := newText("", theme.SizeText)
	for width := float32(1); width < 200; width++ {
		switch got := TruncateText("a"+family+thumb+"🇩🇪", like, width); got {
		case "…", "a…", "a" + family + "…", "a" + family + thumb + "…", "a" + family + thumb + "🇩🇪":
		default:
			t.Errorf("in %g it is %q", width, got)
		}
	}
}

// The words of a text stand in the order of messages: Arabic and Hebrew lines at the right.
func TestWordsOfATextStandInTheOrderOfTheirDirections(t *testing.T) {
	at := places(t, "שלום abc 12")
	if hebrew, latin := at["שלום"], at["abc 12"]; latin < 150 || hebrew <= latin {
		t.Errorf("the words stand at %v", at)
	}
}

// Fyne puts the parts of a text that are in several fonts beside each other from the left.
func TestWordsOfSeveralFontsAreReadFromTheRight(t *testing.T) {
	at := places(t, "اُردُو ہے")
	fonts := theme.Fonts(fyne.TextStyle{})
	first, last := at["اُردُو"], at["ہے"]
	if len(at) == 2 && last >= first || len(at) != 2 && fonts.ResolveFace('و') != fonts.ResolveFace('ے') {
		t.Errorf("the words stand at %v", at)
	}
}

// places returns the left edge of each part of a text that is drawn as one.
func places(t *testing.T, text string) map[string]float32 {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	w := test.NewTempWindow(t, NewBody(text))
	w.Resize(fyne.NewSize(300, 60))
	at := map[string]float32{}
	seen.WalkObjects(w.Canvas(), false, func(s seen.VisibleObject) {
		if text, ok := s.Object.(*canvas.Text); ok {
			at[strings.Trim(text.Text, " \u200e\u200f\u202d\u202e")] = s.Full.Position.X
		}
	})
	return at
}
