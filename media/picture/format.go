package picture

import (
	"bytes"
	"strings"
)

// Format is the format of a file, detected from its first bytes and named as usual; "" is unknown.
type Format string

// The supported formats.
const (
	PNG  Format = "PNG"
	JPEG Format = "JPEG"
	WebP Format = "WebP"
	GIF  Format = "GIF"
	HEIC Format = "HEIC"
	AVIF Format = "AVIF"
	BMP  Format = "BMP"
	TIFF Format = "TIFF"
)

// Formats that are not supported, but recognized so that an error can name them.
const (
	SVG       Format = "SVG"
	PDF       Format = "PDF"
	BigTIFF   Format = "BigTIFF"
	JPEGXL    Format = "JPEG XL"
	JPEG2000  Format = "JPEG 2000"
	Photoshop Format = "Photoshop"
	Icon      Format = "ICO"
	PNM       Format = "PPM"
	PCX       Format = "PCX"
	Film      Format = "video"
)

// Formats returns the supported formats.
func Formats() []Format { return []Format{PNG, JPEG, WebP, GIF, HEIC, AVIF, BMP, TIFF} }

// MIME returns the media type if services accept the format directly (GATEWAY.md 4.1.3), else "".
func (f Format) MIME() string {
	switch f {
	case PNG:
		return "image/png"
	case JPEG:
		return "image/jpeg"
	case WebP:
		return "image/webp"
	case GIF:
		return "image/gif"
	}
	return ""
}

// prefixes lists the magic numbers at the start of a file.
var prefixes = []struct {
	mark   string
	format Format
}{
	{pngSignature, PNG},
	{"\xff\xd8\xff", JPEG},
	{"GIF87a", GIF},
	{"GIF89a", GIF},
	{"II*\x00", TIFF},
	{"MM\x00*", TIFF},
	{"II+\x00", BigTIFF},
	{"MM\x00+", BigTIFF},
	{"%PDF-", PDF},
	{"8BPS", Photoshop},
	{"\x00\x00\x01\x00", Icon},
	{"\xff\x0a", JPEGXL},
	{"\x00\x00\x00\x0cJXL ", JPEGXL},
	{"\x00\x00\x00\x0cjP  ", JPEG2000},
	{"\x1aE\xdf\xa3", Film}, // Matroska and WebM
}

// DetectFormat detects the format of data from its first bytes.
func DetectFormat(data []byte) Format {
	for _, p := range prefixes {
		if bytes.HasPrefix(data, []byte(p.mark)) {
			return p.format
		}
	}
	switch {
	case len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		return WebP
	case len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "AVI ":
		return Film
	case len(data) >= 12 && string(data[4:8]) == "ftyp":
		return brand(data)
	case len(data) >= 26 && string(data[:2]) == "BM" && string(data[6:10]) == "\x00\x00\x00\x00":
		return BMP
	case len(data) >= 4 && data[0] == 'P' && data[1] >= '4' && data[1] <= '6' && data[2] == '\n' && strings.IndexByte("0123456789# ", data[3]) >= 0:
		return PNM
	case len(data) >= 4 && data[0] == 10 && data[1] <= 5 && data[2] == 1 && data[3] <= 8:
		return PCX
	case isSVG(data):
		return SVG
	}
	return ""
}

// brand distinguishes the formats that share the box structure of MP4 by their brands (ISO
// 14496-12, 4.3).
func brand(data []byte) Format {
	end := min(len(data), 64, int(data[2])<<8|int(data[3]))
	brands := string(data[8:max(end, 12)])
	switch {
	case strings.Contains(brands, "avif"), strings.Contains(brands, "avis"):
		return AVIF
	case strings.Contains(brands, "hei"), strings.Contains(brands, "hev"), strings.Contains(brands, "mif1"), strings.Contains(brands, "msf1"):
		return HEIC
	}
	return Film
}

// isSVG reports whether data looks like markup with an svg element near the start.
func isSVG(data []byte) bool {
	head := bytes.TrimLeft(bytes.TrimPrefix(data[:min(len(data), 1024)], []byte("\xef\xbb\xbf")), " \t\r\n")
	return bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte("<svg"))
}
