// Package viewer shows pictures over the whole window, one at a time, with zooming and panning. It
// requests pictures through callbacks; the owner of a picture renders the visible part in full
// resolution.
package viewer
