// Package gate detects voice by its loudness: a Detector live, Bounds of a
// whole recording.
//
// What counts as voice depends on the room: what is well above its quietest moments, for longer
// than a click. A room that hums all the time has a hum for its quietest moment, and is silent. The
// rule errs towards hearing a voice: a quiet word that is sent is better than one that is lost.
//
// Where to cut a long recording is another question, since there is always a quietest moment
// (package cut); and the ear of practice, which knows what it listens for, finds the parts of a
// sentence by how loud the whole of it is (package ear).
package gate
