package composer

import (
	"strings"
	"unicode/utf8"
)

// IsPictureFile reports whether a pasted text is the content of a picture file. Some programs put
// picture data on the clipboard as text.
func IsPictureFile(text string) bool {
	for _, begin := range []string{"\x89PNG", "\xff\xd8\xff", "GIF8", "BM", "II*", "MM", "RIFF"} {
		if strings.HasPrefix(text, begin) {
			return !utf8.ValidString(text)
		}
	}
	return false
}
