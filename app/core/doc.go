// Package core is the composition root: it opens all components in order, provides them, and closes
// them in reverse order. It needs no window.
package core
