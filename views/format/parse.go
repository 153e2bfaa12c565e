package format

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/width"

	"parlando/views/i18n"
)

// ErrNumber reports a text that is not a number.
var ErrNumber = errors.New("no number")

// AmbiguousError reports a number that can be read in two ways, such as "1.500" in German: the
// language separates thousands so, and many texts from elsewhere separate decimals so.
type AmbiguousError struct {
	// Text is the number as it was typed. Whole and Fraction are its two readings.
	Text            string
	Whole, Fraction float64
}

func (e *AmbiguousError) Error() string { return "ambiguous number" }

// Question returns the sentence below a field whose number could not be read: which reading is
// meant, if there are two, else otherwise.
func Question(err error, otherwise string) string {
	ambiguous := (*AmbiguousError)(nil)
	if !errors.As(err, &ambiguous) {
		return otherwise
	}
	return i18n.Text("“{{.Text}}” can be read in two ways. Write {{.Whole}} or {{.Fraction}}.", map[string]any{
		"Text": ambiguous.Text, "Whole": Field(ambiguous.Whole), "Fraction": Field(ambiguous.Fraction),
	})
}

var (
	// typedNumber matches digits in groups of any length with one kind of separator or two.
	typedNumber = regexp.MustCompile(`^[+-]?(\d+(?:[.,'’ ]\d+)*|[.,]\d+)$`)
	exponent    = regexp.MustCompile(`^[+-]?\d+(\.\d+)?[eE][+-]?\d{1,3}$`)
	thousands   = regexp.MustCompile(`^\d{1,3}(?:[.,'’ ]\d{3})+$`)
	// spaces also replaces signs that look like minus.
	spaces     = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ", "−", "-", "–", "-")
	separators = strings.NewReplacer(".", "", ",", "", "'", "", "’", "", " ", "")
)

// Plain rewrites a number that a user typed in plain notation, with a point and without separators
// between the thousands: "1,5" is "1.5" in German. A separator that the other notation uses, too,
// is read as a point where it cannot separate thousands, so a number pasted from an English text
// stays what it is. The error is ErrNumber or an *AmbiguousError.
func Plain(text string) (string, error) {
	typed := narrowed(text)
	switch {
	case exponent.MatchString(typed):
		return typed, nil
	case !typedNumber.MatchString(typed):
		return "", ErrNumber
	}
	sign, digits := "", typed
	if typed[0] == '-' || typed[0] == '+' {
		sign, digits = strings.TrimPrefix(typed[:1], "+"), typed[1:]
	}
	at := strings.LastIndexAny(digits, ".,")
	switch {
	case at < 0 && (thousands.MatchString(digits) || separators.Replace(digits) == digits):
		return sign + separators.Replace(digits), nil
	case at < 0:
		return "", ErrNumber
	}
	separator, before, after := digits[at:at+1], digits[:at], digits[at+1:]
	fraction := sign + separators.Replace(before) + "." + after
	if before == "" {
		fraction = sign + "0." + after
	}
	grouped := separators.Replace(before) != before
	switch {
	case strings.Contains(before, separator): // 1,234,567
		if thousands.MatchString(digits) {
			return sign + separators.Replace(digits), nil
		}
		return "", ErrNumber
	case grouped && !thousands.MatchString(before):
		return "", ErrNumber
	case grouped || separator == current().point: // 1,234.5
		return fraction, nil
	case thousands.MatchString(digits) && before[0] != '0':
		whole := sign + before + after
		return "", &AmbiguousError{Text: typed, Whole: value(whole), Fraction: value(fraction)}
	}
	return fraction, nil
}

// narrowed returns a typed number in half-width characters, which keyboards for Chinese and
// Japanese do not always give, and with plain spaces and signs.
func narrowed(text string) string {
	return strings.TrimSpace(spaces.Replace(width.Narrow.String(text)))
}

// Parse reads a number that a user typed. Its errors are those of Plain.
func Parse(text string) (float64, error) {
	plain, err := Plain(text)
	if err != nil {
		return 0, err
	}
	return value(plain), nil
}

// ParseWhole reads a whole number that a user typed, with or without separators between the
// thousands. The error is ErrNumber.
func ParseWhole(text string) (int64, error) {
	plain, err := Plain(text)
	if ambiguous := (*AmbiguousError)(nil); errors.As(err, &ambiguous) || strings.Contains(plain, ".") {
		plain = narrowed(text)
		if !thousands.MatchString(strings.TrimLeft(plain, "+-")) {
			return 0, ErrNumber
		}
		plain = separators.Replace(plain)
	} else if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(plain, 10, 64)
	if err != nil {
		return 0, ErrNumber
	}
	return n, nil
}

// value returns the number of a text in plain notation.
func value(plain string) float64 {
	n, _ := strconv.ParseFloat(plain, 64) // out of range: infinite
	return n
}
