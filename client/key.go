package client

import (
	"strings"
	"unicode"
)

// TrimKey cleans up a pasted key: it removes white space and invisible characters anywhere,
// surrounding quotes, and the prefixes "Authorization:" and "Bearer ". The result may be empty.
func TrimKey(pasted string) string {
	trim := func(s string) string {
		return strings.TrimFunc(s, func(r rune) bool {
			return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.In(r, unicode.Cf) ||
				strings.ContainsRune("\"'`“”‘’«»,;", r)
		})
	}
	key := trim(pasted)
	for _, prefix := range []string{"authorization:", "bearer:", "bearer"} {
		if len(key) >= len(prefix) && strings.EqualFold(key[:len(prefix)], prefix) {
			rest := key[len(prefix):]
			// A key may begin with "bearer" as well; remove only the separate word.
			if prefix == "bearer" && rest != "" && !unicode.IsSpace(rune(rest[0])) {
				continue
			}
			key = trim(rest)
		}
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) || unicode.In(r, unicode.Cf) {
			return -1
		}
		return r
	}, key)
}
