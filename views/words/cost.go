package words

import (
	"fmt"
	"strings"
	"time"

	"parlando/app/cost"
	"parlando/views/i18n"
)

// signs are the signs of currencies, which stand before the amount.
var signs = map[string]string{"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}

// Money says an amount with two significant digits at least: "$3.42", "$0.0042", "12.50 CHF".
func Money(m cost.Money) string {
	digits, limit := 2, int64(100_000)
	for m.Micros != 0 && max(m.Micros, -m.Micros) < limit && digits < 6 {
		digits++
		limit /= 10
	}
	return money(m, digits)
}

// money says an amount with so many decimals, at most six.
func money(m cost.Money, digits int) string {
	unit := int64(1)
	for range 6 - digits {
		unit *= 10
	}
	whole := (max(m.Micros, -m.Micros) + unit/2) / unit * unit // in millionths, rounded
	amount := Count(int(whole/1_000_000)) + "." + fmt.Sprintf("%06d", whole%1_000_000)[:digits]
	minus := ""
	if m.Micros < 0 {
		minus = "-"
	}
	if sign := signs[m.Currency]; sign != "" {
		return minus + sign + amount
	}
	amount = minus + amount
	if m.Currency == PlayMoney {
		return i18n.Text("{{.Amount}} of play money", map[string]any{"Amount": amount})
	}
	return amount + "\u00a0" + m.Currency
}

// PlayMoney is the currency of practice.
const PlayMoney = "play"

// Cost says what requests cost: "about $3.42", "no price known"; currencies stand beside each
// other.
func Cost(s cost.Sum) string {
	var amounts []string
	for _, m := range s.Amounts {
		amounts = append(amounts, Money(m))
	}
	all := strings.Join(amounts, " + ")
	switch {
	case all == "" && s.Unknown > 0:
		return i18n.Text("no price known")
	case all == "":
		return i18n.Text("nothing")
	case s.About:
		return i18n.Text("about {{.Amount}}", map[string]any{"Amount": all})
	}
	return all
}

// Requests returns the number of requests as words.
func Requests(n int) string {
	if n == 1 {
		return i18n.Text("1 request")
	}
	return i18n.Text("{{.N}} requests", map[string]any{"N": Count(n)})
}

// Counted says in what requests are counted, apart from tokens: "3 h 8 min · 92,000 characters"; ""
// for nothing.
func Counted(c cost.Counts) string {
	var all []string
	if c.Sound > 0 {
		all = append(all, Sound(time.Duration(c.Sound)*time.Millisecond))
	}
	if c.Characters > 0 {
		all = append(all, Characters(int(c.Characters)))
	}
	return strings.Join(all, " · ")
}

// Sound says how long a sound is, to the second below ten minutes: "3 h 08 min", "4 min 10 s".
func Sound(d time.Duration) string {
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

// MonthName names a month with its year.
func MonthName(t time.Time) string {
	return i18n.Text("{{.Month}} {{.Year}}", map[string]any{"Month": month(t.Month()), "Year": t.Year()})
}

// DayName names a day of a month: "24 November".
func DayName(t time.Time) string {
	return i18n.Text("{{.Day}} {{.Month}}", map[string]any{"Day": t.Day(), "Month": month(t.Month())})
}

// CostPurpose says what requests are for.
func CostPurpose(p cost.Purpose) string {
	switch p {
	case cost.Chatting:
		return i18n.Text("Chats")
	case cost.ToolRounds:
		return i18n.Text("Tools, further rounds")
	case cost.Transcribing:
		return i18n.Text("Transcription")
	case cost.Translating:
		return i18n.Text("Translation")
	case cost.ReadingAloud:
		return i18n.Text("Reading aloud")
	case cost.SoundFile:
		return i18n.Text("Sound files")
	case cost.Dictating:
		return i18n.Text("Dictation")
	case cost.TidyingUp:
		return i18n.Text("Tidying up dictation")
	case cost.Testing:
		return i18n.Text("Tests of connections")
	}
	return i18n.Text("Other")
}
