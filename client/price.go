package client

import (
	"encoding/json"
	"math/big"
	"strings"

	"parlando/client/wire"
)

// Money is an amount in millionths of a currency.
type Money struct {
	Micros int64 `json:"micros"`
	// Currency is an ISO 4217 code, such as "USD", or a word of the service, such as "credits".
	Currency string `json:"currency"`
}

// Price has the prices of a model per billed unit. A nil amount is unknown; 0 is free.
type Price struct {
	// Currency is the currency of all amounts; see Money.
	Currency string `json:"currency"`
	// Input to AudioOutput are millionths of the currency per million tokens of that kind; see
	// Tokens.
	Input       *int64 `json:"input,omitempty"`
	CacheRead   *int64 `json:"cache_read,omitempty"`
	CacheWrite  *int64 `json:"cache_write,omitempty"`
	Output      *int64 `json:"output,omitempty"`
	AudioInput  *int64 `json:"audio_input,omitempty"`
	AudioOutput *int64 `json:"audio_output,omitempty"`
	// AudioHour is per hour of sound, Characters per million characters of text for speech.
	AudioHour  *int64 `json:"hour,omitempty"`
	Characters *int64 `json:"characters,omitempty"`
	// Picture is the price of a million pictures sent, Request that of a million requests.
	Picture *int64 `json:"picture,omitempty"`
	Request *int64 `json:"request,omitempty"`
}

// Tokens counts the tokens of a request by kind. The kinds are disjoint, except that Reasoning is a
// part of Output.
type Tokens struct {
	// Input counts tokens that were not cached, CacheRead tokens read from a cache, CacheWrite
	// tokens written to a cache.
	Input      int `json:"input,omitempty"`
	CacheRead  int `json:"cache_read,omitempty"`
	CacheWrite int `json:"cache_write,omitempty"`
	Output     int `json:"output,omitempty"`
	Reasoning  int `json:"reasoning,omitempty"`
	// AudioInput and AudioOutput are audio tokens.
	AudioInput  int `json:"audio_input,omitempty"`
	AudioOutput int `json:"audio_output,omitempty"`
}

// Factors that convert an amount for one unit to millionths of a currency per million units, or per
// hour.
const (
	perOne     = 1_000_000_000_000 // a token, a character, a picture, a request
	perMillion = 1_000_000
	perSecond  = 3600 * 1_000_000
	// perHundredMillion converts cents per 100 million tokens (xAI), or ten-thousandths of a dollar
	// per million (NovitaAI).
	perHundredMillion = 100
)

// rate lists the member names for the price of one unit.
type rate struct {
	field func(*Price) **int64
	// scale is 0 if the names leave open whether prices are per token or per million.
	scale int64
	names []string
}

func inputOf(p *Price) **int64       { return &p.Input }
func outputOf(p *Price) **int64      { return &p.Output }
func cacheReadOf(p *Price) **int64   { return &p.CacheRead }
func cacheWriteOf(p *Price) **int64  { return &p.CacheWrite }
func audioInputOf(p *Price) **int64  { return &p.AudioInput }
func audioOutputOf(p *Price) **int64 { return &p.AudioOutput }
func hourOf(p *Price) **int64        { return &p.AudioHour }
func charactersOf(p *Price) **int64  { return &p.Characters }
func pictureOf(p *Price) **int64     { return &p.Picture }
func requestOf(p *Price) **int64     { return &p.Request }

// namedRates have names that mean a price wherever they occur.
var namedRates = []rate{
	// LiteLLM
	{inputOf, perOne, []string{"input_cost_per_token"}},
	{outputOf, perOne, []string{"output_cost_per_token"}},
	{cacheReadOf, perOne, []string{"cache_read_input_token_cost"}},
	{cacheWriteOf, perOne, []string{"cache_creation_input_token_cost"}},
	{audioInputOf, perOne, []string{"input_cost_per_audio_token"}},
	{audioOutputOf, perOne, []string{"output_cost_per_audio_token"}},
	{hourOf, perSecond, []string{"input_cost_per_second", "output_cost_per_second"}},
	{charactersOf, perOne, []string{"input_cost_per_character"}},
	{pictureOf, perOne, []string{"input_cost_per_image"}},
	{requestOf, perOne, []string{"input_cost_per_request", "input_cost_per_query"}},
	// xAI
	{inputOf, perHundredMillion, []string{"prompt_text_token_price"}},
	{cacheReadOf, perHundredMillion, []string{"cached_prompt_text_token_price"}},
	{outputOf, perHundredMillion, []string{"completion_text_token_price"}},
	// NovitaAI
	{inputOf, perHundredMillion, []string{"input_token_price_per_m"}},
	{outputOf, perHundredMillion, []string{"output_token_price_per_m"}},
	// Requesty
	{inputOf, 0, []string{"input_price"}},
	{outputOf, 0, []string{"output_price"}},
	{cacheReadOf, 0, []string{"cached_price"}},
	{cacheWriteOf, 0, []string{"caching_price"}},
}

