package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/jpeg"
	"iter"

	"parlando/media/picture/heif"
)

const endOfJPEG = "\xff\xd9"

// The markers of application data (ITU-T T.81, table B.1).
const (
	app1 = 0xe1 // EXIF or XMP
	app2 = 0xe2 // a color profile
)

// segmentsOfJPEG iterates over the markers and contents of the segments before the first scan.
func segmentsOfJPEG(data []byte) iter.Seq2[byte, []byte] {
	return func(yield func(byte, []byte) bool) {
		const fill, scan = 0xff, 0xda
		for at := 2; at+4 <= len(data) && data[at] == 0xff; {
			marker, size := data[at+1], int(binary.BigEndian.Uint16(data[at+2:]))
			if marker == fill {
				at++
				continue
			}
			if marker == scan || size < 2 || at+2+size > len(data) || !yield(marker, data[at+4:at+2+size]) {
				return
			}
			at += 2 + size
		}
	}
}

// decodeJPEG decodes a JPEG, which may be truncated. It passes a damaged JPEG to the helper
// program, whose decoder is more tolerant.
func decodeJPEG(r *reader, data []byte, h *header) (image.Image, error) {
	decoded, err := jpeg.Decode(r)
	if err != nil && !bytes.HasSuffix(data, []byte(endOfJPEG)) && r.ctx.Err() == nil {
		data = append(bytes.Clone(data), endOfJPEG...)
		decoded, err = jpeg.Decode(&reader{ctx: r.ctx, data: bytes.NewReader(data)})
	}
	if err == nil || r.ctx.Err() != nil || IsUnsupported(err) {
		return decoded, err
	}
	decoded, mendErr := heif.Decode(r.ctx, heif.JPEG, mendJPEG(data), heif.Header{Width: h.width, Height: h.height})
	if mendErr != nil {
		return nil, errors.Join(err, mendErr)
	}
	h.note = Incomplete
	return decoded, nil
}

// mendJPEG returns a JPEG without invalid markers in its scan data.
func mendJPEG(data []byte) []byte {
	const startOfScan = 0xda
	mended := bytes.Clone(data)
	if from := bytes.Index(mended, []byte{0xff, startOfScan}); from >= 0 {
		mendScan(mended[from+2:])
	}
	return mended
}

// mendScan replaces invalid markers in scan data and reports whether there were any. A byte
// corrupted to 0xff makes a decoder stop, whereas any other value damages only a few blocks.
func mendScan(scan []byte) (mended bool) {
	for i := 0; i+1 < len(scan); i++ {
		if scan[i] == 0xff && !mayFollow(scan[i+1]) {
			scan[i], mended = 0xfe, true
		}
	}
	return mended
}

// mayFollow reports whether a byte is valid after 0xff from the first scan on (ITU-T T.81, table
// B.1): a stuffed zero, fill, a restart, the end, or a marker between the scans of a progressive
// picture.
func mayFollow(b byte) bool {
	switch b {
	case 0x00, 0xff, 0xc4, 0xda, 0xdb, 0xdc, 0xdd, 0xfe:
		return true
	}
	return b >= 0xd0 && b <= 0xd9 || b >= 0xe0 && b <= 0xef
}
