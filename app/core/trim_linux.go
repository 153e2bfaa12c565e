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

// trim returns the free pages of the C library's heap to the system. By itself, glibc returns only
// the end of the heap, and the memory freed by software drawing is before it.
func trim() { C.parlando_trim() }
