package answers

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/app/internal/identifier"
)

// maxCheckedBytes is the maximum length of a number or date; longer cells never fit.
const maxCheckedBytes = 200

// misfit returns why a cell does not fit its column, "" if it does. It accepts many notations, so
// that a reported cell is wrong by any standard.
func misfit(c chat.Column, cell string) Reason {
	cell = strings.TrimSpace(cell)
	if cell == "" {
		return ""
	}
	long := len(cell) > maxCheckedBytes
	switch {
	case c.Kind == chat.ColumnNumber && (long || !isNumber(cell)):
		return NotANumber
	case c.Kind == chat.ColumnAmount && (long || !isNumber(cell) || strings.Contains(cell, "%")):
		return NotAnAmount
	case c.Kind == chat.ColumnDate && (long || !isDate(cell)):
		return NotADate
	case c.Kind == chat.ColumnYesNo && (long || !isYesOrNo(cell)):
		return NotYesOrNo
	case c.Kind == chat.ColumnOption && (long || !isOption(c.Options, cell)):
		return NotAnOption
	}
	return ""
}

// The maximum number of letters around a number: a currency or "ca." before it, a unit after it.
const (
	maxLettersBefore = 4
	maxLettersAfter  = 16
)

// isNumber reports whether a text is a number in the notation of some language, perhaps with a
// sign, in parentheses, or with a currency or unit.
func isNumber(s string) bool {
	from, to := strings.IndexFunc(s, unicode.IsDigit), strings.LastIndexFunc(s, unicode.IsDigit)
	if from < 0 {
		return false
	}
	_, size := utf8.DecodeRuneInString(s[to:])
	to += size
	if i := from - 1; i >= 0 && (s[i] == '.' || s[i] == ',') && !endsInLetter(s[:i]) {
		from = i // .50
	}
	before, digits, after := s[:from], s[from:to], s[to:]
	if i := strings.LastIndexAny(digits, "eE"); i > 0 && strings.Trim(strings.TrimLeft(digits[i+1:], "+-−"), "0123456789") == "" {
		digits = digits[:i]
	}
	return isDigits(digits) && besideNumber(before, maxLettersBefore) && besideNumber(after, maxLettersAfter)
}

// besideNumber reports whether a text may stand before or after a number.
func besideNumber(s string, maxLetters int) bool {
	letters := 0
	for _, r := range s {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsSpace(r), unicode.Is(unicode.Sc, r), unicode.Is(unicode.Mn, r), strings.ContainsRune("()~≈<>≤≥±+-−–—.,%‰°²³/", r):
		default:
			return false
		}
	}
	return letters <= maxLetters
}

// isDigits checks digits with group separators and a decimal separator: 1.234,56 and 1,234.56, 1
// 234,56 and 1'234.56, 12,34,567.
func isDigits(s string) bool {
	var groups []int // the number of digits in each group
	var marks []rune
	digits := 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case strings.ContainsRune(".,'’ \u00a0\u2009\u202f_٫٬", r):
			groups, marks, digits = append(groups, digits), append(marks, r), 0
		default:
			return false
		}
	}
	groups = append(groups, digits)
	last := len(marks) - 1
	switch {
	case digits == 0 || groups[0] == 0 && (last != 0 || !strings.ContainsRune(".,٫", marks[0])):
		return false
	case last <= 0:
		return true
	}
	if marks[last] == marks[0] && digits != 3 {
		return false
	}
	for i, g := range groups[1 : last+1] {
		if marks[i] != marks[0] || g < 2 || g > 4 {
			return false
		}
	}
	return true
}

func endsInLetter(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsLetter(r)
}

// yesNo are words and signs for yes and no.
var yesNo = strings.Fields("yes no y n true false t f 1 0 x - + ✓ ✔ ✔️ ✅ ☑ ☑️ ☒ ☐ ✗ ✘ ❌ ❎ on off ja nein j nee nei nej jo ne oui non o sí si s não nao sim v " +
	"tak nie da nu net да нет д н ні так igen nem kyllä ei joo evet hayır hayir ναι όχι yes. no. áno ano jah jā nē taip po jo. はい いいえ 是 否 对 不 不是 有 无 예 네 아니요 아니오 " +
	"نعم لا כן לא हाँ हां नहीं ใช่ ไม่ có không ya tidak bai ez wahr falsch vrai faux vero falso verdadero waar onwaar ○ × ◯")

func isYesOrNo(s string) bool {
	return slices.Contains(yesNo, strings.Trim(strings.ToLower(s), ".! "))
}

func isOption(options []string, cell string) bool {
	folded := identifier.Fold(cell)
	return slices.ContainsFunc(options, func(o string) bool {
		return strings.EqualFold(oneLine(o), oneLine(cell)) || folded != "" && identifier.Fold(o) == folded
	})
}
