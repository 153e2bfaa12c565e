package answers

import (
	"strings"
	"time"
	"unicode"
)

// months are abbreviated names of months in several languages. The list need not be complete:
// isDate accepts unknown words.
var months = map[string]time.Month{
	"jan": 1, "janv": 1, "feb": 2, "febr": 2, "fév": 2, "févr": 2, "mar": 3, "mär": 3, "märz": 3, "mars": 3, "maart": 3, "apr": 4, "avr": 4, "abr": 4,
	"may": 5, "mai": 5, "mayo": 5, "mei": 5, "maj": 5, "jun": 6, "juni": 6, "juin": 6, "jul": 7, "juli": 7, "juil": 7, "aug": 8, "août": 8, "ago": 8,
	"sep": 9, "sept": 9, "set": 9, "oct": 10, "okt": 10, "out": 10, "ott": 10, "nov": 11, "dec": 12, "dez": 12, "déc": 12, "dic": 12,
	"january": 1, "february": 2, "march": 3, "april": 4, "june": 6, "july": 7, "august": 8, "september": 9, "october": 10, "november": 11, "december": 12,
	"januar": 1, "jänner": 1, "februar": 2, "oktober": 10, "dezember": 12, "januari": 1, "februari": 2, "augustus": 8, "augusti": 8, "desember": 12,
	"janvier": 1, "février": 2, "avril": 4, "juillet": 7, "septembre": 9, "octobre": 10, "novembre": 11, "décembre": 12,
	"enero": 1, "febrero": 2, "marzo": 3, "abril": 4, "junio": 6, "julio": 7, "agosto": 8, "septiembre": 9, "octubre": 10, "noviembre": 11, "diciembre": 12,
	"gennaio": 1, "febbraio": 2, "aprile": 4, "maggio": 5, "giugno": 6, "luglio": 7, "settembre": 9, "ottobre": 10, "dicembre": 12,
	"janeiro": 1, "fevereiro": 2, "março": 3, "maio": 5, "junho": 6, "julho": 7, "setembro": 9, "outubro": 10, "novembro": 11, "dezembro": 12,
}

// isDate reports whether a text may be a date. Digits must form a valid date in some order, so
// 31/11 is not one. Unknown words are accepted beside digits.
func isDate(s string) bool {
	hasDigit := strings.ContainsFunc(s, unicode.IsDigit)
	s = strings.NewReplacer("年", "-", "月", "-", "日", " ", "년", "-", "월", "-", "일", " ").Replace(s)
	s = withoutTime(strings.TrimSpace(s))
	if _, last, ok := strings.Cut(strings.ReplaceAll(s, " - ", "–"), "–"); ok && strings.TrimSpace(last) != "" {
		s = strings.TrimSpace(last) // a range of dates: only its end is checked
	}
	var numbers []int
	var lengths []int
	month := time.Month(0)
	words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) && !unicode.IsLetter(r) })
	for _, word := range words {
		n, rest := leadingNumber(word)
		m := months[strings.ToLower(word)]
		switch {
		case m > 0 && month == 0:
			month = m
		case n < 0, rest != "" && !isOrdinal(rest):
			return hasDigit // contains an unknown word
		default:
			numbers, lengths = append(numbers, n), append(lengths, len(word)-len(rest))
		}
	}
	if month > 0 {
		return isDayOfMonth(numbers, month)
	}
	if strings.ContainsAny(s, ":+%=#*") {
		return false
	}
	switch len(numbers) {
	case 1:
		n := numbers[0]
		return lengths[0] == 4 && n >= 1000 || lengths[0] == 8 && isDay(n/10000, n/100%100, n%100)
	case 2:
		a, b := numbers[0], numbers[1]
		return isDay(2000, a, b) || isDay(2000, b, a) || lengths[0] == 4 && isDay(a, b, 1) || lengths[1] == 4 && isDay(b, a, 1)
	case 3:
		a, b, c := numbers[0], numbers[1], numbers[2]
		if lengths[0] > 2 {
			return isDay(a, b, c) || isDay(a, c, b)
		}
		return isDay(year(c, lengths[2]), b, a) || isDay(year(c, lengths[2]), a, b) || lengths[2] == 2 && isDay(year(a, 2), b, c)
	}
	return false
}

// withoutTime removes the time of day that follows a date.
func withoutTime(s string) string {
	i := strings.IndexByte(s, ':')
	if i < 2 {
		return s
	}
	rest := s[i:]
	if strings.Trim(strings.ToLower(rest), "0123456789:.,+-zapmuhr t") != "" {
		return s
	}
	start := strings.LastIndexAny(s[:i], " Tt")
	if start < 0 {
		return s
	}
	return strings.TrimRight(s[:start], " ,")
}

func leadingNumber(word string) (n int, rest string) {
	i := 0
	for i < len(word) && i < 9 && '0' <= word[i] && word[i] <= '9' {
		n = n*10 + int(word[i]-'0')
		i++
	}
	if i == 0 {
		return -1, word
	}
	return n, word[i:]
}

func isOrdinal(s string) bool {
	switch strings.ToLower(s) {
	case "st", "nd", "rd", "th", "er", "e", "º", "ª":
		return true
	}
	return false
}

// isDayOfMonth checks the day and year beside the name of a month; either may be missing.
func isDayOfMonth(numbers []int, month time.Month) bool {
	switch len(numbers) {
	case 0:
		return true
	case 1:
		return numbers[0] > 31 || isDay(2000, int(month), numbers[0])
	case 2:
		a, b := numbers[0], numbers[1]
		return a <= 31 && isDay(year(b, 0), int(month), a) || isDay(year(a, 0), int(month), b)
	}
	return true
}

// year expands a year of two digits.
func year(n, digits int) int {
	if digits <= 2 && n < 100 {
		return 2000 + n
	}
	return n
}

func isDay(year, month, day int) bool {
	if year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 {
		return false
	}
	return day <= time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}
