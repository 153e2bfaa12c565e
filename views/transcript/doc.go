// Package transcript shows one transcript: its title, its lines with their times, and its sound at
// the bottom. Only visible lines are laid out, so that a transcript of any length opens quickly.
// The text is edited in place.
//
// Offsets in a line are in bytes.
package transcript
