package e2e

import (
	_ "embed"
	"os"
)

// espresso is a photo by Rachel Michetti, courtesy of Pikolo Espresso Bar, in the public domain
// (CC0). Practice knows it.
//
//go:embed espresso.jpg
var espresso []byte

// WritePhoto writes the photo of a cup of espresso, 600 by 400, for the tour and the tests.
func WritePhoto(path string) error { return os.WriteFile(path, espresso, 0o600) }
