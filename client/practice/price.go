package practice

import (
	"encoding/json"
	"math/big"
	"strings"
)

// currency is the currency of all practice prices.
const currency = "play"

// price is the price of a model in units of 1e-12 of the currency: per input token, output token,
// character spoken and second transcribed. A model whose amounts are all 0 has no price.
type price struct{ input, output, character, second int64 }

// told returns the price in the form of the catalog, nil if there is none.
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

// cost is the amount reported in a usage object or in headers.
type cost struct {
	Cost     json.Number `json:"cost,omitempty"`
	Currency string      `json:"currency,omitempty"`
}

// costs returns the cost of the given units, the zero cost if the model has no price.
func (p price) costs(units price) cost {
	if p == (price{}) {
		return cost{}
	}
	sum := p.input*units.input + p.output*units.output + p.character*units.character + p.second*units.second
	return cost{json.Number(amount(sum)), currency}
}

// amount formats units of 1e-12 as a decimal.
func amount(n int64) string {
	s := strings.TrimRight(big.NewRat(n, 1_000_000_000_000).FloatString(12), "0")
	return strings.TrimSuffix(s, ".")
}
