package practice

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // for image.Decode
	_ "image/jpeg" // for image.Decode
	_ "image/png"  // for image.Decode
	"net/http"
	"net/url"
	"strings"

	_ "golang.org/x/image/webp" // for image.Decode

	"parlando/client/tokens"
)

const (
	// maxPicture is the maximum size of a picture or file in bytes (docs/gateway.md 4.1.3).
	maxPicture = 20 << 20
	// maxPixels is the maximum number of pixels of a picture.
	maxPixels = 40_000_000
	// lowTokens is the token count of a picture with low detail, pageTokens of one PDF page.
	lowTokens, pageTokens = 85, 255
)

// picture holds the measured facts of a picture or document. URLs are not fetched; only their host
// is recorded.
type picture struct {
	host          string
	format        string
	bytes         int
	low           bool
	pages         int // of a PDF; 0 for pictures
	width, height int
	colors        []share
	espresso      bool // it is the photo that practice knows
}

// share is the fraction of a picture that has a color.
type share struct {
	name string
	part float64
}

// tokens returns the token count of a picture (docs/gateway.md 2.5).
func (p picture) tokens() int {
	switch {
	case p.pages > 0:
		return p.pages * pageTokens
	case p.low:
		return lowTokens
	}
	return tokens.EstimatePicture(p.width, p.height).Likely
}

// lookAt validates all pictures of a question and measures those of the last message that has any.
func lookAt(q question) ([]picture, *fault) {
	var looked []picture
	last := -1
	for i, m := range q.messages {
		if len(m.media) > 0 {
			last = i
		}
	}
	for i, m := range q.messages {
		for _, one := range m.media {
			if !q.model.takes("image") {
				if one.file {
					return nil, wrong(one.place, fmt.Sprintf("This model takes no files. Try %s, which takes PDF documents.", VisionModel))
				}
				return nil, &fault{
					status: http.StatusBadRequest, param: one.place, code: "image_not_supported",
					message: "This model does not support image input: image_url is only supported by certain models, such as " + VisionModel + ".",
				}
			}
			p, problem := one.open(q.model, i == last)
			if problem != "" {
				return nil, wrong(one.place, fmt.Sprintf("Invalid picture in 'messages[%d]': %s", i, problem))
			}
			if i == last {
				looked = append(looked, p)
			}
		}
	}
	return looked, nil
}

// open validates a picture or file and measures it if look is set. problem is the reason for a
// refusal.
func (m medium) open(model entry, look bool) (_ picture, problem string) {
	u, err := url.Parse(m.address[:min(len(m.address), 2048)])
	if err == nil && (strings.EqualFold(u.Scheme, "http") || strings.EqualFold(u.Scheme, "https")) {
		if u.Host == "" {
			return picture{}, "the address names no host."
		}
		return picture{host: u.Host, width: 512, height: 512, low: m.low}, ""
	}
	raw, problem := fromDataAddress(m.address)
	if problem != "" {
		return picture{}, problem
	}
	if bytes.HasPrefix(raw, []byte("%PDF-")) {
		if !model.takes("file") {
			return picture{}, fmt.Sprintf("it is a PDF document, and this model takes none. Try %s.", VisionModel)
		}
		return picture{format: "PDF", bytes: len(raw), pages: pdfPages(raw)}, ""
	}
	if m.file {
		return picture{}, "a file has to be a PDF document; pictures go into image_url."
	}
	return openPicture(raw, m.low, look)
}

