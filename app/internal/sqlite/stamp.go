package sqlite

import "time"

// UnixMillis returns a time as stored: Unix milliseconds, 0 for the zero time.
func UnixMillis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// FromUnixMillis returns the time of a Stamp.
func FromUnixMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}
