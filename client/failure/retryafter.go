package failure

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"parlando/client/lazyregexp"
	"parlando/client/wire"
)

// maxRetryAfter bounds waits at ten years, to prevent overflows.
const maxRetryAfter = 10 * 365 * 24 * time.Hour

// retryAfter returns the wait requested by the service: from its headers, in milliseconds, seconds
// or as a date, or else from its message; 0 if there is none or it is invalid.
func retryAfter(h http.Header, message string, now time.Time) time.Duration {
	if d, ok := number(h.Get("Retry-After-Ms"), time.Millisecond); ok && d > 0 {
		return d
	}
	value := strings.TrimSpace(h.Get("Retry-After"))
	if d := longest(h.Values("Retry-After")); d > 0 {
		return d
	}
	if date, err := http.ParseTime(value); err == nil && date.After(now) {
		return min(date.Sub(now), maxRetryAfter)
	}
	if d := waitAt(value); d > 0 {
		return min(d, maxRetryAfter)
	}
	if d := waitInText(message); d > 0 {
		return d
	}
	if found := resetTime().FindStringSubmatch(message); found != nil {
		if d := resetIn(found[1], now); d > 0 {
			return min(d, maxRetryAfter)
		}
	}
	return limitReset(h, now)
}

// resetTime matches the time, with its zone, until which a message asks the client to wait.
var resetTime = lazyregexp.New(`(?i)(?:reset|retry|again|available|access)[^.\d\n]{0,40}` +
	`(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))`)

// longest returns the longest wait in the values of a header, in seconds. A header may be sent
// several times, or merged by a proxy: "30, 30".
func longest(values []string) (wait time.Duration) {
	for value := range strings.SplitSeq(strings.Join(values, ","), ",") {
		d, _ := number(value, time.Second)
		wait = max(wait, d)
	}
	return wait
}

// limitReset returns the time until all exhausted limits reset, from the rate limit headers; 0 if
// the headers do not specify it.
func limitReset(h http.Header, now time.Time) (wait time.Duration) {
	for name := range h {
		prefix, of, found := strings.Cut(strings.ToLower(name), "ratelimit-remaining")
		if !found || strings.TrimSpace(h.Get(name)) != "0" {
			continue
		}
		wait = max(wait, resetIn(h.Get(prefix+"ratelimit-reset"+of), now))
	}
	return min(max(wait, quotaReset(strings.Join(h.Values("RateLimit"), ","))), maxRetryAfter)
}

// quotaReset returns the time until all exhausted quotas reset, from the RateLimit header of the
// IETF drafts: `"day";r=900;t=7000, "minute";r=0;t=12`, or "limit=10, remaining=0, reset=17" in the
// older ones.
func quotaReset(field string) (wait time.Duration) {
	quotas := strings.Split(field, ",")
	if strings.Contains(field, "reset=") {
		quotas = []string{strings.ReplaceAll(field, ",", ";")}
	}
	for _, quota := range quotas {
		left, reset := "0", ""
		for parameter := range strings.SplitSeq(quota, ";") {
			switch name, value, _ := strings.Cut(strings.TrimSpace(parameter), "="); name {
			case "r", "remaining":
				left = value
			case "t", "reset":
				reset = value
			}
		}
		if d, _ := number(reset, time.Second); left == "0" {
			wait = max(wait, d)
		}
	}
	return wait
}

// resetIn parses the reset of a limit: "12s", seconds, or a Unix time in seconds or milliseconds.
func resetIn(value string, now time.Time) time.Duration {
	if d := waitAt(value); d > 0 {
		return d
	}
	if at, err := time.Parse(time.RFC3339, value); err == nil {
		return max(at.Sub(now), 0)
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	switch {
	case err != nil || !(n > 0):
		return 0
	case n > 1e11:
		return max(time.UnixMilli(int64(min(n, 1e15))).Sub(now), 0)
	case n > 1e9:
		return max(time.Unix(int64(n), 0).Sub(now), 0)
	}
	d, _ := number(value, time.Second)
	return d
}

// number parses a count of units; ok is false if it is not a number from 0 up.
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
var waitLead = lazyregexp.New(`(?i)(?:retry[- _]?after(?:[- _]seconds)?|retry[- _]?in|retry[- _]?delay|` +
	`wait(?: for)?|reset (?:in|after)|resets (?:in|after)|replenished in|` +
	`(?:retry|again|come back|available|allowed|reset|erneut|versuchen|r[ée]essay|reintent)` +
	`[^.\d\n]{0,40}?\b(?:in|after|dans|en|nach)\b|` +
	`cool ?down(?: of)?|back ?off(?: for)?|请在|请等待|请)["':= ]*(?:about |at least |approximately |another )?`)

// waitBefore matches a wait that precedes the action: "30秒后重试".
var waitBefore = lazyregexp.New(`\d+(?:\.\d+)?\s*(?:毫秒|秒|分钟|小时)钟?之?后`)

// waitUnit matches one part of a wait: "33 seconds", "1h", "12.5s", "20 秒".
var waitUnit = lazyregexp.New(`(?i)^(\d+(?:\.\d+)?)\s*` +
	`(milliseconds?|millis|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|` +
	`sekunden?|secondes?|segundos?|minuten?|minutos?|stunden?|heures?|horas?|` +
	`毫秒|秒|分钟|小时)(?:[^a-zA-Z]|$|\d)`)

// waitInText returns the wait in a message such as "retry after 33 seconds", "try again in 6m0s",
// "in 250ms" or "replenished in 02:10:00".
func waitInText(message string) time.Duration {
	for _, at := range waitLead().FindAllStringIndex(message, 20) {
		if d := waitAt(message[at[1]:]); d > 0 {
			return min(d, maxRetryAfter)
		}
		// A number without a unit, as in "retry_after=25", is in seconds.
		if named := strings.ToLower(message[at[0]:at[1]]); strings.HasPrefix(named, "retry") &&
			strings.Contains(named, "after") {
			if found := plainSeconds().FindStringSubmatch(message[at[1]:]); found != nil {
				d, _ := number(found[1], time.Second)
				return min(d, maxRetryAfter)
			}
		}
	}
	return waitAt(waitBefore().FindString(message))
}

// plainSeconds matches a number without a unit.
var plainSeconds = lazyregexp.New(`^(\d+(?:\.\d+)?)(?:[^\w.:/-]|[.]?$|[.]\s)`)

// waitAt parses a wait at the start of a text; 0 if there is none.
func waitAt(text string) (wait time.Duration) {
	word, _, _ := strings.Cut(text, " ")
	if d, ok := wire.ParseClock(strings.TrimRight(word, ".,;)")); ok && strings.Count(word, ":") == 2 {
		return d
	}
	text = waitOfOne().ReplaceAllString(text, "1 ")
	text = strings.TrimPrefix(text, "PT") // ISO 8601
	for range 4 {
		found := waitUnit().FindStringSubmatch(text)
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

// waitOfOne matches an article or "one" before a unit: "an hour".
var waitOfOne = lazyregexp.New(`(?i)^(?:an?|one) `)

// waitUnitSize returns the duration of a unit matched by waitUnit.
func waitUnitSize(unit string) time.Duration {
	for _, known := range []struct {
		size  time.Duration
		names []string
	}{
		{time.Millisecond, []string{"ms", "milli", "毫"}},
		{time.Hour, []string{"h", "小", "stunde"}},
		{time.Second, []string{"s", "秒"}},
		{time.Minute, []string{"m", "分"}},
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
