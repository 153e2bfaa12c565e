// Command bench measures the client against others in the same run: processor and allocations a chunk,
// the time from a write on the wire to the text in hand, and the memory of a large upload. It is a module of
// its own so that Parley does not depend on what it is compared with.
//
//	make bench-wire
package main
