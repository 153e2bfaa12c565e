// Package heif decodes HEIC and AVIF, the pictures of phones. The decoders are libheif with libde265 and libavif with libaom, compiled to
// WebAssembly (README.md says where from), and run in a sandbox: a hostile file can reach nothing but the memory of its own decoder,
// which is bounded, as is its time. Nothing is loaded before the first such file comes.
package heif
