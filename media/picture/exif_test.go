package picture_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"slices"
	"testing"

	"golang.org/x/image/webp"

	"parlando/media/picture"
)

// riff writes a WebP of chunks, each padded to an even size.
func riff(chunks ...[]byte) []byte {
	body := append([]byte("WEBP"), bytes.Join(chunks, nil)...)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

func chunkOfRIFF(name string, content []byte) []byte {
	c := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(content)))
	c = append(c, content...)
	return append(c, make([]byte, len(content)%2)...)
}

// extended writes the VP8X chunk of a WebP with these flags.
func extended(flags byte, w, h int) []byte {
	return chunkOfRIFF("VP8X", append([]byte{flags, 0, 0, 0}, sizeOfWebP(w, h)...))
}

// sizeOfWebP writes a width and a height as WebP does: less 1, in three bytes each.
func sizeOfWebP(w, h int) []byte {
	w, h = w-1, h-1
	return []byte{byte(w), byte(w >> 8), byte(w >> 16), byte(h), byte(h >> 8), byte(h >> 16)}
}

const (
	hasEXIF, hasXMP = 0x08, 0x04
	xmpOfJPEG       = "http://ns.adobe.com/xap/1.0/\x00"
	exifOfJPEG      = "Exif\x00\x00"
)

func segment(mark byte, content string) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xff, mark}, uint16(len(content)+2)), content...)
}

// behindStart puts segments behind the beginning of a JPEG.
func behindStart(file []byte, segments ...[]byte) []byte {
	return slices.Concat(file[:2], bytes.Join(segments, nil), file[2:])
}

// behindPixels puts a chunk behind the pixels of a PNG.
func behindPixels(file []byte, name string, body []byte) []byte {
	const end = 12
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	chunk = append(append(chunk, name...), body...)
	chunk = append(chunk, crc(chunk[4:])...)
	return slices.Concat(file[:len(file)-end], chunk, file[len(file)-end:])
}

// A photo lies on its side where the EXIF block is not found.
func TestTheEXIFBlockIsFoundWhereverItStands(t *testing.T) {
	lying := stored(flag(96, 64), 6)
	turned := string(exif(6, binary.BigEndian))
	jpeg, png := asJPEG(t, lying), asPNG(t, lying)
	simple := kept(t, "flag.webp")[12:]
	xmp := segment(0xe1, xmpOfJPEG+"<x:xmpmeta/>")
	for name, data := range map[string][]byte{
		"JPEG, behind XMP":              behindStart(jpeg, xmp, segment(0xe1, exifOfJPEG+turned)),
		"JPEG, behind XMP twice":        behindStart(jpeg, xmp, xmp, segment(0xe1, exifOfJPEG+turned)),
		"JPEG, behind Photoshop's":      behindStart(jpeg, segment(0xed, "Photoshop 3.0\x008BIM"), segment(0xe1, exifOfJPEG+turned)),
		"JPEG, behind fill bytes":       behindStart(jpeg, []byte{0xff, 0xff}, segment(0xe1, exifOfJPEG+turned)),
		"JPEG, behind a comment":        behindStart(jpeg, segment(0xfe, "odd"), segment(0xe1, exifOfJPEG+turned)),
		"JPEG, two of them":             behindStart(jpeg, segment(0xe1, exifOfJPEG+turned), segment(0xe1, exifOfJPEG+string(exif(3, binary.BigEndian)))),
		"JPEG, without its end":         behindStart(jpeg[:len(jpeg)-2], segment(0xe1, exifOfJPEG+turned)),
		"PNG":                           withChunk(png, "eXIf", []byte(turned)),
		"PNG, behind the pixels":        behindPixels(png, "eXIf", []byte(turned)),
		"PNG, behind an odd text":       withChunk(withChunk(png, "eXIf", []byte(turned)), "zTXt", []byte("Raw profile type iptc\x00\x00broken")),
		"PNG, as in a JPEG":             withChunk(png, "eXIf", []byte(exifOfJPEG+turned)),
		"TIFF":                          asTIFF(t, lying, 6),
		"WebP":                          riff(extended(hasEXIF, 96, 64), simple, chunkOfRIFF("EXIF", []byte(turned))),
		"WebP, as in a JPEG":            riff(extended(hasEXIF, 96, 64), simple, chunkOfRIFF("EXIF", []byte(exifOfJPEG+turned))),
		"WebP, behind an odd chunk":     riff(extended(hasEXIF, 96, 64), simple, chunkOfRIFF("odd ", []byte("odd")), chunkOfRIFF("EXIF", []byte(turned))),
		"WebP, behind an odd XMP":       riff(extended(hasEXIF|hasXMP, 96, 64), simple, chunkOfRIFF("XMP ", []byte("<x/>\n")), chunkOfRIFF("EXIF", []byte(turned))),
		"WebP, behind an odd profile":   riff(extended(hasEXIF, 96, 64), chunkOfRIFF("ICCP", []byte("odd")), simple, chunkOfRIFF("EXIF", []byte(turned))),
		"WebP, lossless, of odd length": riff(extended(hasEXIF, 75, 100), oddLossless(t), chunkOfRIFF("EXIF", []byte(turned))),
	} {
		t.Run(name, func(t *testing.T) {
			p := prepare(t, data)
			if p.OriginalFormat != picture.WebP {
				wantFlag(t, open(t, p.Data))
			} else if stored, err := webp.DecodeConfig(bytes.NewReader(data)); err != nil || p.Width != stored.Height || p.Height != stored.Width {
				t.Errorf("%dx%d, stored as %dx%d, %v", p.Width, p.Height, stored.Width, stored.Height, err)
			}
		})
	}
}

