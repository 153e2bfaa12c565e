package app

import (
	"time"
	_ "unsafe" // for linkname
)

// Fyne keeps the texture of every text it ever painted for a minute after it was last seen. While a long reply streams, that
// is some fifty megabytes of lines that have scrolled away. Fyne takes another time only from the environment, before
// any code of ours runs; so its two variables are reached by name. Should a later Fyne name them otherwise, this does nothing, and the
// row about the memory of a reply in make measure tells.

//go:linkname textureLife fyne.io/fyne/v2/internal/cache.ValidDuration
var textureLife time.Duration

//go:linkname textureSweep fyne.io/fyne/v2/internal/cache.cleanTaskInterval
var textureSweep time.Duration

// forgetTexturesSoon makes Fyne let go of what has not been painted for a few seconds.
func forgetTexturesSoon() {
	textureLife = 4 * time.Second
	textureSweep = 2 * time.Second
}
