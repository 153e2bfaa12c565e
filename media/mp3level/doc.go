// Package mp3level estimates the peaks of an MP3 over time, at a tenth of the cost of decoding it
// with go-mp3. It decodes the coefficients of each frame (ISO 11172-3 and 13818-3, layer III) and
// transforms them into the samples of 32 subbands, from which it estimates the peak of each moment.
// What costs most is left out: the synthesis of one sound from the subbands. So is the reduction of
// aliases between neighboring subbands, which hardly changes the result.
package mp3level
