package conversation

import "strconv"

// decimal writes a number of tenths.
func decimal(tenths int) string { return strconv.Itoa(tenths/10) + "." + strconv.Itoa(tenths%10) }

// grouped writes a number with a thin space between its thousands.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0 && len(digits) > 4; at -= 3 {
		digits = digits[:at] + "\u202f" + digits[at:]
	}
	return digits
}
