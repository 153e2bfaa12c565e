package client

import (
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// maxRetryAfter keeps a wild number from overflowing; nobody waits ten years.
const maxRetryAfter = 10 * 365 * 24 * time.Hour

// retryAfter is how long the service asks to wait: in milliseconds, seconds or as a date in its headers,
// else in the text of its message; 0 when it does not say or says something impossible.
func retryAfter(h http.Header, message string, now time.Time) time.Duration {
	if d, ok := number(h.Get("Retry-After-Ms"), time.Millisecond); ok && d > 0 {
		return d
	}
	value := strings.TrimSpace(h.Get("Retry-After"))
	if d, ok := number(value, time.Second); ok && d > 0 {
		return d
	}
	if date, err := http.ParseTime(value); err == nil && date.After(now) {
		return min(date.Sub(now), maxRetryAfter)
	}
	if d := waitAt(value); d > 0 {
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
	return time.Duration(math.Round(f * float64(unit))), true
}

// waitLead matches the words before a wait in a message.
var waitLead = regexp.MustCompile(`(?i)(?:retry[- _]?after|retry[- _]?in|retry[- _]?delay|again in|again after|wait(?: for)?|resets? (?:in|after)|replenished in|available (?:again )?in|` +
	`cool ?down(?: of)?|请在|请等待|请)["':= ]*(?:about |at least |approximately |another )?`)

// waitUnit matches one part of a wait: "33 seconds", "1h", "12.5s", "20 秒".
var waitUnit = regexp.MustCompile(`(?i)^(\d+(?:\.\d+)?)\s*(milliseconds?|millis|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|毫秒|秒|分钟|小时)(?:[^a-zA-Z]|$|\d)`)

// waitInText finds "retry after 33 seconds", "try again in 6m0s", "in 250ms", "replenished in 02:10:00" in a message.
func waitInText(message string) time.Duration {
	for _, at := range waitLead.FindAllStringIndex(message, 20) {
		if d := waitAt(message[at[1]:]); d > 0 {
			return min(d, maxRetryAfter)
		}
	}
	return 0
}

// waitAt reads a wait at the start of a text, 0 if there is none.
func waitAt(text string) (wait time.Duration) {
	word, _, _ := strings.Cut(text, " ")
	if d, ok := clock(strings.TrimRight(word, ".,;)")); ok && strings.Count(word, ":") == 2 {
		return d
	}
	for range 4 {
		found := waitUnit.FindStringSubmatch(text)
		if found == nil {
			break
		}
		d, _ := number(found[1], waitUnitSize(strings.ToLower(found[2])))
		wait += min(d, maxRetryAfter-wait)
		text = strings.TrimLeft(text[len(found[1]):], " ")[len(found[2]):]
		text = strings.TrimPrefix(strings.TrimLeft(text, " ,"), "and ")
	}
	return wait
}

// waitUnitSize is how long one of a unit that waitUnit knows is.
func waitUnitSize(unit string) time.Duration {
	for _, known := range []struct {
		size  time.Duration
		names []string
	}{
		{time.Millisecond, []string{"ms", "milli", "毫"}},
		{time.Second, []string{"s", "秒"}},
		{time.Minute, []string{"m", "分"}},
		{time.Hour, []string{"h", "小"}},
		{24 * time.Hour, []string{"d"}},
	} {
		for _, name := range known.names {
			if strings.HasPrefix(unit, name) {
				return known.size
			}
		}
	}
	return 0
}
