package theme

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"fyne.io/fyne/v2"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/shaping"
)

// maxEms is the height of the highest TallFont. Only heaps of accents need more.
const maxEms = 4

// TallFont returns the fonts of a style for texts of which Fyne would cut the lower part: it draws
// a text on a picture as high as the line of the style's main font, in which letters of other fonts
// do not always have room. Here that line is ems times the text size, at most 4 times.
func TallFont(style fyne.TextStyle, ems int) fyne.Resource {
	f := tallFont{style, min(ems, maxEms)}
	item := fonts(style, f, nil)
	if _, ok := item.Fonts.(tallFonts); !ok {
		item.Fonts = tallFonts{Fontmap: fonts(style, nil, nil).Fonts, line: item.Fonts.ResolveFace(' ')}
	}
	return f
}

// tallFonts are the fonts of a style, except that of the space, whose line is the height of a text.
type tallFonts struct {
	shaping.Fontmap
	line *font.Face
}

func (f tallFonts) ResolveFace(r rune) *font.Face {
	if r == ' ' {
		return f.line
	}
	return f.Fontmap.ResolveFace(r)
}

// tallFont is the main font of a style with a higher line.
type tallFont struct {
	style fyne.TextStyle
	ems   int
}

// Name implements fyne.Resource.
func (f tallFont) Name() string { return fmt.Sprint("tall", f.ems, f.style) }

// Content implements fyne.Resource.
func (f tallFont) Content() []byte {
	file := bytes.Clone(fyne.CurrentApp().Settings().Theme().Font(f.style).Content())
	tables := map[string][]byte{}
	for i := range int(binary.BigEndian.Uint16(file[4:])) {
		entry := file[12+16*i:]
		tables[string(entry[:4])] = file[binary.BigEndian.Uint32(entry[8:]):]
	}
	height := f.ems * int(binary.BigEndian.Uint16(tables["head"][18:]))
	for _, line := range [][]byte{tables["hhea"][4:], tables["OS/2"][68:]} { // ascent, descent, gap
		ascent := int(binary.BigEndian.Uint16(line))
		binary.BigEndian.PutUint16(line[2:], uint16(ascent-height))
		binary.BigEndian.PutUint16(line[4:], 0)
	}
	return file
}