// oddLossless returns the chunk of a lossless WebP, as large as its canvas, whose length is odd.
func oddLossless(t *testing.T) []byte {
	t.Helper()
	content := kept(t, "gopher-doc.8bpp.lossless.webp")[20:]
	return chunkOfRIFF("VP8L", append(content, make([]byte, 1+len(content)%2)...))
}

// metadataOf returns the names of all chunks or segments of a file that hold no pixels or colors.
func metadataOf(t *testing.T, p picture.PreparedPicture) (names []string) {
	t.Helper()
	rest, isPNG := bytes.CutPrefix(p.Data, []byte("\x89PNG\r\n\x1a\n"))
	for isPNG && len(rest) > 0 {
		if name := string(rest[4:8]); !slices.Contains([]string{"IHDR", "PLTE", "tRNS", "IDAT", "IEND"}, name) {
			names = append(names, name)
		}
		rest = rest[12+binary.BigEndian.Uint32(rest):]
	}
	for at := 2; !isPNG && p.Data[at+1] != 0xda; at += 2 + int(binary.BigEndian.Uint16(p.Data[at+2:])) {
		if mark := p.Data[at+1]; mark >= 0xe0 {
			names = append(names, fmt.Sprintf("%x", mark))
		}
	}
	if !isPNG && !bytes.HasSuffix(p.Data, []byte("\xff\xd9")) {
		names = append(names, "more behind the end")
	}
	return names
}

// The place where a photo was taken, as cameras and programs write it: degrees, minutes and
// seconds in EXIF, numbers in XMP, a place's name in IPTC.
const (
	placeInXMP  = "<x:xmpmeta xmlns:x='adobe:ns:meta/'><exif:GPSLatitude>52,31.1234N</exif:GPSLatitude></x:xmpmeta>"
	placeInIPTC = "8BIM\x04\x04\x00\x00\x00\x00\x00\x0e\x1c\x02\x5a\x00\x09Klein-Ulm"
)

func TestThePlaceWhereAPhotoWasTakenNeverLeaves(t *testing.T) {
	block := exif(6, binary.LittleEndian)
	numbers := block[len(block)-24:] // of the latitude
	ep := string(block)
	m := stored(flag(96, 64), 6)
	jpeg, png := asJPEG(t, m), asPNG(t, m)
	inJPEG := behindStart(jpeg, segment(0xe1, xmpOfJPEG+placeInXMP), segment(0xe1, exifOfJPEG+ep), segment(0xe1, exifOfJPEG+ep),
		segment(0xed, "Photoshop 3.0\x00"+placeInIPTC), segment(0xfe, placeInXMP), segment(0xe1, xmpOfJPEG+placeInXMP))
	heic, avif := kept(t, "turned.heic"), kept(t, "turned.avif")
	box := func(kind string, body string) []byte {
		return append(append(binary.BigEndian.AppendUint32(nil, uint32(len(body)+8)), kind...), body...)
	}
	tiff := asTIFF(t, m, 6)
	gif := asGIF(t, image.Rect(0, 0, 60, 40), paletted(image.Rect(0, 0, 60, 40), red))
	gif = slices.Concat(gif[:len(gif)-1], []byte("\x21\xfe\x20"), []byte(placeInXMP[40:72]), []byte{0}, gif[len(gif)-1:])
	for name, data := range map[string][]byte{
		"JPEG":                    inJPEG,
		"JPEG, behind its end":    slices.Concat(inJPEG, block, []byte(placeInXMP), inJPEG),
		"JPEG, damaged":           slices.Concat(inJPEG[:len(inJPEG)*98/100]),
		"PNG":                     withChunk(behindPixels(withChunk(withChunk(png, "eXIf", block), "iTXt", []byte("XML:com.adobe.xmp\x00\x00\x00\x00\x00"+placeInXMP)), "eXIf", block), "tEXt", []byte("GPS\x00"+placeInXMP)),
		"PNG, behind its end":     slices.Concat(png, block, []byte(placeInXMP)),
		"GIF":                     gif,
		"WebP":                    riff(extended(hasEXIF|hasXMP, 96, 64), kept(t, "flag.webp")[12:], chunkOfRIFF("odd ", []byte("odd")), chunkOfRIFF("EXIF", block), chunkOfRIFF("EXIF", block), chunkOfRIFF("XMP ", []byte(placeInXMP))),
		"WebP, before its pixels": riff(extended(hasEXIF|hasXMP, 96, 64), chunkOfRIFF("XMP ", []byte(placeInXMP)), chunkOfRIFF("EXIF", block), kept(t, "flag.webp")[12:]),
		"TIFF":                    slices.Concat(tiff, block, []byte(placeInXMP), []byte(placeInIPTC)),
		"BMP":                     slices.Concat(asBMP(t, m), block, []byte(placeInXMP)),
		"HEIC":                    slices.Concat(heic, box("mdat", exifOfJPEG+ep), box("uuid", placeInXMP)),
		"AVIF":                    slices.Concat(avif, box("mdat", exifOfJPEG+ep), box("uuid", placeInXMP)),
	} {
		t.Run(name, func(t *testing.T) {
			if !bytes.Contains(data, numbers) && !bytes.Contains(data, []byte(placeInXMP[40:72])) {
				t.Fatal("the sample tells too little for this test")
			}
			p := prepare(t, data)
			for _, trace := range [][]byte{numbers, []byte("Exif"), []byte("GPS"), []byte("52,31"), []byte("Klein-Ulm"), []byte(camera), []byte("xmp")} {
				if bytes.Contains(p.Data, trace) {
					t.Errorf("%q is sent", trace)
				}
			}
			if chunks := metadataOf(t, p); len(chunks) > 0 {
				t.Errorf("more than the picture is sent: %q", chunks)
			}
		})
	}
}
