// Package heif reads HEIC and AVIF, the pictures of phones: what they say of themselves, and, through a program of its own that is started
// for each of them, their pixels (package decoder). That program can be ended at any time; its memory is bounded, and given back.
package heif
