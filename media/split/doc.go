// Package split splits a long recording into parts that a service accepts, without encoding it
// again.
//
// Each part is a complete file in the format of the recording (m4a for AAC, because services don't
// accept ADTS), within limits of size and duration. Parts are split at the quietest moment before
// the limit, and each begins about a second before the previous one ends, so that no word is lost
// between them. Tags, pictures and video are dropped. FLAC, AIFF and others cannot be split;
// [audio.TranscodeToMP3] converts them to a format that can.
//
// If requested ([Limits].Shortest), parts end in the pauses between sentences instead, where no
// overlap is needed; where there is no pause, they end at the quietest moment.
//
// The file is read once, in blocks, and decoded only near the limits, or completely to find its
// pauses. A part holds no sound: it stores the offsets of its bytes in the file, and reads them
// when it is sent.
package split
