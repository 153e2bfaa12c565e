package words_test

import (
	"math"
	"slices"
	"strconv"
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
	for currency, want := range map[string]string{"EUR": "€1.50", "CHF": "1.50\u00a0CHF", words.PlayMoney: "1.50 practice credits"} {
		if got := words.Amount(cost.Money{Micros: 1_500_000, Currency: currency}); got != want {
			t.Errorf("%s: %q, want %q", currency, got, want)
		}
	}
}

func TestTheCostOfRequestsIsSaidHonestly(t *testing.T) {
	dollars, euros := cost.Money{Micros: 2_000_000, Currency: "USD"}, cost.Money{Micros: 1_000_000, Currency: "EUR"}
	for want, s := range map[string]cost.Sum{
		"no price known": {Unknown: 3}, "nothing": {}, "$2.00": {Amounts: []cost.Money{dollars}}, "about $2.00 + €1.00": {Amounts: []cost.Money{dollars, euros}, About: true},
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

func TestTheAmountsOfAColumnHaveEquallyManyDecimals(t *testing.T) {
	for _, want := range [][]string{
		{"$3.42", "$0.05"},
		{"$3.420", "$0.005", "no price known", "nothing"},
		{"$3.4200", "$0.0045", "$0.0005"},
		{"$0.000000", "$0.000001"},
	} {
		var rows []cost.Sum
		for _, text := range want {
			var s cost.Sum
			if amount, ok := strings.CutPrefix(text, "$"); ok {
				micros, err := strconv.ParseFloat(amount, 64)
				if err != nil {
					t.Fatal(err)
				}
				s.Amounts = []cost.Money{{Micros: int64(math.Round(micros * 1e6)), Currency: "USD"}}
			} else if text == "no price known" {
				s.Unknown = 1
			}
			rows = append(rows, s)
		}
		if got := words.CostColumn(rows); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestUsageNamesOnlyWhatWasUsed(t *testing.T) {
	for want, c := range map[string]cost.Counts{
		"": {}, "92,000 characters": {Characters: 92_000}, "34 s": {Sound: 34_000}, "34 s · 1 character": {Sound: 34_000, Characters: 1},
	} {
		if got := words.UsageCounts(c); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
}
