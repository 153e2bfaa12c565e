// Package heif reads HEIC and AVIF, the picture formats of phones: their headers directly, and
// their pixels with a helper program that is started for each picture (package decoder). The helper
// can be killed at any time; its memory is bounded, and returned when it exits. It also decodes
// damaged JPEGs, and reduces pictures that are too large to be decoded as a whole.
package heif
