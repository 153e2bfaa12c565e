package exportjson

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Time decodes a time that is a number or a string: seconds or milliseconds since 1970, or a date
// with time as in RFC 3339, in UTC if it names no zone. Anything else is the zero time.
type Time struct{ time.Time }

// UnmarshalJSON never fails.
func (t *Time) UnmarshalJSON(data []byte) error {
	t.Time = parseTime(strings.Trim(string(data), `"`))
	return nil
}

const (
	// minMilliseconds is the smallest number that is taken as milliseconds, in 1973.
	minMilliseconds = 1e11
	maxMilliseconds = 253_402_300_799_000 // the end of the year 9999
)

func parseTime(text string) time.Time {
	if number, err := strconv.ParseFloat(text, 64); err == nil {
		if number < minMilliseconds {
			number *= 1000
		}
		if !(number > 0 && number <= maxMilliseconds) {
			return time.Time{}
		}
		return time.UnixMicro(int64(math.Round(number * 1000))).UTC()
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05"} {
		if parsed, err := time.Parse(layout, text); err == nil && parsed.Year() >= 1970 {
			return parsed.UTC()
		}
	}
	return time.Time{}
}
