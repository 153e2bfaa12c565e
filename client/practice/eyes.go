package practice

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"
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
	return cmp.Or(ownWords[name], name)
}

// describe answers a question about pictures with the measured facts.
func describe(looked []picture, asked string) string {
	if len(looked) == 0 {
		return "I don't see a picture. Add one with the plus, or drop it onto the window, and I will measure it.\n\n" + closing
	}
	if len(looked) == 1 && looked[0].espresso {
		return espressoReply + closing
	}
	var b strings.Builder
	if asked = strings.TrimSpace(asked); asked != "" {
		fmt.Fprintf(&b, "You asked: “%s”\n\nI can measure a picture, but I can't understand it. Here is what I found.\n\n", oneLine(asked, 80))
	}
	for i, p := range looked {
		if len(looked) > 1 {
			fmt.Fprintf(&b, "## Picture %d\n\n", i+1)
		}
		if p.host != "" {
			fmt.Fprintf(&b, "It is at `%s`. Practice doesn't load pictures from the web, so I haven't seen it.\n\n", strings.ReplaceAll(p.host, "`", ""))
			continue
		}
		if p.pages > 0 {
			fmt.Fprintf(&b, "It is a PDF document of about %s and %s. Practice only counts its pages.\n\n", pages(p.pages), weight(p.bytes))
			continue
		}
		b.WriteString(p.report())
	}
	b.WriteString(closing)
	return b.String()
}

// report returns the size and the main colors of the picture.
func (p picture) report() string {
	shape := "square"
	if p.width > p.height {
		shape = "landscape (wider than tall)"
	} else if p.height > p.width {
		shape = "portrait (taller than wide)"
	}
	var names []string
	rows := ""
	for i, c := range p.colors[:min(len(p.colors), 3)] {
		if i == 0 || c.part >= 0.04 {
			names = append(names, "**"+c.name+"**")
			rows += fmt.Sprintf("| %s | %.0f%% |\n", strings.ToUpper(c.name[:1])+c.name[1:], c.part*100)
		}
	}
	said := "The picture is completely transparent."
	if n := len(names); n > 1 {
		said = fmt.Sprintf("Its main colors are %s and %s.", strings.Join(names[:n-1], ", "), names[n-1])
	} else if n == 1 {
		said = fmt.Sprintf("It is mostly %s.", names[0])
	}
	return fmt.Sprintf("%s\n\n| Measured | Result |\n|:--|:--|\n| Format | %s |\n| Size | %d × %d pixels |\n| Shape | %s |\n| File size | %s |\n%s\n",
		said, p.format, p.width, p.height, shape, weight(p.bytes), rows)
}

func pages(n int) string {
	if n == 1 {
		return "one page"
	}
	return fmt.Sprintf("%d pages", n)
}

// weight formats a number of bytes for users.
func weight(n int) string {
	if n < 1000 {
		return fmt.Sprintf("%d bytes", n)
	}
	if n < 1_000_000 {
		return fmt.Sprintf("%.1f KB", float64(n)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1_000_000)
}
