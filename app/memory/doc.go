// Package memory gives back to the system what the program has used and needs no longer, once it
// has nothing to do.
package memory
