package client

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxRetryAfter keeps a wild number from overflowing; nobody waits ten years.
const maxRetryAfter = 10 * 365 * 24 * time.Hour

// retryAfter is how long the service asks to wait: in milliseconds, seconds or as a date in its headers,
// else in the text of its message; 0 when it does not say or says something impossible.
func retryAfter(h http.Header, message string, now time.Time) time.Duration {
	if d, ok := number(h.Get("Retry-After-Ms"), time.Millisecond); ok {
		return d
	}
	value := strings.TrimSpace(h.Get("Retry-After"))
	if d, ok := number(value, time.Second); ok {
		return d
	}
	if date, err := http.ParseTime(value); err == nil {
		return min(max(date.Sub(now), 0), maxRetryAfter)
	}
	if d, err := time.ParseDuration(value); err == nil && d > 0 {
		return min(d, maxRetryAfter)
	}
	return waitInText(message)
}

// number reads a count of units; ok is false when it is not a count from 0 up.
func number(s string, unit time.Duration) (time.Duration, bool) {
	f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || math.IsNaN(f) || f < 0 {
		return 0, false
	}
	if f*float64(unit) >= float64(maxRetryAfter) {
		return maxRetryAfter, true
	}
	return time.Duration(f * float64(unit)), true
}

// waitInText finds "retry after 33 seconds", "try again in 6m0s", "in 250ms" in a message.
func waitInText(message string) time.Duration {
	lower := strings.ToLower(message)
	for _, lead := range []string{"retry after ", "retry in ", "try again in ", "try again after ", "retrydelay: ", "wait "} {
		_, rest, ok := strings.Cut(lower, lead)
		if !ok {
			continue
		}
		fields := strings.Fields(rest)
		if len(fields) == 0 {
			continue
		}
		first := strings.TrimRight(fields[0], ".,;)\"'")
		if d, err := time.ParseDuration(first); err == nil && d > 0 {
			return min(d, maxRetryAfter)
		}
		if len(fields) < 2 {
			continue
		}
		for unit, size := range map[string]time.Duration{"milli": time.Millisecond, "sec": time.Second, "min": time.Minute, "hour": time.Hour} {
			if strings.HasPrefix(fields[1], unit) {
				if d, ok := number(first, size); ok {
					return d
				}
			}
		}
	}
	return 0
}
