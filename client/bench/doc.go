// Command bench compares the client with others in the same run: CPU time and allocations per
// chunk, and the latency from a write on the wire to the text. It is a separate module so that
// Parlando does not depend on the compared libraries.
//
//	make bench-wire
package main
