package failure

import (
	"regexp"
	"sync"
)

// pattern returns a function that compiles the regular expression on its first call. Compiling all
// of them at startup would take longer than any other step of the program before its window opens.
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
