package theme

import (
	"bytes"
	"encoding/binary"

	fynetheme "fyne.io/fyne/v2/theme"
)

const (
	// emojiFontSize is the size, in bytes, of the only emoji font whose layout is known here.
	emojiFontSize = 4_232_712
	// emojiOutlines is the offset of the outline index in that font.
	emojiOutlines = 12_260 + 0x34562
)

// emojiBox is the CFF charstring of a square the size of an emoji, from 149 below the baseline to
// 851 above it.
var emojiBox = []byte{
	28, 0xff, 0x6b, 4, // -149 vmoveto
	28, 0x03, 0xe8, 28, 0x03, 0xe8, 28, 0xfc, 0x18, 6, // 1000 1000 -1000 hlineto
	14, // endchar
}

// init replaces each outline in Fyne's emoji font by the square that its bitmap fills. The renderer
// scales a bitmap to its outline and clips on the right the space that is empty on the left, which
// showed only half of a thumb or a balloon.
func init() {
	if font := fynetheme.DefaultEmojiFont(); font != nil && len(font.Content()) == emojiFontSize {
		boxOutlines(font.Content()[emojiOutlines:])
	}
}

// boxOutlines replaces, in place, each outline in the font's index that has a bitmap.
func boxOutlines(index []byte) {
	count, width := int(binary.BigEndian.Uint16(index)), int(index[2])
	offsets, data := index[3:], index[3+(count+1)*width-1:] // the first offset is 1
	at := func(i int) (offset int) {
		for _, b := range offsets[i*width : (i+1)*width] {
			offset = offset<<8 | int(b)
		}
		return offset
	}
	var boxes bytes.Buffer
	start := at(0)
	for i := range count {
		end := at(i + 1)
		switch i {
		// a missing letter, a space, a selector, a joiner, the mark of keycaps
		case 0, 1, 40, 41, 42:
			boxes.Write(data[start:end])
		default:
			boxes.Write(emojiBox)
		}
		start = end
		for k, n := width-1, boxes.Len()+1; k >= 0; k, n = k-1, n>>8 {
			offsets[(i+1)*width+k] = byte(n)
		}
	}
	copy(data[1:], boxes.Bytes())
}
