// Package formula writes a LaTeX formula with Unicode characters, if they express exactly the same.
// Formulas with two dimensions (matrices, cases, large fractions), unknown commands, or characters
// missing from the program's fonts are refused, so that the caller shows the source instead.
//
// ToUnicode takes time linear in the length of the source, and limits the depth. Every character of
// the tables (symbols.go, scripts.go) is in Parlando's own fonts, as a test in views/theme ensures.
package formula
