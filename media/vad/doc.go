// Package vad is voice activity detection by loudness: Detector for live sound, Measure.Bounds for
// a whole recording.
//
// What counts as voice depends on the room: what is well above its quietest moments, for longer
// than a click. A room that hums all the time has a hum for its quietest moment, and is silent. The
// rule errs towards hearing a voice: a quiet word that is sent is better than one that is lost.
//
// Package split finds where to split a long recording by itself: there is always a quietest moment.
package vad
