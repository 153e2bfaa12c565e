package words

import (
	"time"

	"parlando/views/i18n"
)

// ApproximateDuration returns an approximate duration: "about 21 seconds", "about 9 minutes".
func ApproximateDuration(d time.Duration) string {
	switch {
	case d < 1500*time.Millisecond:
		return i18n.Text("about a second")
	case d < 90*time.Second:
		return i18n.Plural("about {{.N}} seconds", int(d.Round(time.Second)/time.Second))
	case d < 90*time.Minute:
		return i18n.Plural("about {{.N}} minutes", int(d.Round(time.Minute)/time.Minute))
	}
	h := d.Round(30 * time.Minute)
	hours := int(h / time.Hour)
	if h%time.Hour != 0 {
		return i18n.Plural("about {{.N}} and a half hours", hours)
	}
	return i18n.Plural("about {{.N}} hours", hours)
}

// TimeLeft returns an approximate remaining time.
func TimeLeft(d time.Duration) string {
	return i18n.Text("{{.About}} left", map[string]any{"About": ApproximateDuration(d)})
}

// RequestCount returns the number of requests that a task takes, as a phrase.
func RequestCount(n int) string {
	return i18n.Plural("{{.N}} parts", n)
}
