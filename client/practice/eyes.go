package practice

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"
)

// measure looks at a grid of at most 96 by 96 points.
func (p *picture) measure(img image.Image) {
	const grid = 96
	bounds := img.Bounds()
	counts := map[string]int{}
	var light, total, clear float64
	var left, right, top, bottom float64
	for y := range grid {
		for x := range grid {
			at := img.At(bounds.Min.X+(2*x+1)*bounds.Dx()/(2*grid), bounds.Min.Y+(2*y+1)*bounds.Dy()/(2*grid))
			c := color.NRGBAModel.Convert(at).(color.NRGBA)
			total++
			if c.A < 128 {
				clear++
				continue
			}
			l := luminance(c)
			light += l
			if x < grid/2 {
				left += l
			} else {
				right += l
			}
			if y < grid/2 {
				top += l
			} else {
				bottom += l
			}
			counts[colourName(c)]++
		}
	}
	p.clear = clear / total
	seen := total - clear
	if seen == 0 {
		return
	}
	p.light = light / seen
	for name, n := range counts {
		p.colours = append(p.colours, share{name, float64(n) / seen})
	}
	slices.SortFunc(p.colours, func(a, b share) int {
		if a.part != b.part {
			if a.part > b.part {
				return -1
			}
			return 1
		}
		return strings.Compare(a.name, b.name)
	})
	switch across, down := (left-right)/light, (top-bottom)/light; {
	case light == 0 || math.Abs(across) < 0.08 && math.Abs(down) < 0.08:
		p.side = "the same all over"
	case math.Abs(across) >= math.Abs(down) && across > 0:
		p.side = "brightest on the left"
	case math.Abs(across) >= math.Abs(down):
		p.side = "brightest on the right"
	case down > 0:
		p.side = "brightest at the top"
	default:
		p.side = "brightest at the bottom"
	}
}

// luminance is how bright a colour looks, 0 to 1.
func luminance(c color.NRGBA) float64 {
	return (0.2126*float64(c.R) + 0.7152*float64(c.G) + 0.0722*float64(c.B)) / 255
}

// colourName is the everyday word for a colour.
func colourName(c color.NRGBA) string {
	r, g, b := float64(c.R)/255, float64(c.G)/255, float64(c.B)/255
	high, low := max(r, g, b), min(r, g, b)
	spread := high - low
	middle := (high + low) / 2
	if spread < 0.09 || high < 0.12 {
		switch {
		case middle < 0.13:
			return "black"
		case middle < 0.35:
			return "dark grey"
		case middle < 0.68:
			return "grey"
		case middle < 0.9:
			return "light grey"
		}
		return "white"
	}
	var hue float64
	switch high {
	case r:
		hue = math.Mod((g-b)/spread+6, 6) * 60
	case g:
		hue = ((b-r)/spread + 2) * 60
	default:
		hue = ((r-g)/spread + 4) * 60
	}
	shade := ""
	switch {
	case middle < 0.25:
		shade = "dark "
	case middle > 0.75:
		shade = "light "
	}
	switch {
	case hue < 14 || hue >= 345:
		if middle > 0.7 {
			return "pink"
		}
		return shade + "red"
	case hue < 42:
		if middle < 0.4 {
			return "brown"
		}
		if middle > 0.8 {
			return "beige"
		}
		return shade + "orange"
	case hue < 68:
		if middle > 0.85 {
			return "cream"
		}
		if middle < 0.3 {
			return "olive"
		}
		return "yellow"
	case hue < 160:
		return shade + "green"
	case hue < 195:
		if middle < 0.4 {
			return "teal"
		}
		return "turquoise"
	case hue < 255:
		return shade + "blue"
	case hue < 290:
		return shade + "violet"
	default:
		if middle > 0.6 {
			return "pink"
		}
		return shade + "magenta"
	}
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

// report is one picture in words and figures.
func (p picture) report() string {
	shape := "square"
	if p.width > p.height {
		shape = "landscape (wider than high)"
	} else if p.height > p.width {
		shape = "portrait (higher than wide)"
	}
	var b strings.Builder
	names := make([]string, 0, 3)
	for _, c := range p.colours[:min(len(p.colours), 3)] {
		if c.part >= 0.04 || len(names) == 0 {
			names = append(names, "**"+c.name+"**")
		}
	}
	switch {
	case len(names) == 0:
		b.WriteString("The picture is entirely see-through.\n\n")
	case len(names) == 1:
		fmt.Fprintf(&b, "It is mostly %s, and %s.\n\n", names[0], brightness(p.light))
	default:
		fmt.Fprintf(&b, "Its main colours are %s and %s, and it is %s.\n\n", strings.Join(names[:len(names)-1], ", "), names[len(names)-1], brightness(p.light))
	}
	fmt.Fprintf(&b, "| Measured | Result |\n|:--|:--|\n| Format | %s |\n| Size | %d × %d pixels |\n| Shape | %s |\n| Weight | %s |\n| Brightness | %.0f %% |\n",
		p.format, p.width, p.height, shape, weight(p.bytes), p.light*100)
	if p.side != "" {
		fmt.Fprintf(&b, "| Light | %s |\n", p.side)
	}
	for _, c := range p.colours[:min(len(p.colours), 4)] {
		if c.part >= 0.04 {
			fmt.Fprintf(&b, "| %s | %.0f %% |\n", strings.ToUpper(c.name[:1])+c.name[1:], c.part*100)
		}
	}
	if p.clear >= 0.01 {
		fmt.Fprintf(&b, "| See-through | %.0f %% |\n", p.clear*100)
	}
	b.WriteString("\n")
	return b.String()
}

func pages(n int) string {
	if n == 1 {
		return "one page"
	}
	return fmt.Sprintf("%d pages", n)
}

func brightness(light float64) string {
	switch {
	case light < 0.2:
		return "very dark"
	case light < 0.4:
		return "rather dark"
	case light < 0.6:
		return "neither dark nor bright"
	case light < 0.8:
		return "rather bright"
	}
	return "very bright"
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
