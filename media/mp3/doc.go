// Package mp3 decodes MP3s (ISO 11172-3 and 13818-3, layer III, and MPEG 2.5), and estimates their
// peaks over time much faster. Both need the coefficients of each frame, transformed into the
// samples of 32 subbands. A [Decoder] joins these into the sound; a [LevelReader] estimates the
// peak of each moment from them. That leaves out the synthesis, which costs most, and the reduction
// of aliases between neighboring subbands, which hardly changes the result.
package mp3
