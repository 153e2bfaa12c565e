package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"

	"golang.org/x/image/tiff"
)

// configTIFF reads the size of a TIFF. A reader that panics has met damaged data.
func configTIFF(data []byte) (config image.Config, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the reader gave up: %v", r)
		}
	}()
	return tiff.DecodeConfig(bytes.NewReader(data))
}

// deep reports whether a picture takes 8 bytes for each pixel.
func deep(m color.Model) bool { return m == color.RGBA64Model || m == color.NRGBA64Model }

// pages counts the pictures of a TIFF, up to 2 (TIFF 6.0, section 2).
func pages(data []byte) int {
	order := binary.ByteOrder(binary.LittleEndian)
	if len(data) < 8 {
		return 0
	}
	if data[0] == 'M' {
		order = binary.BigEndian
	}
	n := 0
	for at := int64(order.Uint32(data[4:])); n < 2 && at >= 8 && at+2 <= int64(len(data)); n++ {
		next := at + 2 + 12*int64(order.Uint16(data[at:]))
		if next+4 > int64(len(data)) {
			return n + 1
		}
		at = int64(order.Uint32(data[next:]))
	}
	return n
}
