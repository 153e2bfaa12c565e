package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"

	"github.com/jsummers/gobmp"
	"golang.org/x/image/tiff"
	"golang.org/x/image/webp"

	"parlando/media/picture/heif"
)

// The limits on what is read.
const (
	// MaxInput is the largest file, in bytes. Larger than what may be sent, because most shrink a
	// great deal: photos of 200 megapixels have some 60 MB.
	MaxInput = 100 << 20
	// MaxPixels is the most pixels of a picture that can be made smaller while it is decoded.
	MaxPixels = 300_000_000
	// maxHelped is the most pixels of a PNG or a TIFF, which are decoded as a whole, at 4 bytes for
	// each at most, but in a process of its own.
	maxHelped = 75_000_000
	// maxDeep is the most pixels a TIFF may unfold to as a whole that takes 8 bytes for each.
	maxDeep = 25_000_000
	// maxLossyWebP is the most pixels of a lossy WebP, which is always decoded as a whole, at 1.5
	// bytes for each, but in a process of its own.
	maxLossyWebP = 120_000_000
	// maxWholeHEIC is from how many pixels on a HEIC is decoded tile by tile, if it has tiles,
	// though it could be decoded as a whole: that takes half the memory.
	maxWholeHEIC = 20_000_000
	// maxSide is the most pixels of a side: what making a picture smaller takes grows with it.
	maxSide = 1 << 17
)

// maxWhole is the most pixels a picture may unfold to as a whole; a larger one is made smaller
// while it is decoded. Tests lower it.
var maxWhole = 40_000_000

// mostWhole is maxWhole for a format.
func mostWhole(format Format, deep bool) int {
	switch {
	case format == AVIF:
		return min(maxWhole, heif.MaxPixelsAVIF)
	case deep:
		return min(maxWhole, maxDeep)
	}
	return maxWhole
}

// mostReduced is the largest number of pixels of a picture that is reduced while it is decoded; 0
// when that cannot be done.
func mostReduced(h header, colors color.Model, data []byte) int {
	switch h.format {
	case JPEG:
		if (colors == color.YCbCrModel || colors == color.GrayModel) && baselineScan(data) != nil {
			return maxJPEG
		}
	case PNG:
		if !interlaced(data) && !deep(colors) {
			return maxHelped
		}
	case WebP:
		still, _ := stillWebP(data)
		if len(still) > 16 && string(still[12:16]) == "VP8 " {
			return maxLossyWebP
		}
	case HEIC, AVIF:
		if _, err := heif.ReadGrid(data); err == nil {
			return MaxPixels
		}
	case TIFF:
		// A strip is held packed and unpacked beside the picture.
		if d := readDirectory(data); !deep(colors) && d.count(tagStrips)+d.count(tagTiles) > 1 {
			return maxHelped
		}
	}
	return 0
}

// header describes a picture before it is decoded.
type header struct {
	format        Format
	width, height int
	// note names the parts that will be left out: of a picture that moves or has pages only the
	// first will be used.
	note Note
	// boxes is the header of a HEIC or an AVIF.
	boxes heif.Header
	// reduced: the picture is so large that it is made smaller while it is decoded.
	reduced bool
}

