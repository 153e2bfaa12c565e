package words

import (
	"errors"
	"strings"

	"parlando/app/cost"
	"parlando/views/i18n"
)

// PriceText returns a price in words: "$2.50 in · $10.00 out, per million tokens"; "" for one
// without amounts.
func PriceText(p cost.Price) string {
	var all []string
	free, known := true, false
	exact := func(micros int64) string {
		digits := 2
		for unit := int64(10_000); digits < 6 && micros%unit != 0; unit /= 10 {
			digits++
		}
		return money(cost.Money{Micros: micros, Currency: p.Currency}, digits)
	}
	add := func(amount *int64, sentence func(map[string]any) string, per int64) {
		if amount != nil {
			all, known, free = append(all, sentence(map[string]any{"Amount": exact(*amount / per)})), true, free && *amount == 0
		}
	}
	add(p.Input, func(d map[string]any) string { return i18n.Text("{{.Amount}} in", d) }, 1)
	add(p.CacheRead, func(d map[string]any) string { return i18n.Text("{{.Amount}} from the cache", d) }, 1)
	add(p.CacheWrite, func(d map[string]any) string { return i18n.Text("{{.Amount}} into the cache", d) }, 1)
	add(p.Output, func(d map[string]any) string { return i18n.Text("{{.Amount}} out", d) }, 1)
	add(p.AudioInput, func(d map[string]any) string { return i18n.Text("{{.Amount}} sound in", d) }, 1)
	add(p.AudioOutput, func(d map[string]any) string { return i18n.Text("{{.Amount}} sound out", d) }, 1)
	if len(all) > 0 {
		all = []string{i18n.Text("{{.Amounts}}, per million tokens", map[string]any{"Amounts": strings.Join(all, " · ")})}
	}
	if p.AudioHour != nil && *p.AudioHour%60 == 0 {
		add(p.AudioHour, func(d map[string]any) string { return i18n.Text("{{.Amount}} per minute", d) }, 60)
	} else {
		add(p.AudioHour, func(d map[string]any) string { return i18n.Text("{{.Amount}} per hour of sound", d) }, 1)
	}
	if p.Characters != nil && *p.Characters%1000 == 0 {
		add(p.Characters, func(d map[string]any) string { return i18n.Text("{{.Amount}} per 1,000 characters", d) }, 1000)
	} else {
		add(p.Characters, func(d map[string]any) string { return i18n.Text("{{.Amount}} per million characters", d) }, 1)
	}
	add(p.Picture, func(d map[string]any) string { return i18n.Text("{{.Amount}} per million pictures", d) }, 1)
	add(p.Request, func(d map[string]any) string { return i18n.Text("{{.Amount}} per million requests", d) }, 1)
	if known && free {
		return i18n.Text("free")
	}
	return strings.Join(all, "; ")
}

// PriceProblem returns why a text cannot be parsed as a price.
func PriceProblem(err error) string {
	var wrong *cost.ParseError
	if !errors.As(err, &wrong) {
		wrong = &cost.ParseError{}
	}
	data := map[string]any{"Text": ShortName(strings.TrimSpace(wrong.Text), MaxNameInSentence)}
	switch wrong.Problem {
	case cost.UnsupportedPrice:
		return i18n.Text("“{{.Text}}” cannot be read. Paste only the prices for input, output, sound or text.", data)
	case cost.NoKind:
		return i18n.Text("It is not clear which amount is for what.")
	case cost.TwoPrices:
		return i18n.Text("There are several prices for the same thing. Paste those of one model.")
	case cost.MixedCurrencies:
		return i18n.Text("There are several currencies. Paste the prices in one of them.")
	case cost.WrongAmount:
		return i18n.Text("“{{.Text}}” is not clear. Write the amount as 0.15, for example.", data)
	case cost.NoPrice:
	}
	return i18n.Text("There is no price in this text.")
}
