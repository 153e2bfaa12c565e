// Package formats tells the exports of programs apart, by the keys of their objects alone: the
// names of files prove nothing.
package formats
