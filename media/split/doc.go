// Package split splits a long recording into parts that a service accepts, without encoding it
// again.
//
// Each part is a whole file of the recording's own format (an m4a for AAC, which services don't
// take), within limits in bytes and in time. Parts meet at the quietest moment before the limit,
// and each begins about a second before the one before it ends, so that no word is lost between
// them. Nothing but the sound is kept: tags, pictures and video are left out. FLAC, AIFF and others
// are not cut: [audio.Shrink] makes something of them that is.
//
// The file is read once, by pieces, and decoded only near the limits. A part holds no sound: it
// knows where in the file its bytes are, and reads them when it is sent.
package split
