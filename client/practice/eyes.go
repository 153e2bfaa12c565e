package practice

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	_ "image/jpeg" // for image.Decode
	_ "image/png"  // for image.Decode
	"math"
	"net/url"
	"slices"
	"strings"

	_ "golang.org/x/image/webp" // for image.Decode
)

const (
	// maxPicture is the largest picture in bytes (docs/gateway.md 4.1.3).
	maxPicture = 20 << 20
	// maxPixels is how many pixels are unpacked.
	maxPixels = 40_000_000
)

// picture is what was found out about one picture. A picture by address is not fetched: it has only a host.
type picture struct {
	host          string
	format        string
	bytes         int
	width, height int
	colours       []share
	light         float64 // 0 black to 1 white
	clear         float64 // part that is see-through
	side          string  // where it is brightest
}

// share is how much of a picture has a colour.
type share struct {
	name string
	part float64
}

// lookAt checks the pictures of a question and looks at those of the last message that has some.
func lookAt(q question) ([]picture, *fault) {
	var looked []picture
	last := -1
	for i, m := range q.messages {
		if len(m.images) > 0 {
			last = i
		}
	}
	for i, m := range q.messages {
		for j, address := range m.images {
			place := fmt.Sprintf("messages[%d].content[%d].image_url", i, j)
			if !q.model.takes("image") {
				return nil, &fault{
					status: 400, param: place, code: "image_not_supported",
					message: "This model does not support image input: image_url is only supported by certain models, such as " + Eyes + ".",
				}
			}
			p, problem := open(address)
			if problem != "" {
				return nil, wrong(place, problem)
			}
			if i == last {
				looked = append(looked, p)
			}
		}
	}
	return looked, nil
}

// open looks at one picture, or says what is wrong with it.
func open(address string) (picture, string) {
	u, err := url.Parse(address[:min(len(address), 2048)])
	if err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
		return picture{host: u.Host, width: 512, height: 512}, ""
	}
	head, data, ok := strings.Cut(address, ",")
	if !ok || !strings.HasPrefix(head, "data:") || !strings.HasSuffix(head, ";base64") {
		return picture{}, "Invalid 'image_url': expected an http(s) address or a data: address in base64."
	}
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return picture{}, "Invalid 'image_url': the base64 data is damaged."
	}
	if len(raw) > maxPicture {
		return picture{}, fmt.Sprintf("The picture is larger than %d MB.", maxPicture>>20)
	}
	config, format, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil {
		return picture{}, "You uploaded an unsupported image. Please make sure your image is valid: PNG, JPEG, WebP and GIF work."
	}
	if config.Width*config.Height > maxPixels || config.Width <= 0 || config.Height <= 0 {
		return picture{}, fmt.Sprintf("The picture has more than %d million pixels.", maxPixels/1_000_000)
	}
	if format == "gif" {
		if all, err := gif.DecodeAll(bytes.NewReader(raw)); err == nil && len(all.Image) > 1 {
			return picture{}, "Animated GIF pictures are not supported."
		}
	}
	decoded, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		return picture{}, "You uploaded an image that is damaged."
	}
	p := picture{format: strings.ToUpper(format), bytes: len(raw), width: config.Width, height: config.Height}
	p.measure(decoded)
	return p, ""
}

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
