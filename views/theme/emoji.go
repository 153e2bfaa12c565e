package theme

import (
	"bytes"
	"encoding/binary"

	fynetheme "fyne.io/fyne/v2/theme"
)

const (
	// emojiFontSize is the size in bytes of the one font of emoji whose places are known here.
	emojiFontSize = 4_232_712
	// emojiOutlines is the offset in it of the index of its outlines.
	emojiOutlines = 12_260 + 0x34562
)

// emojiBox is an outline around the square of an emoji, from 149 below the baseline to 851 above
// it, in the instructions of CFF fonts.
var emojiBox = []byte{
	28, 0xff, 0x6b, 4, // -149 vmoveto
	28, 0x03, 0xe8, 28, 0x03, 0xe8, 28, 0xfc, 0x18, 6, // 1000 1000 -1000 hlineto
	14, // endchar
}

// init makes each outline in Fyne's font of emoji as large as the square that its picture fills.
// The renderer fits a picture into its outline and cuts off at the right what is free at the left:
// of a thumb or a balloon only half was seen, and smaller than others.
func init() {
	if font := fynetheme.DefaultEmojiFont(); font != nil && len(font.Content()) == emojiFontSize {
		boxOutlines(font.Content()[emojiOutlines:])
	}
}

// boxOutlines replaces in place each outline in the font's index that has a picture.
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
