package client

import (
	"encoding/json"
	"math/big"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"parlando/client/wire"
)

const (
	usd = "USD"
	// maxAmount bounds an amount in millionths, so that sums cannot overflow.
	maxAmount = 1_000_000_000_000_000
	// maxCurrency is the longest accepted currency in bytes.
	maxCurrency = 24
)

// decimalShape matches the numbers that decimal accepts; arithmetic with longer ones could be slow.
var decimalShape = regexp.MustCompile(`^-?[0-9]{0,40}\.?[0-9]{0,60}([eE][+-]?[0-9]{1,2})?$`)

// decimal parses a number exactly, even in a string or after a dollar sign; nil for anything else.
func decimal(raw json.RawMessage) *big.Rat {
	s := strings.TrimPrefix(strings.TrimSpace(wire.ScalarText(raw)), "$")
	if !decimalShape.MatchString(s) {
		return nil
	}
	n, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil
	}
	return n
}

// millionths returns n times scale, rounded half up and at most maxAmount. A positive n results in
// at least 1, so that a cost is never shown as free. n must not be negative.
func millionths(n *big.Rat, scale int64) int64 {
	exact := new(big.Rat).Mul(n, new(big.Rat).SetInt64(scale))
	if exact.Sign() == 0 {
		return 0
	}
	exact.Add(exact, big.NewRat(1, 2))
	whole := new(big.Int).Quo(exact.Num(), exact.Denom())
	if !whole.IsInt64() {
		return maxAmount
	}
	return min(max(whole.Int64(), 1), maxAmount)
}

// currencyOf returns the currency in raw: USD if raw is missing, a currency code in upper case, or
// any other word unchanged. It is "" for values that cannot be shown.
func currencyOf(raw json.RawMessage) string {
	if wire.IsNull(raw) {
		return usd
	}
	s, _ := wire.ParseString(raw)
	s = strings.TrimSpace(s)
	if s == "" || len(s) > maxCurrency || !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
		return ""
	}
	if len(s) == 3 && strings.Trim(strings.ToUpper(s), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return strings.ToUpper(s)
	}
	return s
}
