package calculator

import (
	"strings"
	"unicode"

	"github.com/cockroachdb/apd/v3"
)

// token is a number, a word or an operator. place is the position of its first character, counted
// from 1.
type token struct {
	kind   tokenKind
	text   string
	number *apd.Decimal
	place  int
}

type tokenKind int

const (
	endToken tokenKind = iota
	numberToken
	wordToken
	signToken
)

// signs maps characters to their operators.
var signs = map[rune]string{
	'+': "+", '-': "-", '−': "-", '–': "-", '*': "*", '×': "*", '·': "*", '⋅': "*", '/': "/", '÷': "/", ':': "/", '^': "^", '%': "%",
	'(': "(", ')': ")", '√': "√", ';': ";", ',': ",", '²': "²", '³': "³", '=': "=",
}

// lex splits an expression into tokens. offset is added to each position.
func lex(expression string, offset int) ([]token, error) {
	var list []token
	text := []rune(expression)
	var arguments []bool // for each open parenthesis: whether commas in it separate arguments
	for i := 0; i < len(text); {
		r, place := text[i], offset+i+1
		sign, isSign := signs[r]
		switch {
		case unicode.IsSpace(r):
			i++
		case isDigit(r) || r == '.' && i+1 < len(text) && isDigit(text[i+1]):
			inArguments := len(arguments) > 0 && arguments[len(arguments)-1]
			n := numberLength(text[i:], !inArguments)
			number, err := readNumber(string(text[i:i+n]), place)
			if err != nil {
				return nil, err
			}
			list = append(list, token{numberToken, string(text[i : i+n]), number, place})
			i += n
		case r == '*' && i+1 < len(text) && text[i+1] == '*':
			list = append(list, token{kind: signToken, text: "^", place: place})
			i += 2
		case isSign:
			switch sign {
			case "(":
				last := len(list) - 1
				arguments = append(arguments, last >= 0 && list[last].kind == wordToken && functions[list[last].text].takes == 2)
			case ")":
				arguments = arguments[:max(0, len(arguments)-1)]
			}
			list = append(list, token{kind: signToken, text: sign, place: place})
			i++
		case unicode.IsLetter(r) || r == '°':
			n := 1
			for i+n < len(text) && unicode.IsLetter(text[i+n]) {
				n++
			}
			list = append(list, token{kind: wordToken, text: strings.ToLower(string(text[i : i+n])), place: place})
			i += n
		case strings.ContainsRune("$€£¥", r):
			return nil, problem(place, "currency_sign", "leave out the currency sign.")
		default:
			return nil, problem(place, "no_meaning", `"%s" has no meaning here.`, shown(string(r)))
		}
	}
	return append(list, token{place: offset + len(text) + 1}), nil
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// numberLength returns the number of characters of a number: digits, points, commas between digits,
// and an exponent.
func numberLength(text []rune, commas bool) int {
	n := 0
	for n < len(text) && (isDigit(text[n]) || text[n] == '.' || commas && text[n] == ',' && n+1 < len(text) && isDigit(text[n+1])) {
		n++
	}
	if n+1 >= len(text) || text[n] != 'e' && text[n] != 'E' {
		return n
	}
	e := n + 1
	if text[e] == '+' || text[e] == '-' {
		e++
	}
	digits := e
	for e < len(text) && isDigit(text[e]) {
		e++
	}
	if e == digits || e < len(text) && unicode.IsLetter(text[e]) {
		return n
	}
	return e
}

// readNumber parses a number. Commas are thousands separators unless they can be decimal commas.
func readNumber(text string, place int) (*apd.Decimal, error) {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	if strings.Count(mantissa, ".") > 1 {
		return nil, problem(place, "two_points", `"%s" has more than one point. A number is written 1250.5 or 1,250.50.`, shown(text))
	}
	whole, fraction, hasPoint := strings.Cut(mantissa, ".")
	if strings.Contains(mantissa, ",") {
		groups := strings.Split(whole, ",")
		thousands := !strings.Contains(fraction, ",") && len(groups[0]) <= 3 && !strings.HasPrefix(groups[0], "0")
		for _, group := range groups[1:] {
			thousands = thousands && len(group) == 3
		}
		if !thousands || len(groups) == 2 && !hasPoint {
			return nil, problem(place, "two_readings", `"%s" can be read in two ways. Write decimals with a point, as 1.25, and thousands without a comma, as 1250.`, shown(text))
		}
	}
	if len(strings.TrimLeft(exponent, "+-0")) > 4 {
		return nil, tooLarge(place)
	}
	d, _, err := apd.NewFromString(strings.ReplaceAll(text, ",", ""))
	if err != nil || d.Form != apd.Finite {
		return nil, problem(place, "no_number", `"%s" is no number.`, shown(text))
	}
	if d.NumDigits() > maxDigits {
		return nil, problem(place, "number_too_long", "the number has more than %d digits.", maxDigits)
	}
	return d, checkSize(place, d)
}
