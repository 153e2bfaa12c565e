package markup

import "bytes"

// formatTags are the tags that only format their content.
var formatTags = map[string]bool{
	"b": true, "strong": true, "i": true, "em": true, "u": true, "s": true, "del": true, "strike": true,
	"code": true, "kbd": true, "samp": true, "mark": true, "small": true, "sub": true, "sup": true,
	"details": true, "summary": true,
}

// FormatTag returns the name of a formatting tag; ends reports that it is a closing tag. For other
// tags, and tags with attributes, the name is "": they are shown as typed.
func FormatTag(tag []byte) (name string, ends bool) {
	inner, ok := bytes.CutPrefix(bytes.TrimSuffix(tag, []byte{'>'}), []byte{'<'})
	if !ok || len(inner) == len(tag)-1 {
		return "", false
	}
	inner, ends = bytes.CutPrefix(inner, []byte{'/'})
	name = string(bytes.ToLower(bytes.TrimRight(inner, " ")))
	if name == "details open" {
		name = "details"
	}
	if !formatTags[name] {
		return "", false
	}
	return name, ends
}

// IsDetails reports whether a text begins with a <details> or <summary> tag.
func IsDetails(text []byte) bool {
	for _, tag := range []string{"<details", "</details", "<summary", "</summary"} {
		if len(text) >= len(tag) && bytes.EqualFold(text[:len(tag)], []byte(tag)) {
			return true
		}
	}
	return false
}