// readHeader reads the header of data and refuses a picture that cannot or must not be decoded. It
// allocates little.
func readHeader(data []byte) (header, error) {
	h := header{format: Sniff(data)}
	limit := 0
	refuse := func(r Reason, cause error) (header, error) {
		return header{}, &Error{Reason: r, Format: h.format, Width: h.width, Height: h.height, Most: limit, Err: cause}
	}
	if len(data) == 0 {
		return refuse(Empty, nil)
	}
	if len(data) > MaxInput {
		return refuse(TooLarge, nil)
	}
	var config image.Config
	var err error
	switch h.format {
	case PNG:
		config, err = configPNG(data)
		h.note = firstFrame(animatedPNG(data))
	case JPEG:
		config, err = jpeg.DecodeConfig(bytes.NewReader(data))
	case GIF:
		config, err = gif.DecodeConfig(bytes.NewReader(data))
		h.note = firstFrame(framesOfGIF(data) > 1)
	case WebP:
		still, moves := stillWebP(data)
		h.note = firstFrame(moves)
		config, err = webp.DecodeConfig(bytes.NewReader(still))
	case HEIC, AVIF:
		h.boxes, err = heif.ReadHeader(data)
		config.Width, config.Height = h.boxes.Width, h.boxes.Height
		h.note = firstFrame(h.boxes.Several)
	case BMP:
		config, err = gobmp.DecodeConfig(bytes.NewReader(data))
	case TIFF:
		config, err = configTIFF(data)
		if readDirectory(data).pages > 1 {
			h.note = FirstPage
		}
	case "":
		return refuse(NotAPicture, nil)
	default:
		return refuse(Unsupported, nil)
	}
	if IsUnsupported(err) {
		return refuse(Variant, err)
	}
	if err != nil {
		return refuse(Damaged, err)
	}
	h.width, h.height = config.Width, config.Height
	if h.width <= 0 || h.height <= 0 {
		return refuse(Damaged, nil)
	}
	limit = mostWhole(h.format, h.format == TIFF && deep(config.ColorModel))
	pixels := int64(h.width) * int64(h.height)
	switch {
	case pixels > int64(limit):
		limit = max(limit, mostReduced(h, config.ColorModel, data))
		if pixels > int64(limit) {
			return refuse(TooManyPixels, nil)
		}
		h.reduced = true
		if h.note == "" {
			h.note = Smaller
		}
	case h.format == HEIC && pixels > maxWholeHEIC:
		h.reduced = mostReduced(h, config.ColorModel, data) > 0
	}
	if max(h.width, h.height) > maxSide {
		return refuse(TooManyPixels, nil)
	}
	if int64(len(data)) < leastBytes(h, data) {
		return refuse(Damaged, nil)
	}
	return h, nil
}

// IsUnsupported reports whether a decoder knows the format, but not in the way the file uses it.
func IsUnsupported(err error) bool {
	return errors.Is(err, heif.ErrUnsupported) || errors.As(err, new(gobmp.UnsupportedError)) || errors.As(err, new(tiff.UnsupportedError)) ||
		errors.As(err, new(jpeg.UnsupportedError)) || errors.As(err, new(png.UnsupportedError))
}

func firstFrame(moves bool) Note {
	if moves {
		return FirstFrame
	}
	return ""
}

// leastBytes is less than the fewest bytes that can hold a whole picture of this size. The decoders
// make room for all of it before they find out that the file ends early; this keeps a short file
// from costing much.
func leastBytes(h header, data []byte) int64 {
	pixels := int64(h.width) * int64(h.height)
	switch h.format {
	case PNG:
		// At best one bit a pixel, and deflate packs at most 1,032 bytes into one.
		return pixels / 8 / 1032
	case JPEG:
		// Each block of 8x8 takes at least one bit.
		return pixels / 64 / 8
	case BMP:
		const bitsPerPixel, packing, ofWindows = 28, 30, 40
		if len(data) < packing+4 || data[14] < ofWindows || data[packing] == 1 || data[packing] == 2 {
			return 0 // runs of one color, or the header of OS/2
		}
		return pixels * int64(binary.LittleEndian.Uint16(data[bitsPerPixel:])) / 8
	case TIFF:
		// As a PNG, or fax at its best: a whole row of white in one bit.
		return min(pixels/8/1032, int64(h.height)/8)
	}
	return 0
}

// framesOfGIF counts the frames, up to 2, by stepping over the blocks without unpacking them
// (GIF89a, 20 to 25).
func framesOfGIF(data []byte) int {
	if len(data) < 13 {
		return 0
	}
	at := 13 + colorTable(data[10])
	for frames := 0; ; {
		if at >= len(data) {
			return frames
		}
		switch data[at] {
		case 0x21: // an extension: label, then sub-blocks
			at = skipBlocks(data, at+2)
		case 0x2c: // an image: descriptor, color table, code size, then sub-blocks
			frames++
			if frames > 1 || at+9 >= len(data) {
				return frames
			}
			at = skipBlocks(data, at+10+colorTable(data[at+9])+1)
		default: // the trailer, or something that is no GIF any more
			return frames
		}
	}
}

// colorTable is the length of the color table that the flags announce.
func colorTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// skipBlocks returns where the sub-blocks that begin at at have ended.
func skipBlocks(data []byte, at int) int {
	for at < len(data) && data[at] != 0 {
		at += int(data[at]) + 1
	}
	return at + 1
}
