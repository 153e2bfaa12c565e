// Package wholefile puts files where they are to stand, whole or not at all: nothing has its name
// before all of it is on the disk, and what was kept survives a failure of power.
package wholefile
