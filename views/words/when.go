package words

import (
	"time"

	"fyne.io/fyne/v2/lang"
)

// When says when something was: "Today, 15:04", and the date for what is longer ago.
func When(t, now time.Time) string {
	at := t.In(now.Location())
	day, _ := DateGroup(t, now)
	if now.Sub(t) > 48*time.Hour {
		day = at.Format(time.DateOnly)
	}
	return lang.L("{{.Day}}, {{.Time}}", map[string]any{"Day": day, "Time": at.Format("15:04")})
}
