package sqlite

import "time"

// Stamp returns a time as stored: Unix milliseconds, 0 for the zero time.
func Stamp(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// Time returns the time of a Stamp.
func Time(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}
