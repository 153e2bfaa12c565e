package calculator

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"parlando/app/reason"
)

func TestExpressions(t *testing.T) {
	nines := strings.Repeat("9", 400)
	product := new(big.Int)
	product.SetString(nines, 10)
	product.Mul(product, product)
	cases := []struct{ expression, want string }{
		{"1 + 1", "2"},
		{"2+3*4", "14"},
		{"(2+3)*4", "20"},
		{"10 - 4 - 3", "3"},
		{"100 / 10 / 2", "5"},
		{"7/8", "0.875"},
		{"0.1 + 0.2", "0.3"},
		{"1.10 * 3", "3.3"},
		{"-3 + 5", "2"},
		{"--3", "3"},
		{"-(2+3)", "-5"},
		{"+4", "4"},
		{"2 * -3", "-6"},
		{"2 − 5", "-3"},
		{"3 × 4", "12"},
		{"12 ÷ 4", "3"},
		{"3 x 4", "12"},
		{"2 + 2 =", "4"},
		{".5 + .5", "1"},
		{"5.", "5"},
		{"0 * -1", "0"},
		{"1e3 + 1", "1001"},
		{"1.5E-3", "0.0015"},
		{"1/3", "0.33333333333333333333 (rounded)"},
		{"1/3*3", "1 (rounded)"},
		{"10 mod 3", "1"},
		{"-10 mod 3", "-1"},
		{"5.5 mod 2", "1.5"},
		{"2^10", "1024"},
		{"2**10", "1024"},
		{"2^3^2", "512"},
		{"-2^2", "-4"},
		{"(-2)^2", "4"},
		{"2^-2", "0.25"},
		{"2^0", "1"},
		{"5²", "25"},
		{"2³", "8"},
		{"1.1^2", "1.21"},
		{"4^0.5", "2 (rounded)"},
		{"2^0.5", "1.4142135623730950488 (rounded)"},
		{"sqrt(16)", "4"},
		{"√16", "4"},
		{"√(9+16)", "5"},
		{"sqrt(2)", "1.4142135623730950488 (rounded)"},
		{"sqrt(2)^2", "2 (rounded)"},
		{"sqrt(0.25)", "0.5"},
		{"cbrt(27)", "3"},
		{"cbrt(-8)", "-2"},
		{"root(27, 3)", "3"},
		{"root(27,3)", "3"},
		{"root(32; 5)", "2"},
		{"root(1024, 10)", "2"},
		{"root(-32, 5)", "-2"},
		{"root(0, 4)", "0"},
		{"root(10, 3)", "2.1544346900318837218 (rounded)"},
		{"abs(-3.5)", "3.5"},
		{"round(2.345, 2)", "2.35"},
		{"round(-2.5)", "-3"},
		{"round(1/3, 4)", "0.3333"},
		{"round(1234, -2)", "1200"},
		{"17 % of 240", "40.8"},
		{"17% of 240 + 5", "45.8"},
		{"240 + 17 %", "280.8"},
		{"240 - 17%", "199.2"},
		{"50 % * 20", "10"},
		{"17 %", "0.17"},
		{"10 % + 5 %", "0.15"},
		{"100 + 10% + 10%", "121"},
		{"5 % - 3", "-2.95"},
		{"1/4 of 240", "60"},
		{"-10%", "-0.1"},
		{"30 / 120 in %", "25 %"},
		{"(17 %)^2", "0.0289"},
		{"1,250.00 * 2", "2500"},
		{"1,250,000 + 1", "1250001"},
		{"12,345,678.9", "12345678.9"},
		{"pi", "3.1415926535897932385 (rounded)"},
		{"2 * e", "5.4365636569180904707 (rounded)"},
		{"12 miles in km", "19.312128 km"},
		{"72 °F in °C", "22.222222222222222222 °C (rounded)"},
		{"100 °C in °F", "212 °F"},
		{"-40 F to C", "-40 °C"},
		{"0 °C in K", "273.15 K"},
		{"1 kg in lb", "2.2046226218487758072 lb (rounded)"},
		{"10 lb to kg", "4.5359237 kg"},
		{"16 oz in lb", "1 lb"},
		{"5 ft 3 in in cm", "160.02 cm"},
		{`5' 3" in cm`, "160.02 cm"},
		{"12 in to cm", "30.48 cm"},
		{"1 m in in", "39.370078740157480315 in (rounded)"},
		{"1 gal in l", "3.785411784 l"},
		{"2 cups in ml", "473.176473 ml"},
		{"100 km/h in mph", "62.137119223733396962 mph (rounded)"},
		{"60 mph in km/h", "96.56064 km/h"},
		{"3 * 4 m in cm", "1200 cm"},
		{"1,500.5 m in km", "1.5005 km"},
		{"1 GiB in MB", "1073.741824 MB"},
		{"8 Mbit in MB", "1 MB"},
		{"90 min in h", "1.5 h"},
		{"1 h 30 min in s", "5400 s"},
		{"-5 ft 3 in in in", "-63 in"},
		{"2 square feet in m²", "0.18580608 m²"},
		{"12 miles -> km", "19.312128 km"},
		{nines + "*" + nines, product.String()},
		{"2^3000 / 2^2999", "2"},
	}
	for _, c := range cases {
		got, err := Evaluate(t.Context(), c.expression)
		if err != nil || got != c.want {
			t.Errorf("%.80s = %.80s, %v; want %.80s", c.expression, got, err, c.want)
		}
	}
}

