package spreadsheet

import (
	"regexp"
	"strconv"
	"strings"
)

// figure is a text that looks like a number.
type figure struct {
	negative bool
	// digits are the digits with their separators.
	digits string
	// before and after surround the digits: a currency or, after them, a percent sign, with spaces.
	before, after string
}

// space matches the spaces that people write beside a number.
const space = "[ \u00a0\u202f]"

// codes matches the codes of common currencies. Other letters next to a number may be the name of a
// standard or a part number.
const codes = "(?:AED|ARS|AUD|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KES|KRW|MAD|MXN|MYR|NGN|NOK|NZD|PEN|PHP|PKR|PLN|RON|RSD|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR)"

// figures matches numbers: a currency before the digits, with a sign on either side of it, the
// digits with separators, and a currency or percent sign after them.
var figures = regexp.MustCompile(`^([-−]?)((?:\p{Sc}` + space + `?|` + codes + space + `)?)([-−]?)` +
	"([0-9](?:[0-9.,'’\u00a0\u202f]*[0-9])?)" + `((?:` + space + `?[\p{Sc}%]|` + space + codes + `)?)$`)

// maxFigure is the maximum length of a number in bytes; nothing longer is one.
const maxFigure = 60

// readFigure reads a number.
func readFigure(s string) (figure, bool) {
	if s == "" || len(s) > maxFigure {
		return figure{}, false
	}
	m := figures.FindStringSubmatch(s)
	if m == nil || m[1] != "" && m[3] != "" || m[2] != "" && m[5] != "" {
		return figure{}, false
	}
	return figure{negative: m[1]+m[3] != "", before: m[2], digits: m[4], after: m[5]}, true
}

// shows returns the decimal separator that the digits prove, otherwise 0. commas reports that the
// user writes decimals with a comma; for other users "2,5" may be a list.
func (f figure) shows(commas bool) rune {
	if !strings.ContainsAny(f.digits, ".,") {
		return 0
	}
	_, point := split(f.digits, '.')
	n, comma := split(f.digits, ',')
	switch {
	case point && !comma:
		return '.'
	case comma && !point && (commas || n.grouped || f.before+f.after != "" || strings.HasPrefix(f.digits, "0,")):
		return ','
	}
	return 0
}

// maxDigits is the number of digits that a spreadsheet keeps.
const maxDigits = 15

// cell returns the number as a cell; ok is false if the text must stay text.
func (f figure) cell(decimal rune) (Cell, bool) {
	if decimal == 0 {
		if strings.ContainsAny(f.digits, ".,") {
			return Cell{}, false
		}
		decimal = '.'
	}
	n, ok := split(f.digits, decimal)
	if !ok || len(n.whole)+len(n.decimals) > maxDigits || f.negative && strings.Trim(n.whole+n.decimals, "0") == "" {
		return Cell{}, false
	}
	value, format := n.whole, "0"
	if n.grouped {
		format = "#,##0"
	}
	if n.decimals != "" {
		value += "." + n.decimals
		format += "." + strings.Repeat("0", len(n.decimals))
	}
	if strings.HasSuffix(f.after, "%") {
		value += "e-2"
		format += "%"
	} else {
		format = literal(f.before) + format + literal(f.after)
	}
	if f.negative {
		value = "-" + value
	}
	v, err := strconv.ParseFloat(value, 64)
	return Cell{Kind: KindNumber, Value: v, Format: format}, err == nil
}

// literal returns text of a number format.
func literal(s string) string {
	if s == "" {
		return ""
	}
	return `"` + s + `"`
}

// parts are the digits before and after the decimal separator. grouped reports that the number has
// thousands separators.
type parts struct {
	whole, decimals string
	grouped         bool
}

// groups matches digits in groups of three with the same separator throughout.
var groups = regexp.MustCompile(`^[0-9]{1,3}(?:(?:\.[0-9]{3})+|(?:,[0-9]{3})+|(?:'[0-9]{3})+|(?:’[0-9]{3})+|(?:\x{a0}[0-9]{3})+|(?:\x{202f}[0-9]{3})+)$`)

// split splits a number at the decimal separator. ok is false if the digits do not fit that
// separator, or begin with a zero that a number would lose.
func split(digits string, decimal rune) (n parts, ok bool) {
	whole, decimals, found := strings.Cut(digits, string(decimal))
	if found && !onlyDigits(decimals) {
		return parts{}, false
	}
	n = parts{whole: whole, decimals: decimals, grouped: groups.MatchString(whole)}
	if n.grouped {
		n.whole = strings.Map(func(r rune) rune {
			if r < '0' || r > '9' {
				return -1
			}
			return r
		}, whole)
	}
	return n, onlyDigits(n.whole) && (n.whole == "0" || n.whole[0] != '0')
}

func onlyDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
