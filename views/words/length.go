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
		return i18n.Text("about {{.N}} seconds", map[string]any{"N": int(d.Round(time.Second) / time.Second)})
	case d < 90*time.Minute:
		return i18n.Text("about {{.N}} minutes", map[string]any{"N": int(d.Round(time.Minute) / time.Minute)})
	}
	h := d.Round(30 * time.Minute)
	hours := int(h / time.Hour)
	if h%time.Hour != 0 {
		return i18n.Text("about {{.N}} and a half hours", map[string]any{"N": hours})
	}
	return i18n.Text("about {{.N}} hours", map[string]any{"N": hours})
}

// TimeLeft returns an approximate remaining time.
func TimeLeft(d time.Duration) string {
	return i18n.Text("{{.About}} left", map[string]any{"About": ApproximateDuration(d)})
}

// RequestCount returns the number of requests a task takes, as a phrase.
func RequestCount(n int) string {
	if n == 1 {
		return i18n.Text("1 part")
	}
	return i18n.Text("{{.N}} parts", map[string]any{"N": Number(n)})
}
