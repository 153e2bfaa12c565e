// Package container reads audio containers: WebM and Matroska, Ogg, MP4, and the frames of MP3 and
// AAC. Each has a single reader that returns packets with their times and offsets, which is used to
// decode, seek, split, concatenate and measure.
//
// It is independent of codecs. Declared sizes are not trusted until the bytes have arrived. Errors
// of the underlying reader are returned unchanged; all other errors concern the file.
package container
