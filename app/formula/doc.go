// Package formula writes a formula of LaTeX in Unicode's own characters, if those say exactly what
// the formula says. What has two dimensions (matrices, cases, big fractions), what needs a letter
// that the fonts of the program do not have, and what is not known is refused, so that whoever
// shows it shows the source instead.
//
// Text is linear in the length of the source and bounded in its depth. Every character of the table
// (symbols.go, scripts.go) is in the fonts that Parlando brings along; a test in views/theme reads
// the fonts and keeps it so.
package formula
