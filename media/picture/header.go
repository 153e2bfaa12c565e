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

	"parlando/media/picture/heif"
)

// The limits on input.
const (
	// MaxInput is the largest accepted file in bytes. It exceeds MaxOutput because most pictures
	// are scaled down: photos of 200 megapixels have some 60 MB.
	MaxInput = 100 << 20
	// MaxPixels is the largest number of pixels of a picture that is reduced while it is decoded.
	MaxPixels = 300_000_000
	// maxHelped is the limit for PNG and TIFF, which are decoded as a whole with up to 4 bytes per
	// pixel, but in a separate process.
	maxHelped = 75_000_000
	// maxDeep is the limit for a TIFF decoded as a whole with 8 bytes per pixel.
	maxDeep = 25_000_000
	// maxLossyWebP is the limit for a lossy WebP, which is always decoded as a whole with 1.5 bytes
	// per pixel, but in a separate process.
	maxLossyWebP = 120_000_000
	// maxWholeHEIC is the number of pixels above which a HEIC with tiles is decoded tile by tile,
	// which takes half the memory of decoding it as a whole.
	maxWholeHEIC = 20_000_000
	// maxSide is the largest width or height in pixels; the memory for scaling down grows with it.
	maxSide = 1 << 17
)

// maxWhole is the largest number of pixels decoded as a whole; a larger picture is reduced while it
// is decoded. Tests lower it.
var maxWhole = 40_000_000

// mostWhole returns maxWhole, or the limit of the format if that is lower.
func mostWhole(format Format, deep bool) int {
	switch {
	case format == AVIF:
		return min(maxWhole, heif.MaxPixelsAVIF)
	case deep:
		return min(maxWhole, maxDeep)
	}
	return maxWhole
}

// mostReduced returns the largest number of pixels of a picture that is reduced while it is
// decoded; 0 if that is not possible.
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
		if len(data) > 16 && string(data[12:16]) == "VP8 " {
			return maxLossyWebP
		}
	case HEIC, AVIF:
		if _, err := heif.ReadGrid(data); err == nil {
			return MaxPixels
		}
	case TIFF:
		// Compressed and decompressed strips need memory in addition to the picture.
		if d := readDirectory(data); !deep(colors) && d.count(tagStrips)+d.count(tagTiles) > 1 && !d.isConverted() {
			return maxHelped
		}
	}
	return 0
}

// header describes a picture before it is decoded.
type header struct {
	format        Format
	width, height int
	// note names the part of the file that will be dropped: all but the first picture of an
	// animation or of several pages.
	note Note
	// pages is the number of pages of a TIFF.
	pages int
	// boxes is the header of a HEIC or AVIF.
	boxes heif.Header
	// reduced marks a picture that is so large that it is reduced while it is decoded.
	reduced bool
}

// readHeader reads the header of data and rejects a picture that cannot or must not be decoded. It
// allocates little.
func readHeader(data []byte) (header, error) {
	h := header{format: DetectFormat(data)}
	limit := 0
	refuse := func(r Reason, cause error) (header, error) {
		return header{}, &Error{Reason: r, Format: h.format, Width: h.width, Height: h.height, MaxPixels: limit, Err: cause}
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
		var moves bool
		config, moves, err = configWebP(data)
		h.note = firstFrame(moves)
	case HEIC, AVIF:
		h.boxes, err = heif.ReadHeader(data)
		config.Width, config.Height = h.boxes.Width, h.boxes.Height
		h.note = firstFrame(h.boxes.IsSequence)
	case BMP:
		config, err = gobmp.DecodeConfig(bytes.NewReader(data))
	case TIFF:
		config, err = configTIFF(data)
		if h.pages = readDirectory(data).pages; h.pages > 1 {
			h.note = FirstPage
		}
	case "":
		return refuse(NotAPicture, nil)
	default:
		return refuse(Unsupported, nil)
	}
	if IsUnsupported(err) {
		return refuse(UnsupportedVariant, err)
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
			h.note = Reduced
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

// IsUnsupported reports whether err is a decoder's error for an unsupported variant of its format.
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

// leastBytes returns a lower bound for the size of a complete file with this header. Decoders
// allocate the full picture before they notice that a file is truncated, so shorter files are
// rejected first.
func leastBytes(h header, data []byte) int64 {
	pixels := int64(h.width) * int64(h.height)
	switch h.format {
	case PNG:
		// At least one bit per pixel, and deflate compresses by at most 1,032 to 1.
		return pixels / 8 / 1032
	case JPEG:
		// Each block of 8x8 takes at least one bit.
		return pixels / 64 / 8
	case BMP:
		const bitsPerPixel, packing, ofWindows = 28, 30, 40
		if len(data) < packing+4 || data[14] < ofWindows || data[packing] == 1 || data[packing] == 2 {
			return 0 // run-length encoding, or an OS/2 header
		}
		return pixels * int64(binary.LittleEndian.Uint16(data[bitsPerPixel:])) / 8
	case TIFF:
		return leastTIFF(readDirectory(data), pixels)
	}
	return 0
}

// framesOfGIF counts the images in a GIF, up to 2, by skipping blocks without decompressing them
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
		default: // the trailer, or garbage
			return frames
		}
	}
}

// colorTable returns the size in bytes of the color table that the flags declare.
func colorTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// skipBlocks returns the offset after the sub-blocks that begin at at.
func skipBlocks(data []byte, at int) int {
	for at < len(data) && data[at] != 0 {
		at += int(data[at]) + 1
	}
	return at + 1
}
