package format

import (
	"fmt"

	"github.com/bojanz/currency"
)

// Money writes millionths of a currency with the given number of decimals, at most six: "$0.0042".
// A half is rounded away from zero. A currency that is no code of ISO 4217 follows the amount.
func Money(micros int64, code string, decimals int) string {
	amount, err := currency.NewAmount(millionths(micros), code)
	if err != nil {
		return Amount(micros, decimals) + "\u00a0" + code
	}
	return formatter(decimals).Format(amount)
}

// Amount is Money without the currency, for a column that names it in its heading.
func Amount(micros int64, decimals int) string {
	f := formatter(decimals)
	f.CurrencyDisplay = currency.DisplayNone
	amount, err := currency.NewAmount(millionths(micros), "USD")
	if err != nil { // never: the number and the currency are well formed
		return millionths(micros)
	}
	return f.Format(amount)
}

func formatter(decimals int) *currency.Formatter {
	f := currency.NewFormatter(current().money)
	f.MinDigits, f.MaxDigits = uint8(decimals), uint8(decimals)
	return f
}

func millionths(micros int64) string {
	sign, n := "", uint64(micros)
	if micros < 0 {
		sign, n = "-", -n
	}
	return fmt.Sprintf("%s%d.%06d", sign, n/1_000_000, n%1_000_000)
}
