package words_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parlando/app/cost"
	"parlando/views/words"
)

func TestMoneyIsNeverNothing(t *testing.T) {
	for micros, want := range map[int64]string{
		0: "$0.00", 1: "$0.000001", 42: "$0.000042", 4_200: "$0.0042", 42_000: "$0.042", 99_999: "$0.100", 100_000: "$0.10", 3_420_000: "$3.42",
		3_424_999: "$3.42", 3_425_000: "$3.43", 1_234_567_890: "$1,234.57", 999_999: "$1.00", -42_000: "-$0.042",
	} {
		if got := words.Amount(cost.Money{Micros: micros, Currency: "USD"}); got != want {
			t.Errorf("%d: %q, want %q", micros, got, want)
		}
	}
	for currency, want := range map[string]string{"EUR": "€1.50", "CHF": "CHF\u00a01.50", words.PlayMoney: "1.50 practice credits"} {
		if got := words.Amount(cost.Money{Micros: 1_500_000, Currency: currency}); got != want {
			t.Errorf("%s: %q, want %q", currency, got, want)
		}
	}
}

func TestTheCostOfRequestsIsSaidHonestly(t *testing.T) {
	dollars, euros := cost.Money{Micros: 2_000_000, Currency: "USD"}, cost.Money{Micros: 1_000_000, Currency: "EUR"}
	for want, s := range map[string]cost.Sum{
		"no price known": {Unknown: 3}, "no cost": {}, "$2.00": {Amounts: []cost.Money{dollars}}, "about $2.00 + €1.00": {Amounts: []cost.Money{dollars, euros}, About: true},
	} {
		if got := words.CostText(s); got != want {
			t.Errorf("%+v: %q, want %q", s, got, want)
		}
	}
	for length, want := range map[time.Duration]string{
		3*time.Hour + 8*time.Minute: "3 h 08 min", 42 * time.Minute: "42 min", 250 * time.Second: "4 min 10 s", 34 * time.Second: "34 s",
	} {
		if got := words.AudioLength(length); got != want {
			t.Errorf("%v: %q, want %q", length, got, want)
		}
	}
}

func TestAColumnHasEquallyManyDecimals(t *testing.T) {
	money := func(micros int64) *cost.Money { return &cost.Money{Micros: micros, Currency: "USD"} }
	for want, all := range map[string][]*cost.Money{
		"5.80 0.42 ":               {money(5_800_000), money(420_000), nil},
		"1,000.0000 0.0045 0.0000": {money(1_000_000_000), money(4_500), money(0)},
		"3.42000 0.00450 0.00050":  {money(3_420_000), money(4_500), money(500)},
		"0.000000 0.000001":        {money(0), money(1)},
		"-0.50":                    {money(-500_000)},
	} {
		if got := strings.Join(words.AmountColumn(all), " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What is spent has as many decimals as the limit, and what is below the limit never equals it.
func TestWhatIsSpentOfALimit(t *testing.T) {
	usd := func(micros int64) cost.Money { return cost.Money{Micros: micros, Currency: "USD"} }
	for _, c := range []struct {
		spent, limit int64
		want         string
	}{
		{28_000, 20_000, "$0.03 $0.02"},
		{0, 1000, "$0.000 $0.001"},
		{19_900, 20_000, "$0.01 $0.02"},
		{20_000, 20_000, "$0.02 $0.02"},
		{6_526_000, 10_000_000, "$6.53 $10.00"},
		{9_999_999, 10_000_000, "$9.99 $10.00"},
		{1_234_000_000, 1_000_000, "$1,234.00 $1.00"},
	} {
		data := words.SpentOfLimit(usd(c.spent), usd(c.limit))
		if got := fmt.Sprint(data["Spent"], " ", data["Limit"]); got != c.want {
			t.Errorf("%d of %d: %s, want %s", c.spent, c.limit, got, c.want)
		}
	}
}
