package practice

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// measure samples the picture on a grid of at most 96 by 96 points.
func (p *picture) measure(img image.Image) {
	const grid = 96
	bounds := img.Bounds()
	counts := map[string]int{}
	for y := range grid {
		for x := range grid {
			at := img.At(bounds.Min.X+(2*x+1)*bounds.Dx()/(2*grid), bounds.Min.Y+(2*y+1)*bounds.Dy()/(2*grid))
			if c := color.NRGBAModel.Convert(at).(color.NRGBA); c.A >= 128 {
				counts[colorName(c)]++
			}
		}
	}
	seen := 0
	for _, n := range counts {
		seen += n
	}
	for name, n := range counts {
		p.colors = append(p.colors, share{name, float64(n) / float64(seen)})
	}
	slices.SortFunc(p.colors, func(a, b share) int {
		return cmp.Or(cmp.Compare(b.part, a.part), strings.Compare(a.name, b.name))
	})
}

// grays maps lightness to a color name; each number is the upper end of a range.
var grays = []bound{{0.13, "black"}, {0.35, "dark gray"}, {0.68, "gray"}, {0.9, "light gray"}, {1, "white"}}

// hues maps hue in degrees to a color name; each number is the upper end of a range.
var hues = []bound{
	{14, "red"},
	{42, "orange"},
	{68, "yellow"},
	{160, "green"},
	{195, "turquoise"},
	{255, "blue"},
	{290, "violet"},
	{345, "magenta"},
	{360, "red"},
}

// ownWords maps shades of a color to the English words for them.
var ownWords = map[string]string{
	"light red": "pink", "light magenta": "pink", "dark orange": "brown", "light yellow": "cream",
	"dark yellow": "olive", "dark turquoise": "teal",
}

// bound assigns a word to all numbers up to a limit.
type bound struct {
	most float64
	word string
}

func wordFor(v float64, words []bound) string {
	i := slices.IndexFunc(words, func(b bound) bool { return v <= b.most })
	return words[i].word
}

// colorName returns the everyday name of a color.
func colorName(c color.NRGBA) string {
	r, g, b := float64(c.R)/255, float64(c.G)/255, float64(c.B)/255
	high, low := max(r, g, b), min(r, g, b)
	spread, lightness := high-low, (high+low)/2
	if spread < 0.09 || high < 0.12 {
		return wordFor(lightness, grays)
	}
	angle := 4 + (r-g)/spread
	switch high {
	case r:
		angle = math.Mod(6+(g-b)/spread, 6)
	case g:
		angle = 2 + (b-r)/spread
	}
	name := wordFor(60*angle, hues)
	if lightness < 0.25 {
		name = "dark " + name
	} else if lightness > 0.75 {
		name = "light " + name
	}
	return named(name)
}

// named returns the everyday name of a shade.
func named(shade string) string { return cmp.Or(ownWords[shade], shade) }

// describe answers a question about pictures with the measured facts.
func describe(t translator, looked []picture, asked string) string {
	if len(looked) == 0 {
		return t.text("I don't see a picture. Add one with the plus, or drop it onto the window, and I will measure it.", nil) + "\n\n" + t.closing()
	}
	if len(looked) == 1 && looked[0].espresso {
		return t.text(espressoReply, nil) + "\n\n" + t.closing()
	}
	var b strings.Builder
	if asked = strings.TrimSpace(asked); asked != "" {
		b.WriteString(t.text("You asked: “{{.Text}}”", values{"Text": oneLine(asked, 80)}) + "\n\n" +
			t.text("I can measure a picture, but I can't understand it. Here is what I found.", nil) + "\n\n")
	}
	for i, p := range looked {
		if len(looked) > 1 {
			b.WriteString(t.text("## Picture {{.N}}", values{"N": i + 1}) + "\n\n")
		}
		if p.host != "" {
			b.WriteString(t.text("It is at `{{.Host}}`. Practice doesn't load pictures from the web, so I haven't seen it.", values{"Host": strings.ReplaceAll(p.host, "`", "")}) + "\n\n")
			continue
		}
		if p.pages > 0 {
			b.WriteString(t.plural("It is a PDF document of about one page and {{.Size}}. Practice only counts its pages.",
				"It is a PDF document of about {{.N}} pages and {{.Size}}. Practice only counts its pages.", p.pages, values{"Size": weight(t, p.bytes)}) + "\n\n")
			continue
		}
		b.WriteString(p.report(t))
	}
	b.WriteString(t.closing())
	return b.String()
}

// report returns the size and the main colors of the picture.
func (p picture) report(t translator) string {
	shape := t.text("square", nil)
	if p.width > p.height {
		shape = t.text("landscape (wider than tall)", nil)
	} else if p.height > p.width {
		shape = t.text("portrait (taller than wide)", nil)
	}
	var names []string
	rows := ""
	for i, c := range p.colors[:min(len(p.colors), 3)] {
		if i == 0 || c.part >= 0.04 {
			name := t.text(c.name, nil)
			names = append(names, "**"+name+"**")
			_, n := utf8.DecodeRuneInString(name)
			rows += fmt.Sprintf("| %s | %.0f%% |\n", strings.ToUpper(name[:n])+name[n:], c.part*100)
		}
	}
	said := t.text("The picture is completely transparent.", nil)
	switch len(names) {
	case 1:
		said = t.text("It is mostly {{.Color}}.", values{"Color": names[0]})
	case 2:
		said = t.text("Its main colors are {{.First}} and {{.Second}}.", values{"First": names[0], "Second": names[1]})
	case 3:
		said = t.text("Its main colors are {{.First}}, {{.Second}} and {{.Third}}.", values{"First": names[0], "Second": names[1], "Third": names[2]})
	}
	return said + "\n\n" + t.text("| Measured | Result |\n|:--|:--|\n| Format | {{.Format}} |\n| Size | {{.Width}} × {{.Height}} pixels |\n| Shape | {{.Shape}} |\n| File size | {{.Size}} |", values{
		"Format": p.format, "Width": p.width, "Height": p.height, "Shape": shape, "Size": weight(t, p.bytes),
	}) + "\n" + rows + "\n"
}

// weight formats a number of bytes for users.
func weight(t translator, n int) string {
	if n < 1000 {
		return t.plural("1 byte", "{{.N}} bytes", n, nil)
	}
	if n < 1_000_000 {
		return t.text("{{.N}} KB", values{"N": float64(n) / 1000})
	}
	return t.text("{{.N}} MB", values{"N": float64(n) / 1_000_000})
}
