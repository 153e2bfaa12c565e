// Package audio is sound as values, and its codecs: nothing here knows a network, a device or a
// window.
//
// A [Decoder] gives samples while the bytes of a file or an answer still arrive; an [Encoder]
// writes bytes while the samples are still made. The format of a sound is told by its bytes
// ([Sniff]), as labels are often wrong, and no size that a file declares is believed before the
// bytes are there: a hostile file costs an error, never the memory, the time or the program of a
// person. Decoders and encoders belong to one goroutine each; any number may run at once.
//
// The formats are those of GATEWAY.md 2.7 and 2.8, and what else a service may answer with.
package audio
