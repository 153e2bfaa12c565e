// Package voice synthesizes speech with the voice of this computer: it turns text into samples and
// word times, sentence by sentence. It is used by the practice gateway (docs/gateway.md 4.2), and
// by Parlando if a service cannot synthesize speech.
//
// The voice is a program that reads the text from standard input: espeak-ng wherever it is
// installed, else say on macOS and SAPI on Windows. If there is none, the package plays short
// recordings that say that there is no voice. The code for say and SAPI follows their documentation
// and has not been tested on such computers.
//
// It uses no network and no file formats. The same text and settings result in the same samples, as
// long as the same voice is installed.
package voice
