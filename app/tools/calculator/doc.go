// Package calculator evaluates one line of arithmetic from a model or a user: decimals of any
// length, percent, powers, roots, and conversions of common units. Everything is bounded: the
// length of the line, its nesting, the digits of each number, and the time.
package calculator
