package answers

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"parlando/app/chat"
)

// rowKey is the key of a row's number where cells are asked for again. No column has it.
const rowKey = "row"

// maxKeyBytes bounds a key: services refuse longer names of properties.
const maxKeyBytes = 64

// latin spells letters in ASCII that have no decomposition.
var latin = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i", 'ħ': "h",
}

// Keys returns the names that the columns have in JSON: portable (letters of ASCII, digits and
// underscores, at most 64), unique, and close to what the user calls the columns.
func Keys(columns []chat.Column) []string {
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

// asciiKey spells a name in lower case with underscores, "" where it has letters that ASCII lacks.
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
			// a name of a property that begins with a digit is not portable
			b.WriteString("column_")
		}
		b.WriteString(spelled)
	}
	key := b.String()
	return strings.Trim(key[:min(len(key), maxKeyBytes)], "_")
}

// fold makes names equal that differ in case, accents, spaces and punctuation only.
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
