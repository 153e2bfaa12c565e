package picture

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"iter"
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// chunksOfPNG iterates over the names and contents of a PNG's complete chunks.
func chunksOfPNG(data []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		rest := data[min(len(data), len(pngSignature)):]
		for len(rest) >= 12 {
			size := int64(binary.BigEndian.Uint32(rest))
			if size+12 > int64(len(rest)) || !yield(string(rest[4:8]), rest[8:8+size]) {
				return
			}
			rest = rest[size+12:]
		}
	}
}

// decodePNG decodes a PNG, even if it is truncated or its text chunks are damaged.
func decodePNG(r *reader, data []byte) (image.Image, error) {
	if decoded, err := png.Decode(r); err == nil {
		return decoded, nil
	}
	return png.Decode(&reader{ctx: r.ctx, data: bytes.NewReader(essentialPNG(data))})
}

// interlaced reports whether a PNG is interlaced.
func interlaced(data []byte) bool {
	const at = 28 // offset of the interlace method in the header
	return len(data) > at && data[at] != 0
}

func configPNG(data []byte) (image.Config, error) {
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return png.DecodeConfig(bytes.NewReader(essentialPNG(data)))
	}
	return config, nil
}

// essentialPNG returns a PNG with only the chunks that are needed to decode the picture, with
// correct chunk checksums and an end chunk. Damaged pixels are still detected by the checksum of
// the compressed data.
func essentialPNG(data []byte) []byte {
	essential := []byte(pngSignature)
	for name, body := range chunksOfPNG(data) {
		switch name {
		case "IHDR", "PLTE", "tRNS", "IDAT":
			essential = appendChunk(essential, name, body)
		}
	}
	return appendChunk(essential, "IEND", nil)
}

// appendChunk appends a chunk to a PNG.
func appendChunk(file []byte, name string, body []byte) []byte {
	file = binary.BigEndian.AppendUint32(file, uint32(len(body)))
	from := len(file)
	file = append(append(file, name...), body...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(file[from:]))
}

// animatedPNG reports whether an acTL chunk precedes the first IDAT.
func animatedPNG(data []byte) bool {
	for name := range chunksOfPNG(data) {
		switch name {
		case "acTL":
			return true
		case "IDAT":
			return false
		}
	}
	return false
}
