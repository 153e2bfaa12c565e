// Package speak is the page where any text is turned into speech: the text, and beside it the
// voice, the speed, the quality and the files that were made.
package speak
