// Package quiet discards what the toolkit prints during initialization. Before main runs, Fyne's
// package lang reads the locale and complains about each name that is not a language, such as
// C.UTF-8; the window is in English then anyway. Changing the environment instead would also affect
// child processes.
//
// Go initializes packages in the order of their paths as soon as their imports are ready. This
// package imports only package log, so it runs before text/template, which lang needs. Main
// restores the output of package log.
package quiet

import (
	"io"
	"log"
)

func init() { log.SetOutput(io.Discard) }
