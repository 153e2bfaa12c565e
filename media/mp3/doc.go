// Package mp3 decodes MP3s (ISO 11172-3 and 13818-3, layer III, and MPEG 2.5), and estimates their
// peaks over time much faster. Both begin by transforming the coefficients of each frame into the
// samples of 32 subbands. A [Decoder] combines the subbands into the sound. A [LevelReader]
// estimates the peak of each moment from the subbands, without the synthesis, the most expensive
// step, and without reducing the aliases between neighboring subbands, which hardly changes the
// result.
package mp3
