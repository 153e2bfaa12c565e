// Package quiet keeps what the toolkit prints while it is initialized off the terminal. Fyne's
// package lang looks at the locale then, before main runs, and complains of each that is no
// language, such as C.UTF-8; what is shown is English all the same. Changing the environment
// instead would change it for the programs that Parlando starts, too.
//
// Go initializes packages by their path as soon as what they import is ready. This one imports
// package log alone, so it comes before text/template, without which lang is not. Main gives
// package log its output back.
package quiet

import (
	"io"
	"log"
)

func init() { log.SetOutput(io.Discard) }
