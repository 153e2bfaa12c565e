package words

import (
	"fmt"
	"time"

	"parlando/app/cost"
	"parlando/views/format"
	"parlando/views/i18n"
)

// Amount formats an amount with at least two significant digits: "$3.42", "$0.0042", "12.50 CHF".
func Amount(m cost.Money) string { return money(m, decimals(m.Micros)) }

// decimals returns the number of decimals of an amount: two, and more below 0.10.
func decimals(micros int64) int {
	digits, limit := 2, int64(100_000)
	for micros != 0 && max(micros, -micros) < limit && digits < 6 {
		digits++
		limit /= 10
	}
	return digits
}

// AmountColumn formats the amounts of one currency for a column, without the currency. All have
// equally many decimals, as many as Amount shows of the smallest. Nil amounts are empty.
func AmountColumn(all []*cost.Money) []string {
	digits := 2
	for _, m := range all {
		if m != nil {
			digits = max(digits, decimals(m.Micros))
		}
	}
	column := make([]string, len(all))
	for i, m := range all {
		if m != nil {
			column[i] = format.Amount(m.Micros, digits)
		}
	}
	return column
}

// SpentOfLimit returns the values Spent and Limit of a sentence, with equally many decimals. What
// is below the limit is not rounded up to it.
func SpentOfLimit(spent, limit cost.Money) map[string]any {
	digits := exactDecimals(limit.Micros)
	if spent.Micros < limit.Micros {
		spent.Micros = min(spent.Micros, limit.Micros-unitOf(digits))
	}
	return map[string]any{"Spent": money(spent, digits), "Limit": money(limit, digits)}
}

// CurrencyHeading returns the heading of a column of amounts in a currency.
func CurrencyHeading(currency string) string {
	if currency == PlayMoney {
		return i18n.Text("Practice credits")
	}
	return currency
}

// unitOf returns the millionths of the last of the given number of decimals.
func unitOf(digits int) int64 {
	unit := int64(1)
	for range 6 - digits {
		unit *= 10
	}
	return unit
}

// money formats an amount with the given number of decimals, at most six.
func money(m cost.Money, digits int) string {
	if m.Currency == PlayMoney {
		return i18n.Text("{{.Amount}} practice credits", map[string]any{"Amount": format.Amount(m.Micros, digits)})
	}
	return format.Money(m.Micros, m.Currency, digits)
}

// PlayMoney is the currency of the practice service.
const PlayMoney = "play"

// CostText formats the cost of requests, such as "about $3.42" or "no price known"; the amounts of
// several currencies follow one another.
func CostText(s cost.Sum) string {
	all := ""
	for i, m := range s.Amounts {
		if i > 0 {
			all += " + "
		}
		all += Amount(m)
	}
	switch {
	case all == "" && s.Unknown > 0:
		return i18n.Text("no price known")
	case all == "":
		return i18n.Text("no cost")
	case s.About:
		return i18n.Text("about {{.Amount}}", map[string]any{"Amount": all})
	}
	return all
}

// RequestsMade returns the number of requests as a phrase.
func RequestsMade(n int) string {
	return i18n.Plural("{{.N}} requests", n)
}

// AudioLength formats the length of audio, with seconds below ten minutes: "3 h 08 min", "4 min 10
// s".
func AudioLength(d time.Duration) string {
	d = d.Round(time.Second)
	data := map[string]any{"Hours": int(d.Hours()), "Minutes": int(d.Minutes()) % 60, "Seconds": int(d.Seconds()) % 60}
	switch {
	case d >= time.Hour:
		data["Minutes"] = fmt.Sprintf("%02d", data["Minutes"])
		return i18n.Text("{{.Hours}} h {{.Minutes}} min", data)
	case d >= 10*time.Minute:
		return i18n.Text("{{.Minutes}} min", data)
	case d >= time.Minute:
		return i18n.Text("{{.Minutes}} min {{.Seconds}} s", data)
	}
	return i18n.Text("{{.Seconds}} s", data)
}

// CostPurpose returns the display name of the purpose of requests.
func CostPurpose(p cost.Purpose) string {
	switch p {
	case cost.Chatting:
		return i18n.Text("Chats")
	case cost.ToolRounds:
		return i18n.Text("Tools (extra requests)")
	case cost.Transcribing:
		return i18n.Text("Transcription")
	case cost.Translating:
		return i18n.Text("Translating")
	case cost.ReadingAloud:
		return i18n.TextIn("subject", "Reading aloud")
	case cost.SoundFile:
		return i18n.Text("Audio files")
	case cost.Dictating:
		return i18n.Text("Dictation")
	case cost.TidyingUp:
		return i18n.Text("Tidying up dictation")
	case cost.Testing:
		return i18n.Text("Connection tests")
	}
	return i18n.Text("Other uses")
}
