// Package split splits a long recording into parts that a service accepts, without encoding it
// again.
//
// Each part is a complete file in the format of the recording (m4a for AAC, because services don't
// accept ADTS), within limits of size and duration. Parts are split at the quietest moment before
// the limit, and each begins about a second before the previous one ends, so that no word is lost
// between them. Only the sound is kept: tags, pictures and video are dropped. FLAC, AIFF and others
// cannot be split; [audio.TranscodeToMP3] converts them to a format that can.
//
// The file is read once, in blocks, and decoded only near the limits. A part holds no sound: it
// stores where its bytes are in the file and reads them when it is sent.
package split
