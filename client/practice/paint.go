package practice

import (
	"bytes"
	"hash/fnv"
	"image"
	"image/color"
	"image/png"
	"slices"
)

// paints maps the colors that a message can name to what they do to a picture: white becomes the
// color.
var paints = map[string]color.NRGBA{
	"red": {0xff, 0x9a, 0x8c, 255}, "orange": {0xff, 0xb8, 0x6b, 255}, "yellow": {0xff, 0xe8, 0x70, 255}, "green": {0x9a, 0xe0, 0x9a, 255},
	"blue": {0x8c, 0xb8, 0xff, 255}, "violet": {0xc0, 0x9a, 0xf0, 255}, "pink": {0xff, 0xa8, 0xd0, 255}, "gray": {0xe0, 0xe0, 0xe0, 255},
}

// paint answers a message that begins with "draw" with a picture made from its words, and one with
// a picture that begins with "make", "change", "turn" or "paint" with the picture in the color that
// the message names, or in gray.
func paint(t translator, m message) (p plan, ok bool) {
	words := wordsOf(m.text)
	if len(words) == 0 {
		return p, false
	}
	file := []byte(nil)
	switch {
	case len(m.media) > 0 && slices.Contains([]string{"make", "change", "turn", "paint"}, words[0]):
		raw, problem := fromDataAddress(m.media[0].address)
		if problem != "" {
			return p, false // an address, which practice does not fetch
		}
		p.text, file = t.text("Here is your picture in another color.", nil), raw
	case len(m.media) == 0 && t.asksToDraw(m.text, words[0]):
		sum := fnv.New32a()
		_, _ = sum.Write([]byte(m.text)) // cannot fail
		p.text, file = t.text("Drawn from your words: they choose the place and the color.", nil), scenery(int(sum.Sum32()%uint32(len(sceneries))))
	default:
		return p, false
	}
	img, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return p, false
	}
	i := slices.IndexFunc(words, func(w string) bool { _, known := paints[w]; return known })
	switch {
	case i >= 0:
		img = tinted(img, paints[words[i]])
	case len(m.media) > 0:
		img = tinted(img, paints["gray"])
	}
	p.text += "\n\n" + t.closing()
	p.images = []string{dataAddress(asPNG(img))}
	return p, true
}

// tinted returns a picture in shades of one color.
func tinted(img image.Image, c color.NRGBA) image.Image {
	out := image.NewNRGBA(image.Rectangle{Max: img.Bounds().Size()})
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			light := float64(color.GrayModel.Convert(img.At(img.Bounds().Min.X+x, img.Bounds().Min.Y+y)).(color.Gray).Y) / 255
			out.SetNRGBA(x, y, mixed(color.NRGBA{A: 255}, c, light))
		}
	}
	return out
}

func asPNG(img image.Image) []byte {
	var file bytes.Buffer
	_ = png.Encode(&file, img) // writing to a buffer cannot fail
	return file.Bytes()
}