// shortRates add names that mean a price only inside an object of prices.
var shortRates = append([]rate{
	{inputOf, 0, []string{"prompt", "input", "input_tokens", "input_token"}},
	{outputOf, 0, []string{"completion", "output", "output_tokens", "output_token"}},
	{cacheReadOf, 0, []string{"input_cache_read", "cache_read", "cache_read_tokens", "cached_input", "cache_input", "input_cached"}},
	{cacheWriteOf, 0, []string{"input_cache_write", "cache_write", "cache_write_tokens"}},
	{audioInputOf, 0, []string{"audio", "input_audio", "audio_input"}},
	{audioOutputOf, 0, []string{"audio_output", "output_audio"}},
	{pictureOf, perOne, []string{"image"}},
	{requestOf, perOne, []string{"request"}},
}, namedRates...)

var (
	// dearToken is above any price of a token, and below any price of a million tokens.
	dearToken = big.NewRat(1, 1000)
	// cheapPicture is below any price of a picture, and above any price of a picture's token.
	cheapPicture = big.NewRat(1, 100_000)
)

// readPrice returns the price in a catalog entry, nil if there is none. The first object with
// prices applies.
func readPrice(o map[string]json.RawMessage) *Price {
	meta, _ := wire.ParseObject(o["metadata"])   // DeepInfra
	spec, _ := wire.ParseObject(o["model_spec"]) // Venice
	for _, raw := range []json.RawMessage{o["pricing"], meta["pricing"], spec["pricing"], o["cost"], o["price"]} {
		if prices, ok := wire.ParseObject(raw); ok {
			if p := pricesIn(prices, shortRates, o["currency"]); p != nil {
				return p
			}
		}
	}
	info, _ := wire.ParseObject(o["model_info"]) // LiteLLM
	for _, from := range []map[string]json.RawMessage{info, o} {
		if p := pricesIn(from, namedRates, o["currency"]); p != nil {
			return p
		}
	}
	return nil
}

// pricesIn reads an object of prices, nil if it has none. Amounts whose names leave the unit open
// are all per token if the greatest one is below dearToken, else all per million tokens. A negative
// price means that the price varies; it is treated as unknown.
func pricesIn(o map[string]json.RawMessage, rates []rate, currency json.RawMessage) *Price {
	p, some, paid := Price{}, false, false
	if own := o["currency"]; !wire.IsNull(own) {
		currency = own
	}
	if p.Currency = currencyOf(currency); p.Currency == "" {
		return nil
	}
	unit := tokenUnit(o, rates)
	for _, r := range rates {
		n := firstPrice(o, r.names)
		field := r.field(&p)
		if n == nil || *field != nil || p.pictureByToken(field, n) {
			continue
		}
		scale := r.scale
		if scale == 0 {
			scale = unit
		}
		amount := millionths(n, scale)
		*field, some, paid = &amount, true, paid || amount > 0
	}
	// Together reports 0 per token for models billed by the hour or per picture.
	_, hourly := o["hourly"]
	_, base := o["base"]
	if !some || !paid && (hourly || base) {
		return nil
	}
	return &p
}

// pictureByToken reports whether n, although named the price of a picture, is the price of one
// token of a picture. Such tokens are included in Input.
func (p *Price) pictureByToken(field **int64, n *big.Rat) bool {
	return field == &p.Picture && n.Sign() > 0 && n.Cmp(cheapPicture) < 0
}

// tokenUnit returns the factor for amounts whose names leave the unit open, judging by the member
// "unit" or by the size of the amounts.
func tokenUnit(o map[string]json.RawMessage, rates []rate) int64 {
	switch unit := strings.ToLower(wire.FirstString(o, "unit")); {
	case strings.Contains(unit, "million"), strings.Contains(unit, "1m"):
		return perMillion
	case strings.Contains(unit, "thousand"), strings.Contains(unit, "1k"):
		return 1000 * perMillion
	case strings.Contains(unit, "token"):
		return perOne
	}
	for _, r := range rates {
		if n := firstPrice(o, r.names); r.scale == 0 && n != nil && n.Cmp(dearToken) >= 0 {
			return perMillion
		}
	}
	return perOne
}

// firstPrice returns the first of the named amounts that is not negative, nil if there is none. A
// member may be an object with one amount per currency; then the amount in USD counts.
func firstPrice(o map[string]json.RawMessage, names []string) *big.Rat {
	for _, name := range names {
		n := decimal(o[name])
		if each, ok := wire.ParseObject(o[name]); ok { // Chutes, Venice
			n = decimal(each["usd"])
		}
		if n != nil && n.Sign() >= 0 {
			return n
		}
	}
	return nil
}
