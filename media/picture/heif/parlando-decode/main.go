// Command parlando-decode decodes HEIC, AVIF, damaged JPEGs and very large pictures for Parlando,
// which starts it when such a picture is attached (package heif). It takes the kind as its
// argument, and for a very large picture how many pixels its sides may have at most and how many
// bytes the file has; it reads the file from its input, and writes the pixels to its output.
package main

import (
	"fmt"
	"os"
	"strconv"

	"parlando/media/picture"
	"parlando/media/picture/heif"
	"parlando/media/picture/heif/decoder"
)

func main() {
	var err error
	switch len(os.Args) {
	case 2:
		err = decoder.Serve(heif.Kind(os.Args[1]), os.Stdin, os.Stdout)
	case 4:
		edge, _ := strconv.Atoi(os.Args[2]) // 0 is refused
		size, _ := strconv.Atoi(os.Args[3])
		err = decoder.Reduce(heif.Kind(os.Args[1]), edge, size, os.Stdin, os.Stdout)
	default:
		fmt.Fprintln(os.Stderr, "This program decodes pictures for Parlando, which starts it when it needs it.")
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		if picture.IsUnsupported(err) {
			os.Exit(heif.ExitUnsupported)
		}
		os.Exit(1)
	}
}
