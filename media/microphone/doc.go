// Package microphone hears through the microphones of this computer: 16,000 samples a second, one
// channel, 16 bits, which is what services that write down speech work with.
//
// The sound library behind it is made ready when it is first asked for, and costs nothing before.
package microphone
