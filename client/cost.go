package client

import (
	"encoding/json"
	"math/big"
	"net/http"

	"parlando/client/wire"
)

// costNames lists the members with the cost of a request, the most reliable first.
var costNames = []string{"cost", "total_cost", "response_cost", "cost_usd", "total_cost_usd", "estimated_cost"}

// costHeaders lists the headers with the cost. The currency may be in a header of the same name
// with currencySuffix.
var costHeaders = []string{"X-Litellm-Response-Cost", "X-Response-Cost", "X-Request-Cost", "X-Usage-Cost"}

const currencySuffix = "-Currency"

// costOf returns the cost in a usage object, or in an object of costs; nil if there is none. A
// positive cost below a millionth is one millionth.
func costOf(o map[string]json.RawMessage) *Money {
	if ticks := decimal(o["cost_in_usd_ticks"]); ticks != nil && ticks.Sign() >= 0 { // xAI
		return money(ticks.Quo(ticks, big.NewRat(10_000_000_000, 1)), usd)
	}
	for _, name := range costNames {
		from, n := o, decimal(o[name])
		if inner, ok := wire.ParseObject(o[name]); ok {
			from = inner
			for _, name := range []string{"total_cost", "total", "cost", "amount", "usd"} {
				if n = decimal(inner[name]); n != nil {
					break
				}
			}
		}
		if n == nil || n.Sign() < 0 {
			continue
		}
		// With the user's own key, OpenRouter reports only its fee; the provider charges the rest.
		if byok, _ := wire.ParseBool(o["is_byok"]); byok {
			details, _ := wire.ParseObject(o["cost_details"])
			if upstream := decimal(details["upstream_inference_cost"]); upstream != nil && upstream.Sign() > 0 {
				n.Add(n, upstream)
			}
		}
		currency := from["currency"]
		if wire.IsNull(currency) {
			currency = o["currency"]
		}
		return money(n, currencyOf(currency))
	}
	return nil
}

// money returns n in a currency, nil if the currency is "".
func money(n *big.Rat, currency string) *Money {
	if currency == "" {
		return nil
	}
	return &Money{Micros: millionths(n, 1_000_000), Currency: currency}
}

// costBeside returns a cost that is not in the usage object but in o, or in a vendor-specific
// object within o. o is a reply, a choice or a message.
func costBeside(o map[string]json.RawMessage) *Money {
	for _, name := range []string{"cost", "total_cost", "cost_in_usd_ticks"} {
		if _, told := o[name]; !told {
			continue
		}
		if cost := costOf(map[string]json.RawMessage{name: o[name], "currency": o["currency"]}); cost != nil {
			return cost
		}
	}
	for _, name := range []string{"provider_metadata", "providerMetadata"} {
		if metadata, ok := wire.ParseObject(o[name]); ok {
			gateway, _ := wire.ParseObject(metadata["gateway"]) // Vercel
			return costOf(gateway)
		}
	}
	for _, name := range []string{"x_nanogpt_pricing", "inference_status"} { // NanoGPT, DeepInfra
		if wire.FirstByte(o[name]) == '{' {
			return costOf(map[string]json.RawMessage{"cost": o[name]})
		}
	}
	return nil
}

// headerCost returns the cost in the headers of a response.
func headerCost(h http.Header) *Money {
	for _, name := range costHeaders {
		if value := h.Get(name); value != "" {
			o := map[string]json.RawMessage{"cost": wire.Quote(value)}
			if currency := h.Get(name + currencySuffix); currency != "" {
				o["currency"] = wire.Quote(currency)
			}
			return costOf(o)
		}
	}
	return nil
}
