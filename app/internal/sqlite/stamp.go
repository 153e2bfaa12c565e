package sqlite

import "time"

// UnixMillis returns the stored form of a time: Unix milliseconds, 0 for the zero time.
func UnixMillis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// FromUnixMillis returns the time that UnixMillis has converted.
func FromUnixMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}
