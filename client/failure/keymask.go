package failure

import (
	"bytes"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// minSecret is the length in bytes from which a known key is hidden in any text.
	minSecret = 16
	// minDistinct is the minimum of different characters in a secret: xxxx-xxxx-xxxx has two.
	minDistinct = 6
)

// IsSecret reports whether a key is so distinctive that no text contains it by chance: at least 16
// bytes, six different characters, and not just words joined by hyphens. Local servers accept
// anything as a key; "ollama", "lm-studio" and "sk-no-key-required" stay readable.
func IsSecret(key string) bool {
	distinct := map[rune]bool{}
	for _, r := range key {
		distinct[r] = true
	}
	return len(key) >= minSecret && len(distinct) >= minDistinct && !readsLikeWords(key)
}

// readsLikeWords reports whether a key has only letters, hyphens and underscores, and none of its
// parts looks random (see notWord).
func readsLikeWords(key string) bool {
	return !notWords(key) && !strings.ContainsFunc(key, func(r rune) bool {
		return !unicode.IsLetter(r) && r != '-' && r != '_'
	})
}

// keyForms returns the key itself and its escaped forms in a URL, without duplicates.
func keyForms(key string) []string {
	forms := []string{key, url.QueryEscape(key), url.PathEscape(key)}
	slices.Sort(forms)
	return slices.Compact(forms)
}

// KeyMask hides known keys in texts of models and users; every other character stays unchanged. It
// also finds a key whose punctuation is escaped with backslashes, as in Markdown and JSON. The nil
// KeyMask hides nothing.
type KeyMask struct{ forms []string }

// NewKeyMask returns a KeyMask for the keys that are secrets (IsSecret), nil if none is.
func NewKeyMask(keys ...string) *KeyMask {
	var forms []string
	for _, key := range keys {
		if IsSecret(key) {
			forms = append(forms, keyForms(key)...)
		}
	}
	if forms == nil {
		return nil
	}
	slices.Sort(forms)
	k := &KeyMask{forms[:1]}
	for _, form := range forms[1:] {
		// A form that begins with another one is redundant: masking the shorter one hides it.
		if !strings.HasPrefix(form, k.forms[len(k.forms)-1]) {
			k.forms = append(k.forms, form)
		}
	}
	return k
}

// Text hides the keys in a complete text.
func (k *KeyMask) Text(text string) string {
	masked, rest := k.Next(text)
	return masked + rest
}

// Next hides the keys in a part of a text. If a key may begin near its end, rest is the end from
// there on, else ""; the caller prepends rest to the next part, or shows it after the last one.
func (k *KeyMask) Next(text string) (masked, rest string) {
	if k == nil {
		return text, ""
	}
	var b strings.Builder
	done := 0
	for i := k.begin(text, 0); i < len(text); i = k.begin(text, i+1) {
		length, open := k.at(text[i:])
		switch {
		case length > 0:
			b.WriteString(text[done:i])
			b.WriteString(mask)
			i += length - 1
			done = i + 1
		case open && done == 0:
			return text[:i], text[i:]
		case open:
			return b.String() + text[done:i], text[i:]
		}
	}
	if done == 0 {
		return text, ""
	}
	return b.String() + text[done:], ""
}

// begin returns the first index, not before from, at which a key may begin, or len(text).
func (k *KeyMask) begin(text string, from int) int {
	first := len(text)
	for i, form := range k.forms {
		if i > 0 && form[0] == k.forms[i-1][0] {
			continue
		}
		if at := strings.IndexByte(text[from:first], form[0]); at >= 0 {
			first = from + at
		}
	}
	return first
}

// at returns the length of the key at the start of text, 0 for none; open reports whether all of
// text is the beginning of a key.
func (k *KeyMask) at(text string) (length int, open bool) {
	for _, form := range k.forms {
		n, whole := matchEscaped(text, form)
		if whole {
			return n, false
		}
		open = open || n == len(text)
	}
	return 0, open
}

// matchEscaped matches the start of text with form, whose punctuation may be escaped in text. n is
// the number of bytes that match, 0 on a mismatch; whole reports that all of form matches.
func matchEscaped(text, form string) (n int, whole bool) {
	for i := range len(form) {
		if n < len(text) && text[n] == '\\' && form[i] != '\\' && isPunctuation(form[i]) {
			n++
		}
		if n == len(text) {
			return n, false
		}
		if text[n] != form[i] {
			return 0, false
		}
		n++
	}
	return n, true
}

func isPunctuation(b byte) bool {
	return b < utf8.RuneSelf && unicode.In(rune(b), unicode.P, unicode.S)
}

// JSON hides the keys in JSON, also where their characters are escaped.
func (k *KeyMask) JSON(text string) string {
	text = k.Text(text)
	if k == nil || !strings.Contains(text, `\u00`) {
		return text
	}
	var b strings.Builder
	for text != "" {
		open := strings.IndexByte(text, '"')
		if open < 0 {
			break
		}
		end := open + 1
		for end < len(text) && text[end] != '"' {
			if text[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end+1, len(text))
		b.WriteString(text[:open])
		b.WriteString(k.quoted(text[open:end]))
		text = text[end:]
	}
	return b.String() + text
}

// quoted hides the keys in one string of JSON.
func (k *KeyMask) quoted(literal string) string {
	var s string
	if !strings.Contains(literal, `\u00`) || json.Unmarshal([]byte(literal), &s) != nil {
		return literal
	}
	masked := k.Text(s)
	if masked == s {
		return literal
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(masked) // encoding a string cannot fail
	return strings.TrimSuffix(b.String(), "\n")
}

// maskSpelled hides a key in a service's message even if it is spelled out: in any case, escaped,
// or with other characters between its letters and digits. A secret has so many letters and digits
// that no other text contains the same sequence by chance.
func maskSpelled(text, key string) string {
	wanted := lettersOf(key)
	if !IsSecret(key) || len(wanted) < minSecret/2 {
		return text
	}
	letters := lettersOf(text)
	var b strings.Builder
	done := 0
	for i := 0; i+len(wanted) <= len(letters); i++ {
		if !slices.EqualFunc(letters[i:i+len(wanted)], wanted, func(a, b letter) bool { return a.r == b.r }) {
			continue
		}
		b.WriteString(text[done:letters[i].from] + mask)
		i += len(wanted) - 1
		done = letters[i].to
	}
	return b.String() + text[done:]
}

// letter is a letter or digit in lower case, with its position in a text.
type letter struct {
	r        rune
	from, to int
}

// lettersOf returns the letters and digits of a text, with escape sequences decoded.
func lettersOf(text string) (all []letter) {
	for i := 0; i < len(text); {
		r, size := escapedRune(text[i:])
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			all = append(all, letter{unicode.ToLower(r), i, i + size})
		}
		i += size
	}
	return all
}

// escapedRune decodes the character at the start of text, which may be an escape sequence of JSON
// or of a URL, and returns its length in bytes.
func escapedRune(text string) (r rune, size int) {
	switch {
	case len(text) >= 6 && text[:2] == `\u`:
		if n, err := strconv.ParseUint(text[2:6], 16, 16); err == nil {
			return rune(n), 6
		}
	case len(text) >= 3 && text[0] == '%':
		if n, err := strconv.ParseUint(text[1:3], 16, 8); err == nil {
			return rune(n), 3
		}
	case len(text) >= 2 && text[0] == '\\':
		return ' ', 2
	}
	return utf8.DecodeRuneInString(text)
}
