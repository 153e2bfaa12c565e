package transcripts

import (
	"fmt"
	"strings"
)

// digits are those of places, in the order in which they compare.
const digits = "0123456789abcdefghijklmnopqrstuvwxyz"

// placeOf is the place of the n-th line of a new transcript. Its last digit is none that a place
// between two others could run out at.
func placeOf(n int) string { return fmt.Sprintf("%08di", n) }

// between gives a place after a and before b, where a is less; "" is before all and after all. No
// place ends with the digit 0.
func between(a, b string) string {
	var place strings.Builder
	for open := b == ""; ; {
		low, high := 0, len(digits)
		if a != "" {
			low, a = strings.IndexByte(digits, a[0]), a[1:]
		}
		if !open && b != "" {
			high, b = strings.IndexByte(digits, b[0]), b[1:]
		}
		switch {
		case high-low > 1:
			place.WriteByte(digits[(low+high)/2])
			return place.String()
		case high == low:
			place.WriteByte(digits[low])
		default: // next to each other: what follows low has no end above
			place.WriteByte(digits[low])
			open, b = true, ""
		}
	}
}
