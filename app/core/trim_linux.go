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

// trim returns the free pages of the C library's heap to the system. By itself glibc only returns
// the end of the heap, below which the memory freed by software drawing lies.
func trim() { C.parlando_trim() }
