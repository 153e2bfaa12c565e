// Package vad detects voice activity by level: Detector in live sound, BoundsFinder.Bounds in a
// complete recording.
//
// The threshold adapts to the room: voice is sound well above the quietest moments that lasts
// longer than a click. In a room with a constant hum the hum is the quietest moment, so it counts
// as silence. In doubt, sound counts as voice: it is better to send a sound that is no word than to
// lose a quiet word.
//
// Package split has its own search for the quietest moment, which always exists, unlike a pause.
package vad
