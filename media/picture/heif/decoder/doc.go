// Package decoder decodes HEIC and AVIF with libheif and libde265, and with libavif and libaom,
// compiled to WebAssembly (README.md lists the sources). They run in a sandbox, in which a hostile
// file can access only the memory of its own decoder, which is bounded. The package is linked only
// into the program that heif.Decode starts.
package decoder
