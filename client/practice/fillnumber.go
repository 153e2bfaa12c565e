package practice

import (
	"encoding/json"
	"math/big"
	"strings"
)

// numbers are the numbers to try for a field: what the message says, the default, then what lies within the limits.
func (f *filler) numbers(s *shape, at field, whole bool, yield func(any) bool) {
	try := func(r *big.Rat) bool { return !yield(number(r)) }
	if said := f.explicit(at.name); at.item == 0 && len(said) <= 30 && !strings.ContainsAny(said, "eEpPxX/") {
		if r, ok := new(big.Rat).SetString(said); ok && try(r) {
			return
		}
	}
	for _, near := range []bool{true, false} {
		if one := f.pick(at.name, near, aNumber); one != nil && (near || at.required || f.eager) {
			if r, ok := new(big.Rat).SetString(one.text); ok && try(r) {
				one.used = true
				return
			}
		}
	}
	for _, one := range f.facts.all {
		if r, ok := new(big.Rat).SetString(one.text); ok && one.kind == aNumber && !one.used && at.required && try(r) {
			one.used = true
			return
		}
	}
	for _, v := range s.defaults {
		if !yield(v) {
			return
		}
	}
	for i, r := range s.within(whole) {
		if i >= at.item && try(r) {
			if at.required {
				f.invented++
			}
			return
		}
	}
}

// within are numbers inside the limits, the plainest first.
func (s *shape) within(whole bool) []*big.Rat {
	step := big.NewRat(1, 1)
	for i, one := range s.steps {
		if i == 0 && !whole {
			step = one
		} else {
			step = commonMultiple(step, one)
		}
	}
	var all []*big.Rat
	add := func(r *big.Rat) { all = append(all, r) }
	switch {
	case s.low == nil && s.high == nil:
		for i := range int64(20) {
			add(new(big.Rat).Mul(step, big.NewRat(i+1, 1)))
		}
		add(new(big.Rat))
	case s.low != nil:
		first := multiple(s.low, step, true)
		for range 20 {
			add(first)
			first = new(big.Rat).Add(first, step)
		}
	default:
		last := multiple(s.high, step, false)
		for range 20 {
			add(last)
			last = new(big.Rat).Sub(last, step)
		}
	}
	if s.low != nil && s.high != nil {
		// Between narrow limits: the middle, and tenths and thousandths.
		middle := new(big.Rat).Quo(new(big.Rat).Add(s.low, s.high), big.NewRat(2, 1))
		add(multiple(middle, step, false))
		if len(s.steps) == 0 && !whole {
			for _, part := range []int64{10, 1000, 1_000_000} {
				add(multiple(middle, big.NewRat(1, part), false))
			}
			add(middle)
		}
	}
	return all
}

// multiple is the multiple of step that is nearest to r, from above or from below.
func multiple(r, step *big.Rat, up bool) *big.Rat {
	if step.Sign() <= 0 {
		return r
	}
	q := new(big.Rat).Quo(r, step)
	n, rest := new(big.Int).DivMod(q.Num(), q.Denom(), new(big.Int))
	if up && rest.Sign() != 0 {
		n.Add(n, big.NewInt(1))
	}
	return new(big.Rat).Mul(new(big.Rat).SetInt(n), step)
}

// commonMultiple is the smallest number that is a multiple of both.
func commonMultiple(a, b *big.Rat) *big.Rat {
	if a.Sign() <= 0 || b.Sign() <= 0 {
		return a
	}
	// lcm(p/q, r/s) = lcm(p·s, r·q) / (q·s)
	p, r := new(big.Int).Mul(a.Num(), b.Denom()), new(big.Int).Mul(b.Num(), a.Denom())
	lcm := new(big.Int).Div(new(big.Int).Mul(p, r), new(big.Int).GCD(nil, nil, p, r))
	return new(big.Rat).SetFrac(lcm, new(big.Int).Mul(a.Denom(), b.Denom()))
}

// number writes a number as JSON does, to 12 places at most.
func number(r *big.Rat) json.Number {
	if r.IsInt() {
		return json.Number(r.Num().String())
	}
	text := r.FloatString(12)
	for text[len(text)-1] == '0' {
		text = text[:len(text)-1]
	}
	return json.Number(text)
}
