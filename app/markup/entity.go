package markup

import (
	"bytes"

	"github.com/yuin/goldmark/util"
)

// longestEntity is the maximum length of an entity, in bytes.
const longestEntity = 34

// Entity decodes the entity at the start of a text, which begins with "&", and returns its size in
// bytes, 0 if there is none.
func Entity(text []byte) (string, int) {
	end := bytes.IndexByte(text[:min(len(text), longestEntity)], ';')
	// the semicolon ends a later entity, which may be escaped
	if end < 2 || bytes.IndexByte(text[1:end], '&') >= 0 {
		return "", 0
	}
	name := text[:end+1]
	var shown []byte
	if name[1] == '#' {
		shown = util.ResolveNumericReferences(name)
	} else {
		shown = util.ResolveEntityNames(name)
	}
	if bytes.Equal(shown, name) {
		return "", 0
	}
	return string(shown), end + 1
}
