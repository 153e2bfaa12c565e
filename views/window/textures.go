package window

import (
	"time"
	_ "unsafe" // for linkname
)

// Fyne keeps the texture of every text it ever painted for a minute after it was last seen. While a
// long reply streams, or the wheel turns, that is some fifty megabytes of lines that have scrolled
// away. Fyne takes another time only from the environment, before any code of ours runs; so its two
// variables are reached by name. Should a later Fyne name them otherwise, this does nothing, and
// the row about the memory of a reply in make measure tells.

//go:linkname textureLife fyne.io/fyne/v2/internal/cache.ValidDuration
var textureLife time.Duration

//go:linkname textureSweep fyne.io/fyne/v2/internal/cache.cleanTaskInterval
var textureSweep time.Duration

// Lifetimes of textures that are no longer painted. A short lifetime makes Fyne scan the whole
// window on each tick, 60 times a second, which costs one hundredth of a core, so it applies only
// during activity.
const (
	busyLife = 4 * time.Second
	restLife = time.Minute
)

// touchMemory reports an allocation-heavy operation, after which memory is soon returned to the
// system.
func (v *Window) touchMemory() {
	textureLife, textureSweep = busyLife, busyLife/2
	v.core.Memory.Touch()
}

// rest restores the long lifetimes after a period without heavy operations, and repaints the
// conversation, which frees expired textures.
func (v *Window) rest() {
	textureLife, textureSweep = restLife, restLife/2
	v.chat.ConversationView().Repaint()
}
