// Package decoder decodes HEIC and AVIF: libheif with libde265, and libavif with libaom, compiled
// to WebAssembly (README.md names the sources) and run in a sandbox, in which a hostile file can
// reach nothing but the memory of its own decoder, which is bounded. It is part of the program that
// heif.Decode starts, and of no other.
package decoder
