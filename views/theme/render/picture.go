package render

import (
	"image"
	"sync"
	"weak"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/shaping"
)

// maxPictureBytes bounds the cached pictures. When it is reached, all of them are dropped.
const maxPictureBytes = 2 << 20

// pictureKey identifies the picture of a glyph at one size. It does not keep the font in memory.
type pictureKey struct {
	face          weak.Pointer[font.Face]
	glyph         font.GID
	width, height int
}

// pictures caches the pictures of SVG glyphs: parsing and rasterizing one takes 0.2 ms, and emoji
// repeat. A glyph that is no SVG has no entry, one that cannot be parsed has nil.
var pictures = struct {
	sync.Mutex
	byKey map[pictureKey]*image.NRGBA
	bytes int
}{byKey: map[pictureKey]*image.NRGBA{}}

func (r *Renderer) pictureKey(face weak.Pointer[font.Face], g shaping.Glyph) pictureKey {
	return pictureKey{
		face: face, glyph: g.GlyphID,
		width:  int(fixed266ToFloat(g.Width) * r.PixScale),
		height: int(fixed266ToFloat(-g.Height) * r.PixScale),
	}
}

func cachedPicture(key pictureKey) (pix *image.NRGBA, ok bool) {
	pictures.Lock()
	defer pictures.Unlock()
	pix, ok = pictures.byKey[key]
	return pix, ok
}

func cachePicture(key pictureKey, pix *image.NRGBA) {
	pictures.Lock()
	defer pictures.Unlock()
	size := 100 // an estimate for the map entry itself
	if pix != nil {
		size += len(pix.Pix)
	}
	if pictures.bytes+size > maxPictureBytes {
		clear(pictures.byKey)
		pictures.bytes = 0
	}
	pictures.byKey[key] = pix
	pictures.bytes += size
}
