// Package viewer shows pictures over the whole window, one after the other: fitted into it, pixel
// by pixel, nearer and farther. It shows values and asks in callbacks: what is seen closely is
// painted by whoever holds the picture.
package viewer
