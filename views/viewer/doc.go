// Package viewer shows pictures over the whole window, one at a time, with zoom and panning. It
// only displays data and requests more in callbacks: the owner of the picture renders the visible
// part in full resolution.
package viewer
