// Parlando is a desktop program to chat with models through an OpenAI-compatible gateway.
package main

import (
	"os"

	"parlando/app"
)

func main() {
	os.Exit(app.Main(os.Args[1:], os.Stdout, os.Stderr))
}
