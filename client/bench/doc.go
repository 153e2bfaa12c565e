// Command bench measures the client against others in the same run: processor and allocations a
// chunk, and the time from a write on the wire to the text in hand. It is a module of its own so
// that Parlando does not depend on what it is compared with.
//
//	make bench-wire
package main
