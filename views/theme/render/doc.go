// Package render is github.com/go-text/render v0.2.1, which Fyne draws text with, with one change:
// the pictures of SVG glyphs are cached (picture.go). go.mod replaces the original by it. When Fyne
// requires a newer version, copy that here and apply the change again.
package render
