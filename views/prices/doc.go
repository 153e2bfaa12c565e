// Package prices is what is seen of the prices of models: the list of them, and the form in which
// one is typed or pasted.
package prices
