package calculator

import (
	"context"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"parlando/app/reason"
)

// The limits of an expression and its numbers.
const (
	maxLength   = 1000   // characters of an expression
	maxDepth    = 100    // nested parentheses and signs
	maxDigits   = 1000   // digits of a number, before and after its point
	maxExponent = 10_000 // maximum exponent of a power
	maxRoot     = 1000   // n of an n-th root

	exactDigits   = 1100 // digits of sums, products, quotients and square roots
	rootDigits    = 60   // digits of other roots and powers
	roundedDigits = 20   // digits of results that are not exact
)

// problem returns an error in the expression at a character, counted from 1; 0 means the whole
// expression.
func problem(place int, code, format string, values ...any) error {
	r := reason.New(code, format, values...)
	r.Place = place
	return r
}

// Evaluate returns the value of an expression, with its unit. An inexact value has 20 digits and is
// marked as rounded. The error is a *reason.Reason, or that of ctx.
func Evaluate(ctx context.Context, expression string) (string, error) {
	if n := len([]rune(expression)); n > maxLength {
		return "", problem(0, "too_long", "The expression has %d characters; at most %d are calculated.", n, maxLength)
	}
	if c, ok := splitConversion(expression); ok {
		return c.evaluate(ctx)
	}
	v, err := evaluate(ctx, expression, 0)
	if err != nil {
		return "", err
	}
	return v.text(), nil
}

// value is a number. percent reports that % follows, which is applied when the number is used;
// rounded reports that digits were lost.
type value struct {
	number  *apd.Decimal
	percent bool
	rounded bool
}

// plain returns the number itself: 17 % is 0.17.
func (v value) plain() *apd.Decimal {
	if !v.percent {
		return v.number
	}
	d := new(apd.Decimal).Set(v.number)
	d.Exponent -= 2
	return d
}

// text formats the number without an exponent and trailing zeros.
func (v value) text() string {
	d := new(apd.Decimal).Set(v.plain())
	note := ""
	if v.rounded {
		_, _ = apd.BaseContext.WithPrecision(roundedDigits).Round(d, d)
		note = " (rounded)"
	}
	d.Reduce(d)
	if d.IsZero() {
		d.Negative = false
	}
	return d.Text('f') + note
}

// calculation performs the arithmetic of one expression.
type calculation struct {
	ctx context.Context
}

// do runs an operation of apd with the given number of digits and checks its result. place is the
// position of the operator.
func (c calculation) do(place int, digits uint32, operands []value, operation func(a *apd.Context, d *apd.Decimal) (apd.Condition, error)) (value, error) {
	if err := c.ctx.Err(); err != nil {
		return value{}, err
	}
	a := apd.BaseContext.WithPrecision(digits)
	a.Traps = 0
	out := value{number: new(apd.Decimal)}
	condition, err := operation(a, out.number)
	out.rounded = condition.Inexact()
	for _, o := range operands {
		out.rounded = out.rounded || o.rounded
	}
	switch {
	case err != nil || out.number.Form != apd.Finite:
		return value{}, problem(place, "no_value", "this has no value.")
	case condition.Overflow():
		return value{}, tooLarge(place)
	}
	return out, checkSize(place, out.number)
}

// checkSize limits the digits before the point and the zeros after it.
func checkSize(place int, d *apd.Decimal) error {
	magnitude := int64(d.Exponent) + d.NumDigits()
	switch {
	case d.IsZero():
		return nil
	case magnitude > maxDigits:
		return tooLarge(place)
	case magnitude < -maxDigits:
		return problem(place, "too_small", "the result is closer to zero than %d places behind the point.", maxDigits)
	}
	return nil
}

func tooLarge(place int) error {
	return problem(place, "too_large", "the result has more than %d digits.", maxDigits)
}

func (c calculation) add(place int, x, y value, sign int) (value, error) {
	left, right := x.plain(), y.plain()
	if y.percent && !x.percent { // 240 + 17 % is 240 plus 17 % of 240
		part, err := c.multiply(place, x, value{number: right, rounded: y.rounded})
		if err != nil {
			return value{}, err
		}
		right = part.number
	}
	return c.do(place, exactDigits, []value{x, y}, func(a *apd.Context, d *apd.Decimal) (apd.Condition, error) {
		if sign < 0 {
			return a.Sub(d, left, right)
		}
		return a.Add(d, left, right)
	})
}

func (c calculation) multiply(place int, x, y value) (value, error) {
	return c.do(place, exactDigits, []value{x, y}, func(a *apd.Context, d *apd.Decimal) (apd.Condition, error) {
		return a.Mul(d, x.plain(), y.plain())
	})
}

func (c calculation) divide(place int, x, y value) (value, error) {
	if y.number.IsZero() {
		return value{}, problem(place, "division_by_zero", "nothing can be divided by zero.")
	}
	return c.do(place, exactDigits, []value{x, y}, func(a *apd.Context, d *apd.Decimal) (apd.Condition, error) {
		return a.Quo(d, x.plain(), y.plain())
	})
}

