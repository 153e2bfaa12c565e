package connections

import (
	"strings"
	"unicode"
)

// noKeys lists parts of placeholders for keys.
var noKeys = []string{
	"your", "api_key", "apikey", "api-key", "placeholder", "xxxx", "xxx-", "****", "...", "…", "change-me", "changeme", "change_me", "not-needed",
	"notneeded", "not_needed", "no-key", "nokey", "no_key", "dummy", "insert", "replace", "<", ">", "redacted", "hidden", "example-key", "my-key", "secret-here",
	"fake", "unused", "todo",
}

// neverKeys lists words that are not keys, such as placeholders for local programs.
var neverKeys = map[string]bool{
	"none": true, "null": true, "nil": true, "true": true, "false": true, "undefined": true, "empty": true, "ollama": true, "lm-studio": true,
	"lmstudio": true, "localai": true, "litellm": true, "token": true, "secret": true, "bearer": true, "password": true, "anything": true, "string": true,
}

// looksLikeKey reports whether s may be a key and not a placeholder. When in doubt it returns
// false, and the user must enter the key.
func looksLikeKey(s string) bool {
	s = strings.TrimSpace(s)
	if len(s) < 6 || len(s) > 4096 || strings.ContainsFunc(s, notInKey) {
		return false
	}
	low := strings.ToLower(s)
	if neverKeys[low] || strings.HasPrefix(low, "http:") || strings.HasPrefix(low, "https:") {
		return false
	}
	for _, word := range noKeys {
		if strings.Contains(low, word) {
			return false
		}
	}
	letters := map[rune]bool{}
	digits := 0
	for _, r := range low {
		letters[r] = true
		if unicode.IsDigit(r) {
			digits++
		}
	}
	// Identifiers in source code have no digits, and placeholders repeat a few letters.
	return len(letters) > 3 && (digits > 0 || len(s) >= 24 && !strings.ContainsAny(s, "."))
}

// notInKey reports whether a character cannot occur in a key.
func notInKey(r rune) bool {
	return r <= ' ' || r > '~' || strings.ContainsRune("$<>{}()[]%*\"'`\\,;|^&!?#@", r)
}
