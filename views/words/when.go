package words

import (
	"time"

	"parlando/views/format"
)

// TimeText formats a time, such as "Today, 15:04"; older times as a date.
func TimeText(t, now time.Time) string {
	at := t.In(now.Location())
	day, _ := DateGroup(t, now)
	if now.Sub(t) > 48*time.Hour {
		day = format.ShortDate(at)
	}
	return format.At(day, format.Clock(at))
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
		return format.Clock(at)
	case !at.Before(today.AddDate(0, 0, -7)):
		return format.Weekday(at.Weekday())
	}
	return format.ShortDayOfYear(at)
}
