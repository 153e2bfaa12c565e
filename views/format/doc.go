// Package format writes numbers, amounts of money, sizes, dates, times, lists and the names of keys
// as the language of the window does, and reads the numbers that a user types.
//
// Only what a user types is read by the rules of a language. What a service sends has one notation
// and is parsed where it is received.
package format
