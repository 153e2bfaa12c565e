package words

import (
	"testing"
	"time"
)

func TestAbout(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                            "about a second",
		21*time.Second + 200*1e6:     "about 21 seconds",
		89 * time.Second:             "about 89 seconds",
		9*time.Minute + time.Second:  "about 9 minutes",
		89 * time.Minute:             "about 89 minutes",
		100 * time.Minute:            "about one and a half hours",
		2 * time.Hour:                "about 2 hours",
		7*time.Hour + 20*time.Minute: "about 7 and a half hours",
	} {
		if got := ApproximateDuration(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}
