// Package textflow breaks runs of styled text into lines of placed pieces. It promises that laying
// a growing text again costs only its last lines, and that a word is measured once.
package textflow
