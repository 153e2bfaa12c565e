package words

import (
	"time"

	"parlando/views/i18n"
)

// TimeText formats a time: "Today, 15:04", or the date if it is longer ago.
func TimeText(t, now time.Time) string {
	at := t.In(now.Location())
	day, _ := DateGroup(t, now)
	if now.Sub(t) > 48*time.Hour {
		day = at.Format(time.DateOnly)
	}
	return i18n.Text("{{.Day}}, {{.Time}}", map[string]any{"Day": day, "Time": at.Format("15:04")})
}

// RecordingName returns the display name of a recording: its title, or when it was started.
func RecordingName(title string, started, now time.Time) string {
	if title != "" {
		return title
	}
	return TimeText(started, now)
}
