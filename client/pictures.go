package client

import (
	"cmp"
	"encoding/json"
	"strings"

	"parlando/client/wire"
)

// Where services put pictures in a message or delta. A picture may also be a content part
// (readContent) or Markdown in the text (inlinePictures).
var (
	// pictureMembers hold a picture or a list of pictures.
	pictureMembers = []string{"images", "image", "image_url", "generated_images", "inline_data", "inlineData"}
	// pictureData are the members of a picture that hold its address, its base64 data, or another
	// object with either.
	pictureData = []string{"image_url", "url", "image", "inline_data", "inlineData", "b64_json", "base64", "image_base64", "result", "data", "source"}
	// pictureTypes are the members of a picture that hold its media type.
	pictureTypes = []string{"mime_type", "mimeType", "media_type", "content_type"}
)

// readPictures reads the pictures beside the content of a message or delta.
func (p *choiceDelta) readPictures(o map[string]json.RawMessage) {
	for _, name := range pictureMembers {
		if raw, there := o[name]; there {
			p.addPicture(raw, "", 0)
		}
	}
}

// addPicture adds the address of a picture in any of the known forms: an address, base64 data, an
// object with either, or a list. mime is the media type that an outer object gave, "" for none.
func (p *choiceDelta) addPicture(raw json.RawMessage, mime string, depth int) {
	if depth > maxNesting {
		return
	}
	if s, ok := wire.ParseString(raw); ok {
		if address := pictureAddressOf(s, mime); address != "" {
			p.images = append(p.images, address)
		}
		return
	}
	if list, ok := wire.ParseArray(raw); ok {
		for _, one := range list {
			p.addPicture(one, mime, depth+1)
		}
		return
	}
	o, ok := wire.ParseObject(raw)
	if !ok {
		return
	}
	mime = cmp.Or(wire.FirstString(o, pictureTypes...), mime)
	for _, name := range pictureData {
		if inner := o[name]; !wire.IsNull(inner) {
			p.addPicture(inner, mime, depth+1)
			return
		}
	}
}

// pictureAddressOf returns an address, or base64 data as a data: URL; "" for a text that is
// neither.
func pictureAddressOf(s, mime string) string {
	s = strings.TrimSpace(s)
	switch {
	case s == "", hasScheme(s):
		return s
	case len(s) > 16 && !strings.ContainsFunc(s[:16], notBase64):
		return "data:" + cmp.Or(mime, "image/png") + ";base64," + s
	}
	return ""
}

// hasScheme reports whether a text begins with a scheme that a picture can have.
func hasScheme(s string) bool {
	for _, scheme := range []string{"data:", "https:", "http:"} {
		if len(s) > len(scheme) && strings.EqualFold(s[:len(scheme)], scheme) {
			return true
		}
	}
	return false
}

// isPictureAddress reports whether a text is nothing but a data: URL of a picture.
func isPictureAddress(text string) bool {
	if !strings.HasPrefix(text, pictureAddress) {
		return false
	}
	_, data, ok := strings.Cut(text, ";base64,")
	return ok && data != "" && !strings.ContainsFunc(strings.TrimRight(data, "="), notBase64)
}

// notBase64 reports whether a character cannot be part of base64 data, in any of its alphabets.
func notBase64(r rune) bool {
	letter := r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9'
	return !letter && !strings.ContainsRune("+/-_", r)
}
