// Package container reads the formats that sound comes in: WebM and Matroska, Ogg, MP4, and the
// frames of MP3 and AAC. For each there is one reader that gives packets with their times and
// places, used to decode, to seek, to split, to concatenate and to measure.
//
// It knows nothing of codecs. No size that a file declares is believed before the bytes are there.
// An error of the reader below is passed on as it is; all other errors are about the file.
package container
