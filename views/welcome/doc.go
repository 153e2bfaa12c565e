// Package welcome is the way in: a key for a service, a program on this computer, or the practice
// service inside Parlando. Its form for an address and a key is used again wherever a key is asked
// for.
package welcome
