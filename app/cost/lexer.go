package cost

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tokenWord   tokenKind = iota
	tokenName             // a word with digits, such as the name of a model
	tokenNumber           // digits with separators
	tokenSign             // a currency symbol
	tokenSlash
	tokenOpen
	tokenClose
	tokenDash
	tokenPause // a comma or similar punctuation
	tokenCell  // the end of a cell or a line
)

// priceToken is a token of a price text.
type priceToken struct {
	kind tokenKind
	text string
	// glued reports whether no blank precedes the token.
	glued bool
}

// lex splits a text into tokens. It returns an error for a character that would change the meaning
// of an amount.
func lex(text string) ([]priceToken, error) {
	var all []priceToken
	glued := false
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		kind, n := tokenPause, size
		switch {
		case r == '\t' || r == '\n' || r == '|':
			kind = tokenCell
		case unicode.IsSpace(r):
			text, glued = text[size:], false
			continue
		case isDigit(r) || (r == '.' || r == ',') && len(text) > 1 && isDigit(rune(text[1])):
			kind, n = tokenNumber, numberLength(text)
		case unicode.IsLetter(r):
			kind, n = word(text)
		case signs[string(r)] != nil:
			kind = tokenSign
		case r == '/':
			kind = tokenSlash
		case r == '(' || r == '[':
			kind = tokenOpen
		case r == ')' || r == ']':
			kind = tokenClose
		case r == '-' || r == '–' || r == '—' || r == '−':
			kind = tokenDash
		case unicode.Is(unicode.Sc, r) || unicode.IsDigit(r) || strings.ContainsRune("¢%~≈<>≤≥+×^", r):
			return nil, &ParseError{Problem: UnsupportedPrice, Text: string(r)}
		case r == '.' && glued && strings.EqualFold(all[len(all)-1].text, "mio"):
			text = text[size:]
			continue
		}
		all = append(all, priceToken{kind: kind, text: text[:n], glued: glued})
		text, glued = text[n:], true
	}
	return all, nil
}

// numberLength returns the length of the number at the start of a text. Numbers joined by dashes,
// such as a date or a range, count as one.
func numberLength(text string) int {
	i := 0
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		inner := strings.ContainsRune(".,'’-–", r) && i+size < len(text) && isDigit(rune(text[i+size]))
		if !isDigit(r) && !inner {
			break
		}
		i += size
	}
	return i
}

// word returns the kind and length of the word at the start of a text: tokenWord for letters only,
// tokenName if it has digits, points or dashes.
func word(text string) (tokenKind, int) {
	letters, i, digits := 0, 0, false
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		inner := false
		if strings.ContainsRune("-_.:", r) {
			next, _ := utf8.DecodeRuneInString(text[i+size:])
			inner = unicode.IsLetter(next) || isDigit(next)
		}
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !isDigit(r) && !inner {
			break
		}
		digits = digits || isDigit(r)
		if letters == i && unicode.IsLetter(r) {
			letters += size
		}
		i += size
	}
	if !digits || code(text[:letters]) != "" || labelWords[strings.ToLower(text[:letters])] != 0 && text[letters] == ':' {
		return tokenWord, letters
	}
	return tokenName, i
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }
