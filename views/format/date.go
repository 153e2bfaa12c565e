package format

import (
	"strings"
	"time"

	"parlando/views/i18n"
)

// Date writes a day with its year: "28 November 2026", "November 28, 2026".
func Date(t time.Time) string { return current().calendar.FmtDateLong(t) }

// ShortDate writes a day with its year in little room: "28 Nov 2026", "28.11.2026".
func ShortDate(t time.Time) string { return current().calendar.FmtDateMedium(t) }

// DayOfYear writes a day without its year: "28 November", "November 28".
func DayOfYear(t time.Time) string { return dayOfYear(t, current().calendar.MonthWide(t.Month())) }

// ShortDayOfYear is DayOfYear with the month abbreviated: "28 Nov", "Nov 28".
func ShortDayOfYear(t time.Time) string {
	return dayOfYear(t, current().calendar.MonthAbbreviated(t.Month()))
}

func dayOfYear(t time.Time, month string) string {
	data := map[string]any{"Month": month, "Day": t.Day()}
	c := current().calendar
	if strings.HasPrefix(c.FmtDateLong(t), c.MonthWide(t.Month())) {
		return i18n.Text("{{.Month}} {{.Day}}", data)
	}
	return i18n.Text("{{.Day}} {{.Month}}", data)
}

// Month writes a month with its year, as a heading: "November 2026".
func Month(t time.Time) string {
	return i18n.Text("{{.Month}} {{.Year}}", map[string]any{"Month": MonthName(t.Month()), "Year": t.Year()})
}

// Year writes a year, as a heading: "2026".
func Year(t time.Time) string {
	return i18n.Text("{{.Year}}", map[string]any{"Year": t.Year()})
}

// MonthName returns the name of a month, as a heading. It may differ from that in a date.
func MonthName(m time.Month) string {
	switch m {
	case time.January:
		return i18n.Text("January")
	case time.February:
		return i18n.Text("February")
	case time.March:
		return i18n.Text("March")
	case time.April:
		return i18n.Text("April")
	case time.May:
		return i18n.Text("May")
	case time.June:
		return i18n.Text("June")
	case time.July:
		return i18n.Text("July")
	case time.August:
		return i18n.Text("August")
	case time.September:
		return i18n.Text("September")
	case time.October:
		return i18n.Text("October")
	case time.November:
		return i18n.Text("November")
	}
	return i18n.Text("December")
}

// Weekday returns the abbreviated name of a weekday: "Mon".
func Weekday(d time.Weekday) string { return current().calendar.WeekdayAbbreviated(d) }

// Clock writes a time of day: "15:04", "3:04 pm".
func Clock(t time.Time) string { return unbroken(current().calendar.FmtTimeShort(t)) }

// ClockSeconds is Clock with seconds.
func ClockSeconds(t time.Time) string { return unbroken(current().calendar.FmtTimeMedium(t)) }

// unbroken keeps the time together with "am" or "pm" in one line.
func unbroken(clock string) string { return strings.ReplaceAll(clock, " ", "\u00a0") }

// Moment writes a day and a time: "28 November 2026, 15:04".
func Moment(t time.Time) string { return At(Date(t), Clock(t)) }

// ShortMoment is Moment with the short date and seconds, for lists of what happened when.
func ShortMoment(t time.Time) string { return At(ShortDate(t), ClockSeconds(t)) }

// At puts a time behind a day, or behind what happened then: "Today, 15:04".
func At(day, clock string) string {
	return i18n.Text("{{.Day}}, {{.Time}}", map[string]any{"Day": day, "Time": clock})
}

// FileDate writes a day for the name of a file, so that the names sort by time where the language
// allows.
func FileDate(t time.Time) string {
	return i18n.Text("{{.Year}}-{{.Month}}-{{.Day}}", map[string]any{"Year": t.Format("2006"), "Month": t.Format("01"), "Day": t.Format("02")})
}
