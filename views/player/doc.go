// Package player implements the players for speech: the bar at the bottom of the window (previous
// sentence, play and pause, next sentence, position, voice, speed, volume, save and close) and the
// card of the page Read aloud. While reading, they repaint only at each new sentence and every five
// seconds in between.
package player
