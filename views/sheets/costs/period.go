package costs

import (
	"time"

	"parlando/app/ledger"
	"parlando/views/format"
	"parlando/views/i18n"
)

// period selects the time whose costs are shown.
type period uint8

const (
	today period = iota
	week
	month
	year
)

// spanOf returns a period that contains at. A week is the seven days that end with at.
func spanOf(p period, at time.Time) ledger.Span {
	day := time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, at.Location())
	switch p {
	case week:
		return ledger.Span{From: day.AddDate(0, 0, -6), To: day.AddDate(0, 0, 1)}
	case month:
		return ledger.MonthOf(at)
	case year:
		from := time.Date(at.Year(), time.January, 1, 0, 0, 0, 0, at.Location())
		return ledger.Span{From: from, To: from.AddDate(1, 0, 0)}
	}
	return ledger.Span{From: day, To: day.AddDate(0, 0, 1)}
}

// barsOf returns the span of each bar of a period, those after now left out: an hour of today, a
// month of a year, else a day.
func barsOf(p period, whole ledger.Span, now time.Time) (all []ledger.Span) {
	for from := whole.From; from.Before(whole.To) && !from.After(now); {
		to := from.AddDate(0, 0, 1)
		switch p {
		case today:
			to = from.Add(time.Hour)
		case year:
			to = from.AddDate(0, 1, 0)
		}
		all = append(all, ledger.Span{From: from, To: to})
		from = to
	}
	return all
}

// barName returns the name of a bar's time.
func barName(p period, from time.Time) string {
	switch p {
	case today:
		return format.Clock(from)
	case year:
		return format.Month(from)
	}
	return format.DayOfYear(from)
}

// nowName returns the name of the time that is now.
func nowName(p period) string {
	switch p {
	case today:
		return i18n.TextIn("end of a period", "now")
	case year:
		return i18n.Text("this month")
	}
	return i18n.Text("today")
}

// periodNames returns the names of the periods; the last two are a month and a year.
func periodNames(inMonth, inYear time.Time) []string {
	return []string{i18n.Text("Today"), i18n.Text("7 days"), format.MonthName(inMonth.Month()), format.Year(inYear)}
}
