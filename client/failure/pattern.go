package failure

import (
	"regexp"
	"sync"
)

// pattern returns a regular expression that is compiled on first use: all of them together would
// take longer than anything else of the program's own before its window opens.
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
