// Package calculator evaluates what a model or a user writes as one line of arithmetic: decimals of
// any length, percent, powers, roots, and conversions of common units. Everything is bounded: the
// length of the line, its depth, the digits of each number, and its time.
package calculator
