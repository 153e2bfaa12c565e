package markup

import "bytes"

// longestBreakTag is the maximum length of a <br> tag, in bytes.
const longestBreakTag = 8

// BreakTagLength returns the length of a <br>, <br/> or <br /> at the start of a text, 0 if there
// is none. It reads no further than such a tag can reach: a text may have a "<" at each byte.
func BreakTagLength(text []byte) int {
	if len(text) < 4 || !bytes.EqualFold(text[:3], []byte("<br")) {
		return 0
	}
	n := bytes.IndexByte(text[:min(len(text), longestBreakTag)], '>') + 1
	if n == 0 || len(bytes.Trim(text[3:n], " />")) > 0 {
		return 0
	}
	return n
}
