// Package cards lays messages out: what stands in one message, at one width, as rows of placed
// words, boxes and places to click. It has no objects of the window; what a click does is asked of
// the column the message stands in.
package cards
