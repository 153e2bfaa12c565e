package textview_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/views/textview/textflow"
	"parlando/views/theme"
)

// The widths that a ruler adds up are those that Fyne draws: of all pairs of letters, of random
// words and of lines.
func TestTheSumOfTheLettersIsTheWidthThatIsDrawn(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	for _, zoom := range []float32{1, 1.25} {
		for _, style := range []textflow.Style{
			{Size: 14},
			{Size: 14, Bold: true},
			{Size: 14, Italic: true},
			{Size: 14, Bold: true, Italic: true},
			{Size: 13, Mono: true},
			{Size: 22, Bold: true},
			{Size: 12},
		} {
			t.Run(fmt.Sprintf("%v at %v", style, zoom), func(t *testing.T) {
				sums := textflow.NewScreenRuler(zoom)
				for _, word := range append(letterTexts(), otherTexts()...) {
					drawn := fyne.CurrentApp().Driver()
					size, _ := drawn.RenderedTextSize(word, style.Size*zoom, style.FyneStyle(), theme.FontFor(word, style.FyneStyle()))
					if d := sums.Width(word, style) - size.Width/zoom; d > 0.01 || d < -0.01 {
						t.Fatalf("%q is %v wider than it is drawn", word, d)
					}
				}
			})
		}
	}
}

// otherTexts returns random words with letters of each script whose widths are added up, signs,
// marks and emoji, and some of several scripts.
func otherTexts() []string {
	span := func(from, to rune) (all []string) {
		for r := from; r <= to; r++ {
			all = append(all, string(r))
		}
		return all
	}
	western := append(span('A', 'z'), append(span(0xa0, 0x17f), "e\u0301", "a\u0316\u0301", "i\u0307", "s\u030c")...)
	signs := append(span('!', '?'), "–", "—", "„", "“", "’", "…", "€", "·")
	emoji := []string{"😀", "❤️", "👍🏽", "🎈", "✔️", "☀️", "🤷", "👩"}
	blanks := []string{" ", "\u00a0"}
	sets := [][][]string{
		{western},
		{western, signs},
		{span(0x391, 0x3ce), signs},
		{span(0x400, 0x45f), signs},
		{western, emoji},
		{signs, emoji},
		{western, signs, blanks},
		{emoji, blanks, western},
		{span(0x410, 0x44f), signs, western, span(0x3b1, 0x3c9)},
	}
	r := rand.New(rand.NewPCG(3, 4))
	var all []string
	for i := range 1800 {
		var b strings.Builder
		for range 2 + r.IntN(14) {
			set := sets[i%len(sets)]
			letters := set[r.IntN(len(set))]
			b.WriteString(letters[r.IntN(len(letters))])
		}
		all = append(all, b.String())
	}
	return append(all, "Größenverhältnisse", "œuvre", "Übermäßig“,", "съешь", "«ещё»", "ΑΥΤΟΣ", "Tĕ", "äa\nb", "äb\x00", "e\u0301e\u0301e\u0301")
}

// letterTexts returns all pairs of ASCII letters, and random words and lines.
func letterTexts() []string {
	var all []string
	for a := ' '; a <= '~'; a++ {
		for b := ' '; b <= '~'; b++ {
			all = append(all, string([]rune{a, b}))
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 2000 {
		letters := []string{"abcdefghijklmnopqrstuvwxyz", "0123456789.,abcdef", "fil-<>=!jt", "ABCDEFGHIJKLMNOPQRSTUVWXYZaeiou"}[i%4]
		var b strings.Builder
		for range 3 + r.IntN(12) {
			if r.IntN(4) == 0 {
				b.WriteByte(byte(' ' + r.IntN(95)))
			} else {
				b.WriteByte(letters[r.IntN(len(letters))])
			}
		}
		all = append(all, b.String())
	}
	return append(all, "The quick brown fox, aged 27, jumps over the lazy dog (AVATAR); To. Ty, \"We're off\" - file & fjord: 3.14159/2?")
}
