// Command parlando-helper decodes HEIC, AVIF, damaged JPEGs and very large pictures. Parlando
// starts it for each picture (package heif). Its arguments are the kind and, for a very large
// picture, the longest side in pixels and the size of the file in bytes. It reads the file from
// standard input and writes the pixels to standard output.
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
		fmt.Fprintln(os.Stderr, "This program works for Parlando, which starts it when it needs it.")
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
