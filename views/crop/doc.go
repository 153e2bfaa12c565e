// Package crop lets the user select a part of a picture with the pointer or the keyboard, on one
// screen or across several.
package crop
