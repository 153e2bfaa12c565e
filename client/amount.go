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
	// maxAmount bounds an amount in millionths, so that sums of them fit.
	maxAmount = 1_000_000_000_000_000
	// maxCurrency is the length of the longest currency in bytes.
	maxCurrency = 24
)

// decimalShape matches the numbers that decimal reads: others could be costly to compute with.
var decimalShape = regexp.MustCompile(`^-?[0-9]{0,40}\.?[0-9]{0,60}([eE][+-]?[0-9]{1,2})?$`)

// decimal reads a number exactly, also one in a string and behind a dollar sign; nil for everything
// else.
func decimal(raw json.RawMessage) *big.Rat {
	s := strings.TrimPrefix(strings.TrimSpace(wire.Scalar(raw)), "$")
	if !decimalShape.MatchString(s) {
		return nil
	}
	n, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil
	}
	return n
}

// millionths is n times scale, rounded half up and at most maxAmount. More than nothing is at least
// 1: what costs something is never shown as free. n must not be negative.
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

// currencyOf reads a currency: USD where none is told, a code in capitals, or another word as it is
// written. It is "" for what cannot be shown.
func currencyOf(raw json.RawMessage) string {
	if wire.IsNull(raw) {
		return usd
	}
	s, _ := wire.String(raw)
	s = strings.TrimSpace(s)
	if s == "" || len(s) > maxCurrency || !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
		return ""
	}
	if len(s) == 3 && strings.Trim(strings.ToUpper(s), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return strings.ToUpper(s)
	}
	return s
}
