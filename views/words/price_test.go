package words_test

import (
	"errors"
	"testing"

	"parlando/app/cost"
	"parlando/views/words"
)

func TestAPriceIsSaidExactly(t *testing.T) {
	for text, want := range map[string]string{
		"$2.50 in, $10 out":                            "$2.50 input · $10.00 output, per million tokens",
		"Input: $3, output: $15, cached input: $0.075": "$3.00 input · $0.075 cache reads · $15.00 output, per million tokens",
		"$0.006 / minute":                              "$0.006 per minute",
		"CHF 0.0001 / minute, CHF 2 / 1M in":           "CHF\u00a02.00 input, per million tokens; CHF\u00a00.0001 per minute",
		"$1 / hour":                                    "$1.00 per hour of audio",
		"€15 / 1M characters":                          "€0.015 per 1,000 characters",
		"$1.234567 in":                                 "$1.234567 input, per million tokens",
		"Input: free, output: free":                    "free",
		"Input: $0, output: $1":                        "$0.00 input · $1.00 output, per million tokens",
		"Audio input $32 Audio output $64":             "$32.00 audio input · $64.00 audio output, per million tokens",
		"nothing":                                      "",
	} {
		p, err := cost.Parse(text)
		if got := words.PriceText(p); got != want {
			t.Errorf("%q: %q (%v), want %q", text, got, err, want)
		}
	}
}

func TestEachProblemOfAPriceHasItsSentence(t *testing.T) {
	said := map[string]bool{}
	for p := cost.NoPrice; p <= cost.WrongAmount; p++ {
		said[words.PriceProblem(&cost.ParseError{Problem: p, Text: "batch"})] = true
	}
	if len(said) != 6 || !said[words.PriceProblem(errors.New("else"))] {
		t.Errorf("%d sentences: %v", len(said), said)
	}
}
