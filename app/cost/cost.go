// Package cost defines the values of cost accounting: money, prices, billed counts, and the
// purposes of requests. It computes with integers and uses neither network nor disk.
package cost

import (
	"cmp"
	"math/big"
	"slices"

	"parlando/client"
)

// Money is an amount in millionths of a currency.
type Money = client.Money

// Price is the price of a model for each billed unit.
type Price = client.Price

// Tokens counts tokens by kind.
type Tokens = client.Tokens

// Counts holds the billed units of one or more requests.
type Counts struct {
	Tokens
	// Sound is the length of recordings in milliseconds, Characters the characters read aloud.
	Sound      int64
	Characters int64
	Pictures   int64
}

// Add adds the counts of other requests.
func (c *Counts) Add(o Counts) {
	c.Input += o.Input
	c.CacheRead += o.CacheRead
	c.CacheWrite += o.CacheWrite
	c.Output += o.Output
	c.Reasoning += o.Reasoning
	c.AudioInput += o.AudioInput
	c.AudioOutput += o.AudioOutput
	c.Sound += o.Sound
	c.Characters += o.Characters
	c.Pictures += o.Pictures
}

// InputTokens returns the number of input tokens.
func (c Counts) InputTokens() int { return c.Input + c.CacheRead + c.CacheWrite + c.AudioInput }

// OutputTokens returns the number of output tokens.
func (c Counts) OutputTokens() int { return c.Output + c.AudioOutput }

// CostOf returns the cost of a request, rounded up to a millionth. ok is false if p lacks a
// required unit. about is true if another price was substituted: that of other input for cached
// input, or that of text for audio.
func CostOf(p Price, c Counts) (m Money, about, ok bool) {
	sum := new(big.Int)
	known, missing := false, false
	add := func(n int64, per int64, amounts ...*int64) {
		for i, amount := range amounts {
			if amount == nil {
				continue
			}
			known = true
			about = about || i > 0 && n > 0
			part := new(big.Int).Mul(big.NewInt(n), big.NewInt(*amount))
			sum.Add(sum, part.Mul(part, big.NewInt(unit/per)))
			return
		}
		missing = missing || n > 0
	}
	bySound := p.AudioHour != nil && c.Sound > 0
	byText := p.Characters != nil && c.Characters > 0
	if !bySound && !byText {
		add(int64(c.Input), million, p.Input)
		add(int64(c.CacheRead), million, p.CacheRead, p.Input)
		add(int64(c.CacheWrite), million, p.CacheWrite, p.Input)
		add(int64(c.AudioInput), million, p.AudioInput, p.Input)
		add(int64(c.Output), million, p.Output)
		add(int64(c.AudioOutput), million, p.AudioOutput, p.Output)
	}
	if c.InputTokens()+c.OutputTokens() == 0 || bySound || byText {
		add(c.Sound, millisecondsOfHour, p.AudioHour)
		add(c.Characters, million, p.Characters)
	}
	if p.Picture != nil {
		add(c.Pictures, million, p.Picture)
	}
	if p.Request != nil {
		add(1, million, p.Request)
	}
	if !known || missing {
		return Money{Currency: p.Currency}, false, false
	}
	sum.Add(sum, big.NewInt(unit-1)).Div(sum, big.NewInt(unit))
	if !sum.IsInt64() {
		return Money{Currency: p.Currency}, false, false
	}
	return Money{Micros: sum.Int64(), Currency: p.Currency}, about, true
}

const (
	million            = 1_000_000
	millisecondsOfHour = 3_600_000
	// unit is a common multiple of the units of all prices.
	unit = 18_000_000
)

// Sum is the cost of several requests by currency. Amounts of different currencies are never added.
type Sum struct {
	// Amounts holds the total of each currency, sorted by the number, largest first.
	Amounts []Money
	// About reports whether any amount is estimated or its price is inexact. Unknown is the number
	// of requests whose price is unknown.
	About   bool
	Unknown int
}

// Add adds an amount.
func (s *Sum) Add(m Money) {
	i := slices.IndexFunc(s.Amounts, func(o Money) bool { return o.Currency == m.Currency })
	if i < 0 {
		s.Amounts = append(s.Amounts, m)
	} else {
		s.Amounts[i].Micros += m.Micros
	}
	slices.SortStableFunc(s.Amounts, func(a, b Money) int {
		return cmp.Or(cmp.Compare(b.Micros, a.Micros), cmp.Compare(a.Currency, b.Currency))
	})
}

// Equal reports whether two sums are the same.
func (s Sum) Equal(o Sum) bool {
	return s.About == o.About && s.Unknown == o.Unknown && slices.Equal(s.Amounts, o.Amounts)
}

// AddSum adds another sum.
func (s *Sum) AddSum(o Sum) {
	for _, m := range o.Amounts {
		s.Add(m)
	}
	s.About = s.About || o.About
	s.Unknown += o.Unknown
}
