package conversation

import "strconv"

// decimal writes a number of tenths.
func decimal(tenths int) string { return strconv.Itoa(tenths/10) + "." + strconv.Itoa(tenths%10) }
