//go:build cgo

package core

// #include <stdlib.h>
// #ifdef __GLIBC__
// #include <malloc.h>
// static void parlando_trim(void) { malloc_trim(0); }
// #else
// static void parlando_trim(void) {}
// #endif
import "C"

// trim gives the free pages of the C library's heap back: glibc by itself gives back no more than
// its end, and what software drawing let go of lies below that.
func trim() { C.parlando_trim() }
