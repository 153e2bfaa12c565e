// Package concat concatenates sounds into one file: the parts of a long text that was read aloud.
//
// MP3 and AAC are joined frame by frame and Opus packet by packet, so that nothing is lost by
// encoding again; WAV and FLAC are joined as sound, which loses nothing either; PCM is put one
// after the other. What a part brings along besides its sound (tags, the frame an MP3 begins with,
// garbage before the first frame) is left out, and what players need is made anew: an MP3 gets its
// length and a table to seek by, title and chapters as ID3v2.3; an Opus gets title and chapters as
// comments. AAC, WAV, FLAC and PCM carry no title.
//
// Parts may differ in rate, channels and even format. Those that do not fit the first one are no
// error: then all of them are decoded and encoded again at the rate and channels of the first. Opus
// cannot be encoded here, so there it is an error.
//
// Encoders put some silence before and after each part, and it stays: at a seam about a tenth of a
// second, where a reader pauses anyway. An Opus decoder is not started anew at a seam, as players
// do not agree about files that are chained; it needs some 80 ms to forget the part before.
//
// Parts are read twice, first to know all lengths and find all damage, then to write. No part is
// ever held in memory.
package concat
