// Package capture opens the microphones of this computer with miniaudio. It is separate from
// package microphone so that code that only consumes samples, and its tests, need no C compiler.
//
// Each call of Run or Devices initializes the sound system anew. That takes some 50 ms, and makes a
// restart of the sound server in between harmless.
package capture
