// Package split splits a long recording into parts that a service accepts, without encoding it
// again.
//
// Each part is a complete file in the format of the recording (m4a for AAC, because services don't
// accept ADTS), within limits of size and duration. Parts are split at the quietest moment before
// the limit, and each begins about a second before the previous one ends, so that no word is lost
// between them. Only the sound is kept: tags, pictures and video are dropped. FLAC, AIFF and others
// cannot be split; [audio.TranscodeToMP3] converts them to a format that can.
//
// If asked for ([Limits].Shortest), parts end in the pauses between sentences instead, where no
// overlap is needed; only where nobody pauses, the quietest moment is taken.
//
// The file is read once, in blocks, and decoded only near the limits, or whole to find its pauses.
// A part holds no sound: it stores where its bytes are in the file and reads them when it is sent.
package split
