// Package player is the one bar at the foot of the window for whatever is being read aloud:
// sentence back, play and pause, sentence on, the place, the voice, the speed of playing, how loud,
// save and close. It paints only what changed: while a text is read that is at each sentence, and
// each five seconds in between.
package player
