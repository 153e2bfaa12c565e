// Package heif reads HEIC and AVIF, the pictures of phones: what they say of themselves, and,
// through a program of its own that is started for each of them, their pixels (package decoder).
// That program can be ended at any time; its memory is bounded, and given back. It also decodes
// damaged JPEGs and, smaller than they are, pictures that are too large to be decoded as a whole.
package heif
