package cost

import (
	"math/big"
	"regexp"
	"strings"
)

// Unit is a billing unit for which the user can enter a price.
type Unit uint8

// The units for which prices can be entered.
const (
	PerMillion  Unit = iota // tokens
	PerThousand             // characters
	PerMinute               // of audio
)

// ratio returns the factor, as a fraction, that converts a price per Unit to the amount in a Price.
func (u Unit) ratio() [2]int64 {
	switch u {
	case PerThousand:
		return [2]int64{million, 1000}
	case PerMinute:
		return [2]int64{60, 1}
	case PerMillion:
	}
	return [2]int64{million, million}
}

// ParseAmount parses a number entered for a unit as an amount of a Price. The error is a
// *ParseError.
func ParseAmount(text string, per Unit) (int64, error) {
	return micros(strings.TrimSpace(text), per.ratio(), false)
}

// FormatAmount formats an amount of a Price as a number per unit that ParseAmount parses, with
// two to nine decimals.
func FormatAmount(amount int64, per Unit) string {
	r := per.ratio()
	n := new(big.Rat).SetFrac(big.NewInt(amount), big.NewInt(million))
	n.Mul(n, big.NewRat(r[1], r[0]))
	s := n.FloatString(9)
	whole, decimals, _ := strings.Cut(s, ".")
	return whole + "." + decimals[:2] + strings.TrimRight(decimals[2:], "0")
}

var (
	plainNumber = regexp.MustCompile(`^(\d{1,12})?(?:[.,](\d{1,12}))?$`)
	// groupedByComma matches numbers with thousands separators and decimals after a point.
	groupedByComma = regexp.MustCompile(`^\d{1,3}(?:[,'’]\d{3})+(?:\.(\d{1,12}))?$`)
	groupedByPoint = regexp.MustCompile(`^\d{1,3}(?:\.\d{3})+(?:,(\d{1,12}))?$`)
	// twofold matches numbers whose only separator can mean thousands or decimals.
	twofold = regexp.MustCompile(`^[1-9]\d{0,2}[.,]\d{3}$`)
)

// micros returns the amount in a Price, in millionths, for a number that per[0]/per[1] converts to
// the Price's unit. comma reports decimal commas in the text, so that a point separates thousands.
func micros(text string, per [2]int64, comma bool) (int64, error) {
	wrong := &ParseError{Problem: WrongAmount, Text: text}
	if strings.EqualFold(text, "free") {
		return 0, nil
	}
	if twofold.MatchString(text) && (comma || strings.Contains(text, ",")) {
		return 0, wrong
	}
	digits, decimals := text, 0
	switch {
	case text != "" && plainNumber.MatchString(text):
		if i := strings.IndexAny(text, ".,"); i >= 0 {
			digits, decimals = text[:i]+text[i+1:], len(text)-i-1
		}
	case groupedByComma.MatchString(text) || groupedByPoint.MatchString(text):
		if last := strings.LastIndexAny(text, ".,"); last >= 0 && strings.Count(text, text[last:last+1]) == 1 {
			decimals = len(text) - last - 1
		}
		digits = groupMarkers.Replace(text)
	default:
		return 0, wrong
	}
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		return 0, wrong
	}
	n.Mul(n, big.NewInt(million)).Mul(n, big.NewInt(per[0]))
	by := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	rest := new(big.Int)
	n.DivMod(n, by.Mul(by, big.NewInt(per[1])), rest)
	if rest.Sign() != 0 || n.Cmp(big.NewInt(maxAmount)) > 0 {
		return 0, wrong
	}
	return n.Int64(), nil
}

// maxAmount is the largest accepted amount of a Price: a billion currency units.
const maxAmount = 1_000_000_000 * million

// decimalComma reports whether any of the amounts has a decimal comma.
func decimalComma(amounts []amount) bool {
	for _, a := range amounts {
		if i := strings.LastIndexByte(a.text, ','); i >= 0 && !strings.Contains(a.text[i:], ".") && len(a.text)-i != 4 {
			return true
		}
	}
	return false
}