// remainder returns x modulo y, with the sign of x.
func (c calculation) remainder(place int, x, y value) (value, error) {
	if y.number.IsZero() {
		return value{}, problem(place, "division_by_zero", "nothing can be divided by zero.")
	}
	// The quotient of two numbers that pass checkSize has at most twice the digits.
	return c.do(place, 4*exactDigits, []value{x, y}, func(a *apd.Context, d *apd.Decimal) (apd.Condition, error) {
		return a.Rem(d, x.plain(), y.plain())
	})
}

// power raises x to y. Integer exponents give exact results within the limit of digits.
func (c calculation) power(place int, x, y value) (value, error) {
	base, exponent := x.plain(), y.plain()
	limit := apd.New(maxExponent, 0)
	if exponent.Cmp(limit) > 0 || exponent.Cmp(new(apd.Decimal).Neg(limit)) < 0 {
		return value{}, problem(place, "exponent_range", "an exponent must be between %d and %d.", -maxExponent, maxExponent)
	}
	if base.IsZero() && exponent.Sign() <= 0 {
		return value{}, problem(place, "power_of_zero", "zero cannot be raised to the power of zero or less.")
	}
	if n, err := exponent.Int64(); err == nil {
		return c.wholePower(place, value{number: base, rounded: x.rounded || y.rounded}, n)
	}
	if base.Negative {
		return value{}, problem(place, "power_of_negative", "a negative number can only be raised to a whole number. For its cube root write cbrt(x).")
	}
	return c.do(place, rootDigits, []value{x, y, {rounded: true}}, func(a *apd.Context, d *apd.Decimal) (apd.Condition, error) {
		return a.Pow(d, shortened(base), shortened(exponent))
	})
}

// shortened rounds a number to the digits that affect the result of apd's Pow, which takes half a
// second for 1,000 digits.
func shortened(d *apd.Decimal) *apd.Decimal {
	short := new(apd.Decimal)
	if _, err := apd.BaseContext.WithPrecision(rootDigits+20).Round(short, d); err != nil {
		return d
	}
	return short
}

// wholePower raises x to an integer by repeated squaring, which detects too large results early.
func (c calculation) wholePower(place int, x value, n int64) (value, error) {
	result := value{number: apd.New(1, 0), rounded: x.rounded}
	var err error
	for m := max(n, -n); m > 0; m /= 2 {
		if m%2 == 1 {
			if result, err = c.multiply(place, result, x); err != nil {
				return value{}, err
			}
		}
		if m > 1 {
			if x, err = c.multiply(place, x, x); err != nil {
				return value{}, err
			}
		}
	}
	if n < 0 {
		return c.divide(place, value{number: apd.New(1, 0)}, result)
	}
	return result, nil
}

// root returns the n-th root. Odd roots of negative numbers are negative.
func (c calculation) root(place int, x value, n int64) (value, error) {
	radicand := new(apd.Decimal).Set(x.plain())
	negative := radicand.Negative && !radicand.IsZero()
	switch {
	case n < 1 || n > maxRoot:
		return value{}, problem(place, "root_range", "a root must be the 1st to the %dth.", maxRoot)
	case negative && n%2 == 0:
		return value{}, problem(place, "no_root", "a negative number has no such root.")
	case radicand.IsZero():
		return value{number: radicand, rounded: x.rounded}, nil
	}
	radicand.Negative = false
	r, err := c.do(place, exactDigits, []value{x}, func(a *apd.Context, d *apd.Decimal) (apd.Condition, error) {
		if n == 2 {
			return a.Sqrt(d, radicand)
		}
		a.Precision = rootDigits + 20
		inverse := new(apd.Decimal)
		if condition, err := a.Quo(inverse, apd.New(1, 0), apd.New(n, 0)); err != nil {
			return condition, err
		}
		condition, err := a.Pow(d, shortened(radicand), inverse)
		if err != nil {
			return condition, err
		}
		more, err := apd.BaseContext.WithPrecision(rootDigits).Round(d, d)
		return condition | more, err
	})
	if err != nil {
		return value{}, err
	}
	if power, err := c.wholePower(place, value{number: r.number}, n); err == nil && !power.rounded && power.number.Cmp(radicand) == 0 {
		r.rounded = x.rounded
	} else {
		r.rounded = true
	}
	r.number.Negative = negative
	return r, nil
}

// roundTo rounds half away from zero to the given number of decimals.
func (c calculation) roundTo(place int, x value, places int64) (value, error) {
	if places < -maxDigits || places > maxDigits {
		return value{}, problem(place, "rounding_range", "a number can be rounded to at most %d places.", maxDigits)
	}
	v, err := c.do(place, 4*exactDigits, nil, func(a *apd.Context, d *apd.Decimal) (apd.Condition, error) {
		a.Rounding = apd.RoundHalfUp
		return a.Quantize(d, x.plain(), int32(-places))
	})
	v.rounded = false // the user asked for rounding
	return v, err
}

// shown shortens text that is quoted in an error.
func shown(text string) string {
	if r := []rune(text); len(r) > 30 {
		text = string(r[:30]) + "…"
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}
