// Package transcript shows one transcript: what it is called, its lines with their times, and its
// sound at the foot. Only the lines that are seen are laid out, so that a transcript of any length
// opens at once. The words are written where they stand.
//
// Places in a line are bytes.
package transcript
