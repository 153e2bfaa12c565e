// Package voice speaks with the voice of this computer: text goes in, samples and the times of the
// words come out, sentence by sentence. The practice gateway speaks with it (docs/gateway.md 4.2),
// and Parlando where a service cannot.
//
// The voice is the computer's own, a program that is asked with the text on its standard input:
// espeak-ng wherever it is installed, else say on macOS and SAPI on Windows. Where there is none it
// plays short recordings, which say that they are. say and SAPI were written from their manuals and
// have not been tried on such a computer.
//
// It knows no network and no file formats. The same text and settings give the same samples, as
// long as the same voice is installed.
package voice
