// Command parley-decode decodes HEIC, AVIF and damaged JPEGs for Parley, which starts it when such a picture is attached (package heif). It takes the kind
// as its argument, reads the file from its input, and writes the pixels to its output.
package main

import (
	"fmt"
	"os"

	"parley/media/picture/heif"
	"parley/media/picture/heif/decoder"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "This program decodes pictures for Parley, which starts it when it needs it.")
		os.Exit(2)
	}
	if err := decoder.Serve(heif.Kind(os.Args[1]), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
