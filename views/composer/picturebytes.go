package composer

import (
	"strings"
	"unicode/utf8"
)

// IsPictureFile reports whether a text that was pasted is the file of a picture: some programs hand
// that over under the name of a text, whoever asks for one.
func IsPictureFile(text string) bool {
	for _, begin := range []string{"\x89PNG", "\xff\xd8\xff", "GIF8", "BM", "II*", "MM", "RIFF"} {
		if strings.HasPrefix(text, begin) {
			return !utf8.ValidString(text)
		}
	}
	return false
}