// fromDataAddress decodes a data URL.
func fromDataAddress(address string) (raw []byte, problem string) {
	head, data, ok := strings.Cut(address, ",")
	if !ok || len(head) < 5 || !strings.EqualFold(head[:5], "data:") || !strings.HasSuffix(strings.ToLower(head), ";base64") {
		return nil, "expected an http(s) address, or a data: address in base64 such as data:image/png;base64,…"
	}
	if base64.StdEncoding.DecodedLen(len(data)) > maxPicture+3 {
		return nil, fmt.Sprintf("it is larger than %d MB.", maxPicture>>20)
	}
	raw, err := base64.StdEncoding.DecodeString(data)
	var corrupt base64.CorruptInputError
	switch {
	case errors.As(err, &corrupt):
		return nil, fmt.Sprintf("its base64 is damaged at character %d of %d.", int64(corrupt)+1, len(data))
	case len(raw) == 0:
		return nil, "it is empty."
	case len(raw) > maxPicture:
		return nil, fmt.Sprintf("it is larger than %d MB.", maxPicture>>20)
	}
	return raw, ""
}

// openPicture validates a picture by its bytes, regardless of its declared type.
func openPicture(raw []byte, low, look bool) (_ picture, problem string) {
	config, format, err := image.DecodeConfig(bytes.NewReader(raw))
	if moves(raw) {
		return picture{}, "it is an animated picture, and only still ones are taken."
	}
	if err != nil {
		return picture{}, "it is an unsupported image, or a damaged one. PNG, JPEG, WebP and GIF work."
	}
	if config.Width <= 0 || config.Height <= 0 || config.Width > maxPixels/config.Height {
		return picture{}, fmt.Sprintf("it has more than %d million pixels.", maxPixels/1_000_000)
	}
	p := picture{format: strings.ToUpper(format), bytes: len(raw), low: low, width: config.Width, height: config.Height}
	if !look {
		return p, ""
	}
	decoded, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		return picture{}, "it is an image that is damaged."
	}
	p.measure(decoded)
	p.espresso = isEspresso(decoded)
	return p, ""
}

// moves reports whether a picture is animated: a GIF with several frames, or a WebP or PNG marked
// as animated.
func moves(raw []byte) bool {
	switch {
	case bytes.HasPrefix(raw, []byte("GIF8")):
		return gifFrames(raw) > 1
	case bytes.HasPrefix(raw, []byte("RIFF")) && len(raw) > 20 && string(raw[8:16]) == "WEBPVP8X":
		return raw[20]&0x02 != 0
	case bytes.HasPrefix(raw, []byte("\x89PNG\r\n\x1a\n")):
		for at := 8; at+8 <= len(raw); {
			name := string(raw[at+4 : at+8])
			if name == "acTL" {
				return true
			}
			if name == "IDAT" || name == "IEND" {
				return false
			}
			at += 12 + int(binary.BigEndian.Uint32(raw[at:]))
			if at < 0 {
				return false
			}
		}
	}
	return false
}

// gifFrames counts the frames of a GIF, up to two, without decompressing them.
func gifFrames(raw []byte) int {
	if len(raw) < 13 {
		return 0
	}
	table := func(flags byte) int {
		if flags&0x80 == 0 {
			return 0
		}
		return 3 << (flags&0x07 + 1)
	}
	blocks := func(at int) int {
		for at < len(raw) && raw[at] != 0 {
			at += int(raw[at]) + 1
		}
		return at + 1
	}
	frames := 0
	for at := 13 + table(raw[10]); at < len(raw) && frames < 2; {
		switch raw[at] {
		case 0x21: // an extension: its label, then its blocks
			at = blocks(at + 2)
		case 0x2C: // a frame: its place, its colors, the size of its codes, its blocks
			if at+10 >= len(raw) {
				return frames
			}
			frames++
			at = blocks(at + 11 + table(raw[at+9]))
		default:
			return frames
		}
	}
	return frames
}

// pdfPages counts the page objects of a PDF, at least one. It does not see those inside compressed
// object streams.
func pdfPages(raw []byte) int {
	n := 0
	for rest := raw; ; {
		i := bytes.Index(rest, []byte("/Type"))
		if i < 0 {
			break
		}
		rest = rest[i+len("/Type"):]
		name := bytes.TrimLeft(rest, " \r\n\t")
		if after, ok := bytes.CutPrefix(name, []byte("/Page")); ok && (len(after) == 0 || after[0] < 'a' || after[0] > 'z') {
			n++
		}
	}
	return max(n, 1)
}
