package transcripts

import (
	"fmt"
	"strings"
)

// digits are the digits of sort keys, in ascending order.
const digits = "0123456789abcdefghijklmnopqrstuvwxyz"

// placeOf returns the sort key of the n-th line of a new transcript. Its last digit leaves space
// for keys on both sides.
func placeOf(n int) string { return fmt.Sprintf("%08di", n) }

// between returns a sort key between a and b, where a < b; "" stands for the start as a and the end
// as b. No key ends with the digit 0.
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
		default: // adjacent digits: after low, any key is below b
			place.WriteByte(digits[low])
			open, b = true, ""
		}
	}
}
