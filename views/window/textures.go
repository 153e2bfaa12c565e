package window

import (
	"time"
	_ "unsafe" // for linkname

	"parlando/views/conversation"
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

// The lives of what has not been painted any more. A short one makes Fyne look through the whole
// window at each of its ticks, 60 times a second and for ever, which costs one hundredth of a core:
// so it is short only while something is done.
const (
	busyLife = 4 * time.Second
	restLife = time.Minute
)

// touchMemory reports large work: the memory it leaves behind is soon returned to the system.
func (v *Window) touchMemory() {
	textureLife, textureSweep = busyLife, busyLife/2
	v.core.Memory.Touch()
}

// rest lets go of what is out of sight, once nothing large was done for a while: textures whose
// life is over are freed when the window is painted.
func (v *Window) rest() {
	textureLife, textureSweep = restLife, restLife/2
	conversation.Repaint(v.chat.Reading())
}
