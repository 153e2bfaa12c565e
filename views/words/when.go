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
