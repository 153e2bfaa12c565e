package client

import (
	"net/url"
	"strings"
	"unicode"
)

// TrimKey takes off a pasted key what does not belong to it: space and invisible characters anywhere,
// quotes around it, "Authorization:" and "Bearer " before it. The result may be empty.
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
			// A key may itself begin with these letters; only the word by itself goes.
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

// hidden stands in a text where the key was.
const hidden = "•••"

// redact takes the key out of a text, also where it stands as part of an address or inside JSON. A key of fewer
// than four characters is no secret and would tear words apart.
func redact(text, key string) string {
	if len(key) < 4 {
		return text
	}
	for _, form := range []string{key, url.QueryEscape(key), url.PathEscape(key), strings.ReplaceAll(key, "/", `\/`)} {
		text = strings.ReplaceAll(text, form, hidden)
	}
	return text
}
