// Command parley-pictures decodes HEIC and AVIF for Parley, which starts it when such a picture is attached (package heif).
package main

import (
	"fmt"
	"os"

	_ "parley/media/picture/heif/decoder" // does it before main begins
)

func main() {
	fmt.Fprintln(os.Stderr, "This program decodes pictures for Parley, which starts it when it needs it.")
	os.Exit(2)
}
