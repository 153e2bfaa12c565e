package picture

import (
	"bytes"
	"compress/zlib"
	"io"
)

// maxICC is the largest ICC profile that is read, in bytes. Larger profiles have lookup tables,
// which are not supported.
const maxICC = 64 << 10

// colors reads the color profile of a picture; nil means sRGB, the default.
func colors(data []byte, h header) *profile {
	switch h.format {
	case JPEG:
		return parseICC(iccOfJPEG(data))
	case PNG:
		return colorsOfPNG(data)
	case WebP:
		return parseICC(chunkOfWebP(data, "ICCP"))
	case TIFF:
		return parseICC(readDirectory(data).bytes(tagICC))
	case HEIC, AVIF:
		if h.boxes.ICC != nil {
			return parseICC(h.boxes.ICC)
		}
		return numberedProfile(h.boxes.Primaries, h.boxes.Transfer)
	}
	return nil
}

// iccOfJPEG concatenates the chunks of a profile, which must be in order (ICC.1:2022, B.4).
func iccOfJPEG(data []byte) (icc []byte) {
	const mark = "ICC_PROFILE\x00"
	for marker, body := range segmentsOfJPEG(data) {
		if len(icc) > maxICC {
			break
		}
		if marker == app2 && bytes.HasPrefix(body, []byte(mark)) && len(body) > len(mark)+2 {
			icc = append(icc, body[len(mark)+2:]...)
		}
	}
	return icc
}

// colorsOfPNG reads the profile from the chunks before the pixels: H.273 code points, else an ICC
// profile (PNG, third edition, 12.1).
func colorsOfPNG(data []byte) *profile {
	found := map[string][]byte{}
	for name, body := range chunksOfPNG(data) {
		if name == "IDAT" {
			break
		}
		if _, ok := found[name]; !ok {
			found[name] = body
		}
	}
	if c := found["cICP"]; len(c) >= 4 {
		return numberedProfile(int(c[0]), int(c[1]))
	}
	if c := found["iCCP"]; c != nil {
		const method = 2 // terminator of the name and compression method
		if name := bytes.IndexByte(c, 0); name >= 0 && len(c) > name+method {
			if r, err := zlib.NewReader(bytes.NewReader(c[name+method:])); err == nil {
				// A truncated profile may still contain the colors; parseICC decides.
				icc, _ := io.ReadAll(io.LimitReader(r, maxICC))
				return parseICC(icc)
			}
		}
	}
	return nil
}
