package words

import (
	"time"

	"parlando/views/i18n"
)

// TimeText formats a time, such as "Today, 15:04"; older times as a date.
func TimeText(t, now time.Time) string {
	at := t.In(now.Location())
	day, _ := DateGroup(t, now)
	if now.Sub(t) > 48*time.Hour {
		day = at.Format(time.DateOnly)
	}
	return i18n.Text("{{.Day}}, {{.Time}}", map[string]any{"Day": day, "Time": at.Format("15:04")})
}

// RecordingName returns the display name of a recording: its title, or its start time.
func RecordingName(title string, started, now time.Time) string {
	if title != "" {
		return title
	}
	return TimeText(started, now)
}

// ListTime formats the time of a conversation in a list: the time of today, the weekday of the last
// seven days, else the date.
func ListTime(t, now time.Time) string {
	at := t.In(now.Location())
	switch _, today := DateGroup(now, now); {
	case !at.Before(today):
		return at.Format("15:04")
	case !at.Before(today.AddDate(0, 0, -7)):
		return shortWeekday(at.Weekday())
	}
	return i18n.Text("{{.Month}} {{.Day}}", map[string]any{"Month": shortMonth(at.Month()), "Day": at.Day()})
}

func shortWeekday(d time.Weekday) string {
	switch d {
	case time.Monday:
		return i18n.Text("Mon")
	case time.Tuesday:
		return i18n.Text("Tue")
	case time.Wednesday:
		return i18n.Text("Wed")
	case time.Thursday:
		return i18n.Text("Thu")
	case time.Friday:
		return i18n.Text("Fri")
	case time.Saturday:
		return i18n.Text("Sat")
	}
	return i18n.Text("Sun")
}

func shortMonth(m time.Month) string {
	switch m {
	case time.January:
		return i18n.Text("Jan")
	case time.February:
		return i18n.Text("Feb")
	case time.March:
		return i18n.Text("Mar")
	case time.April:
		return i18n.Text("Apr")
	case time.May:
		return i18n.Text("May")
	case time.June:
		return i18n.Text("Jun")
	case time.July:
		return i18n.Text("Jul")
	case time.August:
		return i18n.Text("Aug")
	case time.September:
		return i18n.Text("Sep")
	case time.October:
		return i18n.Text("Oct")
	case time.November:
		return i18n.Text("Nov")
	}
	return i18n.Text("Dec")
}
