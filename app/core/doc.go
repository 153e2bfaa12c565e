// Package core is the composition root: it opens everything the program stands on in order, hands
// it out, and closes it in reverse. It needs no window.
package core
