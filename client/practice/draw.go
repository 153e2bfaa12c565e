package practice

import (
	"encoding/base64"
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"
)

// sceneries lists the pictures that practice can draw. The second is in portrait format.
var sceneries = [...]struct {
	size            image.Point // in pixels
	zenith, horizon color.NRGBA
}{
	{image.Point{960, 640}, color.NRGBA{0x7f, 0xb4, 0xe0, 255}, color.NRGBA{0xf6, 0xe3, 0xc4, 255}},
	{image.Point{640, 960}, color.NRGBA{0x2f, 0x3e, 0x6b, 255}, color.NRGBA{0xd9, 0x8a, 0x6a, 255}},
	{image.Point{1200, 500}, color.NRGBA{0xa8, 0xd5, 0xe2, 255}, color.NRGBA{0xf9, 0xf3, 0xe3, 255}},
	{image.Point{800, 800}, color.NRGBA{0x5b, 0x4b, 0x8a, 255}, color.NRGBA{0xf2, 0xb8, 0x80, 255}},
}

// elsewhereAddress is the URL of a linked picture in replies. It does not exist.
const elsewhereAddress = "https://pictures.example.org/lighthouse.png"

// asksToDraw reports whether a message asks for a picture: in English by its first word, in other
// languages by any.
func (t translator) asksToDraw(text, first string) bool {
	return first == "draw" || t.text(drawWords, nil) != drawWords && t.asksFor(text, drawWords)
}

// draw answers a message that begins with the word "draw" with pictures as data: URLs, as image
// models do. A number from two to four in the message is the number of pictures. The word
// "elsewhere" adds a plain URL, "damaged" a truncated picture.
func draw(t translator, asked string) (p plan, ok bool) {
	words := wordsOf(asked)
	if len(words) == 0 || !t.asksToDraw(asked, words[0]) {
		return p, false
	}
	n := 1
	for i, number := range []string{"two", "three", "four"} {
		if slices.Contains(words, number) || slices.Contains(words, strconv.Itoa(i+2)) {
			n = i + 2
		}
	}
	for i := range n {
		p.images = append(p.images, dataAddress(scenery(i)))
	}
	if slices.Contains(words, "damaged") {
		file := scenery(len(sceneries) - 1)
		p.images = append(p.images, dataAddress(file[:len(file)/2]))
	}
	if slices.Contains(words, "elsewhere") {
		p.images = append(p.images, elsewhereAddress)
	}
	p.text = t.text("Sky, sun and hills, drawn by Parlando.", nil) + "\n\n" + t.closing()
	return p, true
}

func dataAddress(file []byte) string {
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(file)
}

// scenery returns the encoded picture of landscape i. The result depends only on i.
func scenery(i int) []byte {
	size, top, bottom := sceneries[i].size, sceneries[i].zenith, sceneries[i].horizon
	img := image.NewNRGBA(image.Rectangle{Max: size})
	w, h := float64(size.X), float64(size.Y)
	sunX, sunY, sunR := w*0.72, h*0.3, min(w, h)*0.09
	for y := range size.Y {
		part := float64(y) / h
		for x := range size.X {
			c := mixed(top, bottom, part)
			if dx, dy := float64(x)-sunX, float64(y)-sunY; dx*dx+dy*dy < sunR*sunR {
				c = color.NRGBA{0xff, 0xe9, 0xa8, 255}
			}
			for hill := range 3 {
				ridge := 0.58 + 0.12*float64(hill) + 0.05*math.Sin(float64(x)/w*(4+2*float64(hill))+float64(i+2*hill))
				if part > ridge {
					c = mixed(color.NRGBA{0x6f, 0x9b, 0x7a, 255}, color.NRGBA{0x1f, 0x4a, 0x3a, 255}, float64(hill)/2)
				}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	return asPNG(img)
}

// mixed interpolates between two colors.
func mixed(a, b color.NRGBA, part float64) color.NRGBA {
	m := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*part) }
	return color.NRGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255}
}

// wireImages returns pictures in the JSON form of docs/gateway.md 10.5.
func wireImages(addresses []string) []any {
	all := make([]any, len(addresses))
	for i, a := range addresses {
		all[i] = map[string]any{"type": "image_url", "index": i, "image_url": map[string]any{"url": a}}
	}
	return all
}
