package wire

import (
	"strconv"
	"strings"
	"time"
)

// ParseClock parses a time with colons: 01:02.500, 00:01:02,500.
func ParseClock(s string) (time.Duration, bool) {
	parts := strings.Split(s, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	whole, fraction, _ := strings.Cut(strings.ReplaceAll(parts[len(parts)-1], ",", "."), ".")
	parts[len(parts)-1] = whole
	var total time.Duration
	for _, part := range parts {
		n, err := strconv.ParseUint(part, 10, 16)
		if err != nil {
			return 0, false
		}
		total = total*60 + time.Duration(n)*time.Second
	}
	if fraction != "" {
		n, err := strconv.ParseUint((fraction + "000")[:3], 10, 16)
		if err != nil {
			return 0, false
		}
		total += time.Duration(n) * time.Millisecond
	}
	return total, true
}
