package answers

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"parlando/app/chat"
)

// rowKey is the key of the row number in the answer to CellsRequest. No column has this key.
const rowKey = "row"

// maxKeyBytes is the maximum length of a key: services refuse longer property names.
const maxKeyBytes = 64

// latin transliterates letters without a decomposition to ASCII.
var latin = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i", 'ħ': "h",
}

// JSONKeys returns the JSON names of the columns: portable (ASCII letters, digits and underscores,
// at most 64), unique, and close to the user's names.
func JSONKeys(columns []chat.Column) []string {
	keys := make([]string, len(columns))
	taken := map[string]bool{rowKey: true}
	for i, c := range columns {
		key := asciiKey(c.Name)
		if key == "" {
			key = "column_" + strconv.Itoa(i+1)
		}
		keys[i] = key
		for n := 2; taken[keys[i]]; n++ {
			suffix := "_" + strconv.Itoa(n)
			keys[i] = key[:min(len(key), maxKeyBytes-len(suffix))] + suffix
		}
		taken[keys[i]] = true
	}
	return keys
}

// asciiKey returns a name in lower case with underscores, "" if it cannot be written in ASCII.
func asciiKey(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFKD.String(strings.ToLower(name)) {
		spelled, ok := latin[r]
		switch {
		case unicode.Is(unicode.Mn, r), r == '\'', r == '’':
			continue
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			spelled = string(r)
		case !ok && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			return ""
		case !ok:
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte('_')
			gap = false
		}
		if b.Len() == 0 && spelled[0] <= '9' {
			// Property names that begin with a digit are not portable.
			b.WriteString("column_")
		}
		b.WriteString(spelled)
	}
	key := b.String()
	return strings.Trim(key[:min(len(key), maxKeyBytes)], "_")
}

// fold returns the same string for names that differ only in case, accents, spaces and punctuation.
func fold(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(name)) {
		if spelled, ok := latin[r]; ok {
			b.WriteString(spelled)
		} else if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}
