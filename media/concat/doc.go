// Package concat concatenates sounds into one file: the parts of a long text that was read aloud.
//
// MP3 and AAC are joined frame by frame and Opus packet by packet, without encoding again; WAV and
// FLAC are joined as samples, which is lossless, too; PCM is simply appended. Anything in a part
// besides its sound (tags, the info frame of an MP3, garbage before the first frame) is dropped,
// and the metadata that players need is written anew: length and seek table of an MP3, with title
// and chapters as ID3v2.3; title and chapters of an Opus as comments. AAC, WAV, FLAC and PCM carry
// no title.
//
// Parts may differ in rate, channels and even format. If any part does not match the first one, all
// are decoded and encoded again with the rate and channels of the first. Opus cannot be encoded, so
// Opus parts that differ are an error.
//
// Encoders add some silence before and after each part, which stays in the file: about a tenth of a
// second at each joint, where a speaker pauses anyway. An Opus decoder is not reset at a joint,
// because players disagree about chained files; it needs some 80 ms to converge after the previous
// part.
//
// Parts are read twice, first to find lengths and damage, then to write. No part is ever in memory
// as a whole.
package concat
