// Package filename makes the names of all exported files.
package filename

import (
	"strings"
	"unicode"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

const (
	// maxBytes is the maximum length of a name on every file system.
	maxBytes = 255
	// numberBytes is reserved for the number added to a name that is taken, such as " (1000)".
	numberBytes = 7
	// untitled is the file name if no title has usable characters.
	untitled = "Parlando"
)

// New returns a file name that is valid on every system: the first usable title, then ext, such as
// ".mp3" or "".
//
// New removes separators, reserved, control, direction and invisible characters, dots and spaces at
// both ends, and a trailing ellipsis. It avoids Windows device names. Together with ext and an
// added number the name fits into 255 bytes; a longer title is truncated at a grapheme boundary.
func New(ext string, titles ...string) string {
	for _, title := range titles {
		if name := clean(title, maxBytes-numberBytes-len(ext)); name != "" {
			return name + ext
		}
	}
	return untitled + ext
}

// clean returns the valid part of a title, at most limit bytes long, or "".
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

// replace maps an invalid character to a space, an invisible one to -1, and any other to itself.
func replace(r rune) rune {
	switch {
	case unicode.IsControl(r), unicode.IsSpace(r), r == unicode.ReplacementChar, strings.ContainsRune(`/\:*?"<>|`, r):
		return ' '
	case r == '\u200c', r == '\u200d': // ZWNJ, ZWJ: for some scripts and emoji
		return r
	case unicode.In(r, unicode.Cf, unicode.Noncharacter_Code_Point, unicode.Other_Default_Ignorable_Code_Point):
		return -1
	}
	return r
}

// visible reports whether a character is visible on its own.
func visible(r rune) bool {
	return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S, unicode.Co)
}

// trim removes dots and spaces from both ends: a leading dot hides a file, and Windows drops
// trailing ones. It also removes the ellipsis at the end of a shortened title, which would look
// like a dot before the extension.
func trim(name string) string { return strings.TrimRight(strings.TrimLeft(name, ". "), ". …") }

// cut returns the leading graphemes of a name that fit into limit bytes.
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

// device reports whether Windows treats a name as a device, with or without an extension.
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
