// Package shrink makes any sound small for a service that writes down what is spoken: an MP3 of one
// channel, which all of them take (GATEWAY.md 2.8). Times stay what they are: what sounds at a time
// in the sound sounds at that time in the MP3.
//
// A sound of any length is worked through by pieces; nothing of it is kept.
package shrink
