// Package practice is a whole model gateway inside the program: an http.Handler that keeps the
// rules of docs/gateway.md, so that everything can be tried and tested without a service, a key or
// a network. Its models are no models: they write real text by rule, look at pictures by measuring
// them, and say so.
package practice
