package markup

import "bytes"

// IsBreakTag reports whether a tag is <br>, <br/> or <br />.
func IsBreakTag(tag []byte) bool {
	if len(tag) < 4 || len(tag) > 8 || !bytes.EqualFold(tag[:3], []byte("<br")) {
		return false
	}
	return len(bytes.Trim(tag[3:], " />")) == 0 && tag[len(tag)-1] == '>'
}
