package cost

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// written writes a price in short, with amounts in millionths.
func written(p Price) string {
	out := p.Currency
	for _, f := range []struct {
		name   string
		amount *int64
	}{
		{"in", p.Input},
		{"read", p.CacheRead},
		{"write", p.CacheWrite},
		{"out", p.Output},
		{"audio-in", p.AudioInput},
		{"audio-out", p.AudioOutput},
		{"hour", p.AudioHour},
		{"chars", p.Characters},
		{"picture", p.Picture},
		{"request", p.Request},
	} {
		if f.amount != nil {
			out += fmt.Sprintf(" %s=%d", f.name, *f.amount)
		}
	}
	return strings.TrimSpace(out)
}

var readable = []struct{ text, want string }{
	{"$2.50 / 1M input tokens, $10.00 / 1M output tokens", "USD in=2500000 out=10000000"},
	{"Input $0.15 Output $0.60 per million", "USD in=150000 out=600000"},
	{"Input: $3 / MTok  Cached input: $0.30 / MTok Output: $15 / MTok", "USD in=3000000 read=300000 out=15000000"},
	{"0,006 €/minute", "EUR hour=360000"},
	{"$0.36 per hour", "USD hour=360000"},
	{"$15.00 / 1M characters", "USD chars=15000000"},
	{"0.015 per 1,000 characters", "chars=15000000"},
	{"€0,50 / 1 Mio. Tokens (Eingabe), €1,50 / 1 Mio. Tokens (Ausgabe)", "EUR in=500000 out=1500000"},
	{"$0.002 per 1K tokens", "USD in=2000000 out=2000000"},
	{"Model\tInput\tCached input\tOutput\ngpt-4o\t$2.50\t$1.25\t$10.00", "USD in=2500000 read=1250000 out=10000000"},
	{"Model\nInput\nCached input\nOutput\ngpt-4o\n$2.50\n$1.25\n$10.00", "USD in=2500000 read=1250000 out=10000000"},
	{"Input Cached input Output\n$2.50 $1.25 $10.00", "USD in=2500000 read=1250000 out=10000000"},
	{"| Model | Context | Input | Batch input | Output |\n|---|---|---|---|---|\n| oak-4 | 128,000 | 3 | 1.50 | 15 |", "in=3000000 out=15000000"},
	{"Model\tInput ($/1K tokens)\tOutput ($/1K tokens)\noak\t0.0025\t0.01", "USD in=2500000 out=10000000"},
	{"Model\tInput\tCached input\tOutput\no1-pro\t$150.00\t-\t$600.00", "USD in=150000000 out=600000000"},
	{"Model\nInput\nCached input\nOutput\no1-pro\n$150.00\n–\n$600.00", "USD in=150000000 out=600000000"},
	{"Model\tPrice per minute\nscribe-1\t$0.006", "USD hour=360000"},
	{"Input\t$1.10\nOutput\t$4.40", "USD in=1100000 out=4400000"},
	{"Claude Sonnet 4.5: Input $3 / MTok, Output $15 / MTok", "USD in=3000000 out=15000000"},
	{"gpt-4.1-mini, 1M context. $0.40 input, $1.60 output per 1M tokens", "USD in=400000 out=1600000"},
	{"GPT-4o (128K context): $2.50 input / $10.00 output", "USD in=2500000 out=10000000"},
	{"$2.50 in · $10.00 out, per million tokens", "USD in=2500000 out=10000000"},
	{"in: 2.50, out: 10", "in=2500000 out=10000000"},
	{"input/output: $3/$15", "USD in=3000000 out=15000000"},
	{"input / output tokens: $3 / $15 per million", "USD in=3000000 out=15000000"},
	{"Price per 1M tokens: prompt 0.5 USD, completion 1.5 USD", "USD in=500000 out=1500000"},
	{"1M INPUT TOKENS (CACHE HIT) $0.028\n1M INPUT TOKENS (CACHE MISS) $0.28\n1M OUTPUT TOKENS $0.42", "USD in=280000 read=28000 out=420000"},
	{"Input (cached): $0.30 / 1M tokens, cache writes: $3.75 / 1M tokens", "USD read=300000 write=3750000"},
	{"Cache read $0.30\nCache write $3.75\nInput $3\nOutput $15", "USD in=3000000 read=300000 write=3750000 out=15000000"},
	{"Text input $5.00 Audio input $32 Audio output $64 Output $20 / 1M tokens", "USD in=5000000 out=20000000 audio-in=32000000 audio-out=64000000"},
	{"US$2.50 per million input tokens; US$10 per million output tokens", "USD in=2500000 out=10000000"},
	{"C$4 input, C$12 output", "CAD in=4000000 out=12000000"},
	{"Prices in AUD. Input: $4, output: $12", "AUD in=4000000 out=12000000"},
	{"CHF 2.40 in, CHF 9.60 out per 1M tokens", "CHF in=2400000 out=9600000"},
	{"2,50€ Eingabe, 10,00€ Ausgabe", "EUR in=2500000 out=10000000"},
	{"Input: ¥2 CNY, Output: ¥8 CNY / 1M tokens", "CNY in=2000000 out=8000000"},
	{"£1.234,5 per 1M input tokens", "GBP in=1234500000"},
	{"$0.0000025 per input token, $0.00001 per output token", "USD in=2500000 out=10000000"},
	{"$0.0001 / second", "USD hour=360000"},
	{"$0.36/h", "USD hour=360000"},
	{"Audio input: $0.006 / min", "USD hour=360000"},
	{"Input: $2.50 / 1M tokens, Output: $10.00 / 1M tokens, or $0.006 / minute", "USD in=2500000 out=10000000 hour=360000"},
	{"$16 per 1 000 000 characters", "USD chars=16000000"},
	{"$30.00 / 1M chars", "USD chars=30000000"},
	{"Input: free, Output: free", "in=0 out=0"},
	{"Input $0.00 Output $0.00", "USD in=0 out=0"},
	{"$.50 in, $1 out", "USD in=500000 out=1000000"},
	{"$0.005 per request", "USD request=5000000000"},
	{"$0.1234567 / 1K input tokens", "USD in=123456700"},
	{"openai/gpt-4o\n$2.50/M input tokens$10/M output tokens\n128,000 context", "USD in=2500000 out=10000000"},
	{"€ 3 / 1M input tokens", "EUR in=3000000"},
}

