// Package audio decodes and encodes sound. It has no dependency on the network, devices or windows.
//
// A [Decoder] returns samples while the bytes of a file or response still arrive; an [Encoder]
// writes bytes while the samples are still being produced. The format of a sound is detected from
// its bytes ([DetectFormat]), as labels are often wrong. Declared sizes are not trusted until the
// bytes have arrived: a hostile file causes an error, but never exhausts memory or time and never
// crashes the program. Decoders and encoders belong to one goroutine each; any number may run
// concurrently.
//
// The formats are those of GATEWAY.md 2.7 and 2.8, and others that services may return.
package audio
