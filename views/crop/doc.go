// Package crop lets the user choose a part of a picture, with the pointer or with the keys, on one
// screen or on all of several.
package crop
