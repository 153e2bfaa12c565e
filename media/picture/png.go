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

// chunksOfPNG returns the names of a PNG's chunks and what each holds, as far as they are whole.
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

// decodePNG decodes a PNG, also one whose end is missing or whose text is damaged.
func decodePNG(r *reader, data []byte) (image.Image, error) {
	decoded, err := png.Decode(r)
	if err != nil && r.ctx.Err() == nil {
		return png.Decode(&reader{ctx: r.ctx, data: bytes.NewReader(essentialPNG(data))})
	}
	return decoded, err
}

// interlaced reports whether a PNG comes as seven pictures, one finer than the other.
func interlaced(data []byte) bool {
	const at = 28 // in the header
	return len(data) > at && data[at] != 0
}

func configPNG(data []byte) (image.Config, error) {
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return png.DecodeConfig(bytes.NewReader(essentialPNG(data)))
	}
	return config, nil
}

// essentialPNG returns a PNG of the chunks that hold the picture, with checksums and an end. Damage
// among the pixels is found by the checksum over all of them.
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

// animatedPNG looks for an acTL chunk, which has to come before the first IDAT.
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
