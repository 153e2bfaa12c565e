package answers

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"parley/app/chat"
)

// misfit says why a cell does not fit its column, "" if it does. An empty cell was not found, and fits. People and sources write in many
// ways: what may be meant is never refused.
func misfit(c chat.Column, cell string) Reason {
	cell = strings.TrimSpace(cell)
	if cell == "" {
		return ""
	}
	switch c.Kind {
	case chat.ColumnNumber:
		if !isNumber(cell) {
			return NotANumber
		}
	case chat.ColumnAmount:
		if !isNumber(cell) {
			return NotAnAmount
		}
	case chat.ColumnDate:
		if !isDate(cell) {
			return NotADate
		}
	case chat.ColumnYesNo:
		if !slices.Contains(yesNo, strings.ToLower(strings.TrimRight(cell, ".!"))) {
			return NotYesOrNo
		}
	case chat.ColumnOption:
		if !slices.ContainsFunc(c.Options, func(o string) bool { return strings.EqualFold(strings.TrimSpace(o), cell) }) {
			return NotAnOption
		}
	}
	return ""
}

// yesNo are the words for yes and no, in small letters.
var yesNo = strings.Fields(`yes no y n true false 1 0 x ✓ ✔ ✗ ✘ ja nein nee oui non sí si sì no sim não nao tak nie ano ne да нет так ні evet hayır hayir
	igen nem kyllä ei jah da nu ναι όχι はい いいえ 是 否 不 예 아니요 نعم لا כן לא हाँ नहीं ใช่ ไม่ có không ya tidak`)

// numberShape is a number as people write it: a sign, a currency before or behind it, groups in any script, a unit.
var numberShape = regexp.MustCompile(`^[(~≈<>≤≥±+−–-]*\s*\p{L}{0,4}\.?\s*[\p{Sc}]?\s*[+−–-]?\s*\p{Nd}[\p{Nd}\s.,'’·٫٬_]*([eE][+-]?\p{Nd}+)?[\s,.–-]*[)]?\s*[\p{Sc}%‰°]?\s*[\p{L}°²³/.%]{0,16}[)]?$`)

func isNumber(cell string) bool {
	return utf8.RuneCountInString(cell) <= 60 && numberShape.MatchString(cell)
}

var (
	numericDate = regexp.MustCompile(`^(\d{1,4})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{2,4})\.?(?:$|[T ,])`)
	dayFirst    = regexp.MustCompile(`(?i)\b(\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b`)
	monthFirst  = regexp.MustCompile(`(?i)\b(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?\s+(\d{1,2})(?:st|nd|rd|th)?\b`)
	months      = []string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}
)

// isDate reports whether a cell may be a date. One of three numbers must exist in some order of day, month and year; of words nobody knows
// all, so that a digit is enough.
func isDate(cell string) bool {
	if !strings.ContainsFunc(cell, unicode.IsDigit) || utf8.RuneCountInString(cell) > 80 {
		return false
	}
	if m := numericDate.FindStringSubmatch(cell); m != nil {
		a, b, c := number(m[1]), number(m[2]), number(m[3])
		return exists(a, b, c) || exists(c, b, a) || exists(c, a, b)
	}
	year := 2000 // has a 29 February
	if m := dayFirst.FindStringSubmatch(cell); m != nil {
		return exists(year, month(m[2]), number(m[1]))
	}
	if m := monthFirst.FindStringSubmatch(cell); m != nil {
		return number(m[2]) > 31 || exists(year, month(m[1]), number(m[2]))
	}
	return true
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

func month(name string) int { return slices.Index(months, strings.ToLower(name)[:3]) + 1 }

// exists reports whether there is such a day. A year of two digits may be of any century.
func exists(year, month, day int) bool {
	if month < 1 || month > 12 || day < 1 || year > 9999 {
		return false
	}
	if year < 100 {
		year += 2000
	}
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Day() == day
}
