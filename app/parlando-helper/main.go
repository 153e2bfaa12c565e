// Command parlando-helper does work that needs large libraries or isolation from hostile input: it
// decodes HEIC, AVIF, damaged JPEGs and very large pictures (package heif), and writes .xlsx files
// (package spreadsheet). Parlando starts it for each picture or file. It reads standard input and
// writes the pixels or the file to standard output.
//
// Its arguments are the kind of a picture and, for a very large one, the longest side in pixels and
// the size of the file in bytes; or "xlsx" and a folder for temporary files.
package main

import (
	"fmt"
	"os"
	"strconv"

	"parlando/app/spreadsheet"
	"parlando/app/spreadsheet/xlsx"
	"parlando/media/picture"
	"parlando/media/picture/heif"
	"parlando/media/picture/heif/decoder"
)

func main() {
	var err error
	switch {
	case len(os.Args) == 3 && os.Args[1] == spreadsheet.HelperArgument:
		err = xlsx.Serve(os.Args[2], os.Stdin, os.Stdout)
	case len(os.Args) == 2:
		err = decoder.Serve(heif.Kind(os.Args[1]), os.Stdin, os.Stdout)
	case len(os.Args) == 4:
		edge, _ := strconv.Atoi(os.Args[2]) // an invalid number is 0, which is refused
		size, _ := strconv.Atoi(os.Args[3])
		err = decoder.Reduce(heif.Kind(os.Args[1]), edge, size, os.Stdin, os.Stdout)
	default:
		fmt.Fprintln(os.Stderr, "This program decodes pictures and writes spreadsheets for Parlando, which starts it when it needs it.")
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
