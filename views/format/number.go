package format

import (
	"math"
	"strconv"
	"strings"

	"golang.org/x/text/number"
)

// Number writes a whole number: "12,000".
func Number(n int) string { return current().numbers.Sprint(n) }

// Decimal writes a number with the given number of decimals: "0.80".
func Decimal(n float64, decimals int) string {
	return current().numbers.Sprint(number.Decimal(n, number.Scale(decimals)))
}

// Exact writes a number with all its decimals and no more: "0.8".
func Exact(n float64) string {
	return current().numbers.Sprint(number.Decimal(n, number.Scale(decimalsOf(n))))
}

// Field writes a number for a field in which it can be edited: as Exact, without separators between
// the thousands, which Plain might have to ask about.
func Field(n float64) string {
	return current().numbers.Sprint(number.Decimal(n, number.Scale(decimalsOf(n)), number.NoSeparator()))
}

// decimalsOf returns the number of decimals of the shortest text that is read as n.
func decimalsOf(n float64) int {
	_, decimals, _ := strings.Cut(strconv.FormatFloat(n, 'f', -1, 64), ".")
	return len(decimals)
}

// FieldText is Field for a number in plain notation, such as "0.15".
func FieldText(plain string) string { return strings.Replace(plain, ".", current().point, 1) }

// Percent writes a share in percent: "85%".
func Percent(percent int) string {
	return current().numbers.Sprint(number.Percent(float64(percent)/100, number.MaxFractionDigits(0)))
}

// Speed writes how much faster than at first something is played, with one decimal, or two if
// needed: "1.0×", "1.25×". A speed of 0 is 1.
func Speed(speed float64) string {
	if speed <= 0 {
		speed = 1
	}
	if tenths := speed * 10; math.Abs(tenths-math.Round(tenths)) < 0.05 {
		return Decimal(speed, 1) + "×"
	}
	return Decimal(speed, 2) + "×"
}
