// Package filename makes the names of files that leave Parlando. No other package makes one.
package filename

import (
	"strings"
	"unicode"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

const (
	// maxBytes is the longest name that every file system takes.
	maxBytes = 255
	// numberBytes is room for the number that a taken name gets, such as " (1000)".
	numberBytes = 7
	// untitled is the name of a file when no title can be one.
	untitled = "Parlando"
)

// New returns a file name that every system takes: the first title of which something remains, then
// ext, such as ".mp3" or "".
//
// What is left of a title has no separators, no reserved, control, direction or invisible
// characters, and neither begins nor ends with a dot or a space, nor ends with an ellipsis. It is
// no device of Windows. With ext and a number it fits into 255 bytes; what is too long ends at a
// whole grapheme.
func New(ext string, titles ...string) string {
	for _, title := range titles {
		if name := clean(title, maxBytes-numberBytes-len(ext)); name != "" {
			return name + ext
		}
	}
	return untitled + ext
}

// clean returns what of a title can be a name of at most limit bytes, or "".
func clean(title string, limit int) string {
	name := strings.Map(replace, strings.ToValidUTF8(title, " "))
	name = trim(cut(strings.Join(strings.Fields(name), " "), limit))
	if device(name) {
		name = trim(cut("_"+name, limit))
	}
	if !strings.ContainsFunc(name, visible) {
		return ""
	}
	return name
}

// replace returns a space for what no file name may have, and -1 for what nobody could see in one.
func replace(r rune) rune {
	switch {
	case unicode.IsControl(r), unicode.IsSpace(r), r == unicode.ReplacementChar, strings.ContainsRune(`/\:*?"<>|`, r):
		return ' '
	case r == '\u200c', r == '\u200d': // They join and part letters of some scripts, and emoji.
		return r
	case unicode.In(r, unicode.Cf, unicode.Noncharacter_Code_Point, unicode.Other_Default_Ignorable_Code_Point):
		return -1
	}
	return r
}

// visible reports whether a character can be seen by itself.
func visible(r rune) bool {
	return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S, unicode.Co)
}

// trim takes dots and spaces off both ends: a leading dot hides a file, and Windows drops those
// behind. The ellipsis of a title that was cut would look like another dot before the extension.
func trim(name string) string { return strings.TrimRight(strings.TrimLeft(name, ". "), ". …") }

// cut returns the first whole graphemes of a name, of at most limit bytes in all.
func cut(name string, limit int) string {
	length := 0
	for all := graphemes.FromString(name); all.Next(); {
		if length+len(all.Value()) > limit {
			return name[:length]
		}
		length += len(all.Value())
	}
	return name
}

// device reports whether Windows takes a name for a device, whatever follows a dot.
func device(name string) bool {
	stem, _, _ := strings.Cut(strings.ToLower(name), ".")
	stem = strings.TrimRight(stem, " ")
	switch stem {
	case "con", "prn", "aux", "nul", "conin$", "conout$", "clock$":
		return true
	}
	port, isPort := strings.CutPrefix(stem, "com")
	if !isPort {
		port, isPort = strings.CutPrefix(stem, "lpt")
	}
	digits := []rune(port)
	return isPort && len(digits) == 1 && strings.ContainsRune("0123456789¹²³", digits[0])
}
