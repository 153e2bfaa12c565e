package practice

import (
	"encoding/json"
	"math/big"
	"strings"
)

// currency is that of all prices of practice.
const currency = "play"

// price is the price of a model in millionths of a millionth of the currency: for a token read or
// written, a character spoken, a second transcribed. A model whose amounts are all 0 has no price.
type price struct{ input, output, character, second int64 }

// told is the price as the catalog tells it, nil if it does not.
func (p price) told() map[string]any {
	switch {
	case p.input > 0:
		return map[string]any{"currency": currency, "prompt": amount(p.input), "completion": amount(p.output)}
	case p.character > 0:
		return map[string]any{"currency": currency, "input_cost_per_character": amount(p.character)}
	case p.second > 0:
		return map[string]any{"currency": currency, "input_cost_per_second": amount(p.second)}
	}
	return nil
}

// cost reads the amount that stands beside the counts in a usage object, or in headers.
type cost struct {
	Cost     json.Number `json:"cost,omitempty"`
	Currency string      `json:"currency,omitempty"`
}

// costs is the cost of so many units, nothing where the model tells no price.
func (p price) costs(units price) cost {
	if p == (price{}) {
		return cost{}
	}
	sum := p.input*units.input + p.output*units.output + p.character*units.character + p.second*units.second
	return cost{json.Number(amount(sum)), currency}
}

// amount writes millionths of a millionth as a decimal.
func amount(n int64) string {
	s := strings.TrimRight(big.NewRat(n, 1_000_000_000_000).FloatString(12), "0")
	return strings.TrimSuffix(s, ".")
}
