// Package vad detects voice activity by level: Detector in live sound, BoundsFinder.Bounds in a
// complete recording.
//
// The threshold adapts to the room: voice is sound well above the quietest moments that lasts
// longer than a click. In a room with a constant hum the hum is the quietest moment, so it counts
// as silence. The rule errs on the side of voice: a quiet word that is sent is better than one that
// is lost.
//
// Package split has its own search for the quietest moment, which there always is, unlike a pause.
package vad
