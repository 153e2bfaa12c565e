package practice

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
)

// measure looks at a grid of at most 96 by 96 points.
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

// colorNames are everyday words for colors.
var colorNames = []struct {
	name string
	rgb  [3]int
}{
	{"black", [3]int{15, 15, 15}},
	{"dark gray", [3]int{64, 64, 64}},
	{"gray", [3]int{128, 128, 128}},
	{"light gray", [3]int{200, 200, 200}},
	{"white", [3]int{250, 250, 250}},
	{"red", [3]int{220, 40, 40}},
	{"dark red", [3]int{110, 10, 10}},
	{"pink", [3]int{245, 165, 190}},
	{"orange", [3]int{240, 140, 40}},
	{"brown", [3]int{120, 75, 35}},
	{"beige", [3]int{230, 210, 175}},
	{"yellow", [3]int{240, 220, 60}},
	{"olive", [3]int{110, 110, 30}},
	{"green", [3]int{60, 170, 70}},
	{"dark green", [3]int{15, 80, 30}},
	{"light green", [3]int{165, 225, 150}},
	{"teal", [3]int{20, 110, 110}},
	{"turquoise", [3]int{70, 205, 200}},
	{"blue", [3]int{50, 90, 220}},
	{"dark blue", [3]int{15, 20, 100}},
	{"light blue", [3]int{160, 200, 240}},
	{"violet", [3]int{130, 70, 200}},
	{"light violet", [3]int{205, 180, 240}},
	{"magenta", [3]int{205, 40, 180}},
}

// colorName is the word for the color that is nearest to one.
func colorName(c color.NRGBA) string {
	distance := func(rgb [3]int) int {
		r, g, b := rgb[0]-int(c.R), rgb[1]-int(c.G), rgb[2]-int(c.B)
		return 2*r*r + 4*g*g + 3*b*b // about as the eye weighs them
	}
	nearest := colorNames[0]
	for _, one := range colorNames {
		if distance(one.rgb) < distance(nearest.rgb) {
			nearest = one
		}
	}
	return nearest.name
}

// describe tells what was found, in the person's words about it.
func describe(looked []picture, asked string) string {
	if len(looked) == 0 {
		return "I see no picture. Add one with the picture button, or drop it onto the window, and I will measure it.\n\n" + closing
	}
	var b strings.Builder
	if asked = strings.TrimSpace(asked); asked != "" {
		fmt.Fprintf(&b, "You asked “%s”. I can measure a picture, not understand it. Here is what I found.\n\n", plain(shorten(strings.Join(strings.Fields(asked), " "), 80)))
	}
	for i, p := range looked {
		if len(looked) > 1 {
			fmt.Fprintf(&b, "## Picture %d\n\n", i+1)
		}
		if p.host != "" {
			fmt.Fprintf(&b, "It lies at `%s`, and practice fetches nothing, so I have not seen it.\n\n", strings.ReplaceAll(p.host, "`", ""))
			continue
		}
		if p.pages > 0 {
			fmt.Fprintf(&b, "It is a PDF document of about %s and %s. Practice counts its pages and reads no word of it.\n\n", pages(p.pages), weight(p.bytes))
			continue
		}
		b.WriteString(p.report())
	}
	b.WriteString(closing)
	return b.String()
}

// report is the size and the main colors of one picture.
func (p picture) report() string {
	shape := "square"
	if p.width > p.height {
		shape = "landscape (wider than high)"
	} else if p.height > p.width {
		shape = "portrait (higher than wide)"
	}
	var names []string
	rows := ""
	for i, c := range p.colors[:min(len(p.colors), 3)] {
		if i == 0 || c.part >= 0.04 {
			names = append(names, "**"+c.name+"**")
			rows += fmt.Sprintf("| %s | %.0f %% |\n", strings.ToUpper(c.name[:1])+c.name[1:], c.part*100)
		}
	}
	said := "The picture is entirely see-through."
	if n := len(names); n > 1 {
		said = fmt.Sprintf("Its main colors are %s and %s.", strings.Join(names[:n-1], ", "), names[n-1])
	} else if n == 1 {
		said = fmt.Sprintf("It is mostly %s.", names[0])
	}
	return fmt.Sprintf("%s\n\n| Measured | Result |\n|:--|:--|\n| Format | %s |\n| Size | %d × %d pixels |\n| Shape | %s |\n| Weight | %s |\n%s\n",
		said, p.format, p.width, p.height, shape, weight(p.bytes), rows)
}

func pages(n int) string {
	if n == 1 {
		return "one page"
	}
	return fmt.Sprintf("%d pages", n)
}

// weight is a number of bytes for people.
func weight(n int) string {
	if n < 1000 {
		return fmt.Sprintf("%d bytes", n)
	}
	if n < 1_000_000 {
		return fmt.Sprintf("%.1f kB", float64(n)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1_000_000)
}