func TestErrorsSayWhereInPlainWords(t *testing.T) {
	cases := []struct{ expression, want string }{
		{"", "empty"},
		{"  ", "empty"},
		{"1 +", "At character 4: a number is missing at the end"},
		{"* 3", `At character 1: a number is missing before "*"`},
		{"1 / 0", "At character 3: nothing can be divided by zero"},
		{"1/(2-2)", "At character 2"},
		{"5 mod 0", "divided by zero"},
		{"0^0", "zero"},
		{"0^-1", "zero"},
		{"(1 + 2", `At character 1: this "(" is not closed`},
		{"1 + 2)", `At character 6: this ")" closes nothing`},
		{"2(3)", "an operator is missing"},
		{"1 250", "two numbers stand side by side"},
		{"1,25", "can be read in two ways"},
		{"1,250", "can be read in two ways"},
		{"0,250", "can be read in two ways"},
		{"1.250,00", "can be read in two ways"},
		{"1,25,000.5", "can be read in two ways"},
		{"1.2.3", "more than one point"},
		{"1.250.000", "more than one point"},
		{"$5 + 3", "currency"},
		{"5 ! 3", `"!" has no meaning`},
		{"foo(3)", `"foo" is not known`},
		{"sqrt 3", `"(" is missing after sqrt`},
		{"sqrt(1, 2)", "sqrt takes 1 number"},
		{"root(3)", "root takes 2 numbers"},
		{"root(2, 1.5)", "whole"},
		{"root(2, 0)", "1st"},
		{"root(2, 100000)", "1st"},
		{"sqrt(-1)", "negative"},
		{"(-8)^(1/3)", "cbrt"},
		{"10 % 3", "10 mod 3"},
		{"5 %%", "too many"},
		{"12 foos in km", "not known"},
		{"12 in km", "missing or not known"},
		{"12 kg in km", "kg (weight) cannot be converted into km (length)"},
		{"10^10^10", "exponent"},
		{"9^9^9", "exponent"},
		{"10^1001", "more than 1000 digits"},
		{"2^10000", "more than 1000 digits"},
		{"10^-1002", "1000 digits"},
		{"10^-900 * 10^-900", "closer to zero"},
		{"1e99999", "1000 digits"},
		{"1e999999999999", "1000 digits"},
		{"1e-99999999999999999999", "1000 digits"},
		{"1e2000", "1000 digits"},
		{"(10^999)*(10^999)", "more than 1000 digits"},
		{"1.0000001^99999999", "exponent"},
		{"10^999.9999*10", "1000 digits"},
		{"round(1, 99999)", "places"},
		{strings.Repeat("9", 1001), "at most 1000"},
		{strings.Repeat("(", 10_000) + "1" + strings.Repeat(")", 10_000), "at most 1000"},
		{strings.Repeat("(", 400) + "1" + strings.Repeat(")", 400), "100 levels"},
		{strings.Repeat("-", 900) + "1", "100 levels"},
		{strings.Repeat("√", 900) + "1", "100 levels"},
		{strings.Repeat("2^", 400) + "1", "100 levels"},
		{"\u202e1 + 1", "no meaning"},
		{"\xff", "no meaning"},
		{"1; 2", "not understood"},
	}
	for _, c := range cases {
		got, err := Evaluate(t.Context(), c.expression)
		var e *reason.Reason
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s = %.60s, %v; want an error with %q", c.expression, got, err, c.want)
		}
	}
}

// The place is that in the whole expression, also in a conversion of several parts.
func TestErrorsOfConversionsCountFromTheBeginning(t *testing.T) {
	_, err := Evaluate(t.Context(), "5 ft 1,5 in in cm")
	var e *reason.Reason
	if !errors.As(err, &e) || e.Place != 7 {
		t.Errorf("error %v", err)
	}
}

// The dearest expressions that are allowed end quickly.
func TestHostileExpressionsAreQuick(t *testing.T) {
	for _, expression := range []string{
		"1.0000000000001^9999.5", "0.5^999.5", strings.Repeat("root(", 90) + "7" + strings.Repeat(",999)", 90), strings.Repeat("1.1^9999.9+", 80) + "1",
		strings.Repeat("1/3+", 240) + "1", "1.000001^9999^1", strings.Repeat("√11^.001+", 100) + "1", strings.Repeat("root(√11,9)+", 80) + "1",
		strings.Repeat("sqrt(", 90) + "2" + strings.Repeat(")", 90),
	} {
		began := time.Now()
		got, err := Evaluate(t.Context(), expression)
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%.40s took %v: %.40s, %v", expression, took, got, err)
		} else {
			t.Logf("%.40s took %v: %.60s, %v", expression, took, got, err)
		}
	}
}

func TestTheContextEndsIt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Evaluate(ctx, "1 + 1"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestUnitNamesAreUnique(t *testing.T) {
	seen := map[string]string{}
	for _, u := range units {
		constant(u.factor)
		for _, name := range append([]string{u.name}, u.names...) {
			if other, ok := seen[name]; ok && other != u.name {
				t.Errorf("%q is %s and %s", name, other, u.name)
			}
			seen[name] = u.name
		}
	}
}

func FuzzEvaluate(f *testing.F) {
	for _, seed := range []string{"17 % of 240", "root(27, 3)", "5 ft 3 in in cm", "10^10^10", "((", "1,250.00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, expression string) {
		if got, err := Evaluate(t.Context(), expression); err == nil && (got == "" || len(got) > 3*maxDigits) {
			t.Errorf("%q = %q", expression, got)
		}
	})
}
