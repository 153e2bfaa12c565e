package words

import (
	"errors"
	"strings"

	"parlando/app/cost"
	"parlando/views/format"
	"parlando/views/i18n"
)

// ExactAmount formats an amount with all its digits and at least two decimals, such as "$0.05" or
// "0.006 CHF".
func ExactAmount(m cost.Money) string { return money(m, exactDecimals(m.Micros)) }

// exactDecimals returns the number of decimals that show all digits of an amount, at least two.
func exactDecimals(micros int64) int {
	digits := 2
	for unit := int64(10_000); digits < 6 && micros%unit != 0; unit /= 10 {
		digits++
	}
	return digits
}

// PriceText formats a price, such as "$2.50 in · $10.00 out, per million tokens"; "" for a price
// without amounts.
func PriceText(p cost.Price) string {
	var all []string
	free, known := true, false
	add := func(amount *int64, sentence func(map[string]any) string, per int64) {
		if amount != nil {
			all, known, free = append(all, sentence(map[string]any{"Amount": ExactAmount(cost.Money{Micros: *amount / per, Currency: p.Currency})})), true, free && *amount == 0
		}
	}
	add(p.Input, func(d map[string]any) string { return i18n.Text("{{.Amount}} input", d) }, 1)
	add(p.CacheRead, func(d map[string]any) string { return i18n.Text("{{.Amount}} cache reads", d) }, 1)
	add(p.CacheWrite, func(d map[string]any) string { return i18n.Text("{{.Amount}} cache writes", d) }, 1)
	add(p.Output, func(d map[string]any) string { return i18n.Text("{{.Amount}} output", d) }, 1)
	add(p.AudioInput, func(d map[string]any) string { return i18n.Text("{{.Amount}} audio input", d) }, 1)
	add(p.AudioOutput, func(d map[string]any) string { return i18n.Text("{{.Amount}} audio output", d) }, 1)
	if len(all) > 0 {
		all = []string{i18n.Text("{{.Amounts}}, per million tokens", map[string]any{"Amounts": format.Facts(all...)})}
	}
	if p.AudioHour != nil && *p.AudioHour%60 == 0 {
		add(p.AudioHour, func(d map[string]any) string { return i18n.Text("{{.Amount}} per minute", d) }, 60)
	} else {
		add(p.AudioHour, func(d map[string]any) string { return i18n.Text("{{.Amount}} per hour of audio", d) }, 1)
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
	return format.Clauses(all)
}

// PriceProblem returns the reason why a text cannot be parsed as a price.
func PriceProblem(err error) string {
	var wrong *cost.ParseError
	if !errors.As(err, &wrong) {
		wrong = &cost.ParseError{}
	}
	data := map[string]any{"Text": ShortName(strings.TrimSpace(wrong.Text), MaxNameInSentence)}
	data["Example"] = format.Decimal(0.15, 2)
	switch wrong.Problem {
	case cost.UnsupportedPrice:
		return i18n.Text("Parlando can't tell what “{{.Text}}” means. Paste only the lines with the prices.", data)
	case cost.NoKind:
		return i18n.Text("It isn't clear which price is for what.")
	case cost.TwoPrices:
		return i18n.Text("This text has several prices for the same thing. Paste the prices of one model.")
	case cost.MixedCurrencies:
		return i18n.Text("This text has several currencies. Paste prices in just one.")
	case cost.WrongAmount:
		return i18n.Text("“{{.Text}}” isn't a clear amount. Write it like {{.Example}}.", data)
	case cost.NoPrice:
	}
	return i18n.Text("No price was found in this text.")
}
