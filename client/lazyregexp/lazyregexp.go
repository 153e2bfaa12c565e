// Package lazyregexp compiles regular expressions at their first use. Compiling all of them at
// startup would take longer than any other step of the program before its window opens.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New returns a function that compiles the expression on its first call. It panics then if the
// expression is invalid.
func New(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