func TestWhatAPricePageSaysIsRead(t *testing.T) {
	for _, c := range readable {
		p, err := Parse(c.text)
		if got := written(p); err != nil || got != c.want {
			t.Errorf("%q: %s (%v), want %s", c.text, got, err, c.want)
		}
	}
}

var unreadable = []struct {
	text string
	want ParseProblem
}{
	{"", NoPrice},
	{"gpt-4o is our best model", NoPrice},
	{"128K context, knowledge until 2025", NoKind},
	{strings.Repeat("Input $3 Output $15 ", 2000), NoPrice},
	{"$3", NoKind},
	{"$3 / $15 per million tokens", TwoPrices},
	{"$3 / $15 per million", NoKind},
	{"$5 per million", NoKind},
	{"Input $3 $15", NoKind},
	{"Input 3, 15 output, 4", NoKind},
	{"Input $3 Output $15\nInput $1 Output $5", TwoPrices},
	{"Model\tInput\tOutput\noak\t$3\t$15\nelm\t$1\t$5", TwoPrices},
	{"Input: $1.25, prompts <= 200k tokens", UnsupportedPrice},
	{"Input $3, batch input $1.50", UnsupportedPrice},
	{"$0.04 per image", UnsupportedPrice},
	{"$20 / seat", UnsupportedPrice},
	{"15 cents per 1M input tokens", UnsupportedPrice},
	{"0.6¢ / minute", UnsupportedPrice},
	{"from $3 / 1M input tokens", UnsupportedPrice},
	{"Input $3 (50% off)", UnsupportedPrice},
	{"X$3 input", UnsupportedPrice},
	{"Input $3 Output €15", MixedCurrencies},
	{"Input 3 USD Output 15 EUR", MixedCurrencies},
	{"Input $3 EUR", MixedCurrencies},
	{"Input $1,250 / 1M", WrongAmount},
	{"Input €1.250, Output €2,50", WrongAmount},
	{"Input $2-5", WrongAmount},
	{"Input -$3", WrongAmount},
	{"Input $2.5M", WrongAmount},
	{"Input $1.2.3", WrongAmount},
	{"Input $0.0000001 / 1M tokens", WrongAmount},
	{"Input $99999999999 / 1M tokens", WrongAmount},
	{"Cached output $3", UnsupportedPrice},
	{"Output: $0.015 / minute", UnsupportedPrice},
	{"Input $3 Output", NoKind},
	{"Input cached output\n$3 $1 $15", NoKind},
	{"Input $0.15 / 1M Output tokens $0.60 / 1M", NoKind},
	{"$0.002 / 1K tokens for input, $3 / 1M tokens output, $4 in", NoKind},
	{"Audio: $6 / 1M tokens", NoKind},
}

