// Package player implements the bar at the bottom of the window that controls speech: previous
// sentence, play and pause, next sentence, position, voice, speed, volume, save and close. While
// reading, it repaints only at each new sentence and every five seconds in between.
package player
