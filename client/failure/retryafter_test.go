package failure

import (
	"net/http"
	"testing"
	"time"
)

func TestRetryAfterIsReadInEveryForm(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		ms, header, text string
		want             time.Duration
	}{
		{"", "20", "", 20 * time.Second},
		{"", "1.5", "", 1500 * time.Millisecond},
		{"250", "20", "", 250 * time.Millisecond},
		{"NaN", "-5", "", 0},
		{"", "Fri, 02 Jan 2026 03:04:35 GMT", "", 30 * time.Second},
		{"", "Wed, 21 Oct 2015 07:28:00 GMT", "", 0},
		{"", "soon", "Please retry after 33 seconds.", 33 * time.Second},
		{"", "", "Please try again in 6m0s.", 6 * time.Minute},
		{"", "", "Try again in 20s. Contact us", 20 * time.Second},
		{"", "", "please try again in 250ms", 250 * time.Millisecond},
		{"", "", "Retry in 2 minutes", 2 * time.Minute},
		{"", "1e300", "", maxRetryAfter},
		{"", "", "We waited for you", 0},
	} {
		h := http.Header{}
		h.Set("Retry-After-Ms", c.ms)
		h.Set("Retry-After", c.header)
		if got := retryAfter(h, c.text, now); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestWaitIsFoundInTheBody(t *testing.T) {
	for body, want := range map[string]time.Duration{
		`{"error":{"message":"Quota","details":[{"@type":"RetryInfo","retryDelay":"33s"}]}}`: 33 * time.Second,
		`{"error":{"message":"Busy","metadata":{"retry_after_seconds":12}}}`:                 12 * time.Second,
		`{"error":{"message":"Busy","retry_after_ms":1500}}`:                                 1500 * time.Millisecond,
		`{"error":{"message":"Busy"}}`:                                                       0,
	} {
		f := ParseErrorBody([]byte(body))
		if got := retryAfter(nil, f.Message+" "+f.wait, time.Now()); got != want {
			t.Errorf("%s: %v, want %v", body, got, want)
		}
	}
}

func TestAWaitUntilATimeIsReadFromTheWords(t *testing.T) {
	now := time.Date(2026, 5, 15, 14, 0, 0, 0, time.UTC)
	for message, want := range map[string]time.Duration{
		// MiniMax
		"5-hour usage limit reached for Token Plan Starter (0/0 used), resets at 2026-05-15T15:00:00Z (2056)": time.Hour,
		"Please try again at 2026-05-15T15:00:30.5+01:00.":                                                    30*time.Second + 500*time.Millisecond,
		"The limit was reset at 2026-05-15T13:00:00Z.":                                                        0,
		"created 2026-05-15T15:00:00Z":                                                                        0,
	} {
		if got := retryAfter(nil, message, now); got != want {
			t.Errorf("%q: %v, want %v", message, got, want)
		}
	}
}
