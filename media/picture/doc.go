// Package picture prepares any picture a user may have for sending to a model: rotated upright,
// without metadata (location, camera, name), small enough, and in a format that every vision model
// accepts (GATEWAY.md 4.1.3).
//
// File formats are detected from the bytes, never from the name. Sizes are read from the header
// before anything is decoded, so that a small file that would expand to gigabytes is rejected. None
// of the functions is fast enough for the UI thread.
package picture
