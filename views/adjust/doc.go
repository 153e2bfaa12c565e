// Package adjust is the panel of dials that say how replies are written. Each is empty at first,
// which means that the model decides and nothing is sent.
package adjust
