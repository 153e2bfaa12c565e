// Package decoder decodes HEIC and AVIF: libheif with libde265, and libavif with libaom, compiled to WebAssembly (README.md says where from)
// and run in a sandbox, in which a hostile file can reach nothing but the memory of its own decoder, which is bounded. A program that
// imports it decodes when heif.Decode starts it for that.
package decoder
