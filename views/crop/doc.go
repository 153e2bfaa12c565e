// Package crop is where the part of a picture is chosen: drawn with the pointer or moved with the
// keys, on one screen or on all of several.
package crop
