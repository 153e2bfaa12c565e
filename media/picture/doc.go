// Package picture makes any picture a user may have fit to be sent to a model: turned the right
// way up, freed from everything it tells besides the picture itself (place, camera, name), small
// enough, and in a format that every model which sees can read (GATEWAY.md 4.1.3).
//
// The bytes decide what a file is, never its name. Sizes are read from the header before anything
// is decoded, so that a small file that unfolds to gigabytes is refused. Nothing here is quick
// enough for the window's thread.
package picture