func TestWhatIsNotClearIsNotGuessed(t *testing.T) {
	for _, c := range unreadable {
		p, err := Parse(c.text)
		var wrong *ParseError
		if !errors.As(err, &wrong) || wrong.Problem != c.want {
			t.Errorf("%.80q: %s (%v), want %v", c.text, written(p), err, &ParseError{Problem: c.want})
		}
	}
}

func TestAmountsThatAreTypedAreExact(t *testing.T) {
	for _, c := range []struct {
		text string
		per  Unit
		want int64
		back string
	}{
		{"2.50", PerMillion, 2_500_000, "2.50"},
		{" 2,5 ", PerMillion, 2_500_000, "2.50"},
		{"0", PerMillion, 0, "0.00"},
		{"free", PerMillion, 0, "0.00"},
		{"0.006", PerMinute, 360_000, "0.006"},
		{"0.015", PerThousand, 15_000_000, "0.015"},
		{"0.000001", PerMillion, 1, "0.000001"},
		{"1,234,567.5", PerMillion, 1_234_567_500_000, "1234567.50"},
	} {
		got, err := ParseAmount(c.text, c.per)
		if err != nil || got != c.want || FormatAmount(got, c.per) != c.back {
			t.Errorf("%q: %d %q (%v), want %d %q", c.text, got, FormatAmount(got, c.per), err, c.want, c.back)
		}
	}
	for _, text := range []string{"", "-1", "1,250", "$3", "a", "1e5", "0.0000001", "1 2", "."} {
		if got, err := ParseAmount(text, PerMillion); err == nil {
			t.Errorf("%q is read as %d", text, got)
		}
	}
	if got := FormatAmount(1_000_000, PerMinute); got != "0.016666667" {
		t.Errorf("a whole for an hour is %q for a minute", got)
	}
}

// Whatever is pasted, there is a price or an error of the one kind, and a price has amounts, none
// of them negative.
func FuzzParse(f *testing.F) {
	for _, c := range readable {
		f.Add(c.text)
	}
	for _, c := range unreadable {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			var wrong *ParseError
			if !errors.As(err, &wrong) || wrong.Error() == "" {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		known := false
		for _, amount := range []*int64{p.Input, p.CacheRead, p.CacheWrite, p.Output, p.AudioInput, p.AudioOutput, p.AudioHour, p.Characters, p.Request} {
			known = known || amount != nil
			if amount != nil && (*amount < 0 || *amount > maxAmount) {
				t.Fatalf("%d of %q", *amount, text)
			}
		}
		if !known {
			t.Fatalf("nothing is known of %q", text)
		}
	})
}
