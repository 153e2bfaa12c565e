package window

import (
	"time"
	_ "unsafe" // for linkname
)

// Fyne keeps the texture of each painted text for a minute after it was last visible. While a long
// reply streams or the user scrolls, these textures take some fifty megabytes. Fyne reads another
// lifetime only from the environment, before our code runs, so we access its two variables by
// linkname. If a later Fyne renames the variables, this has no effect, and the row about the memory
// of a reply in make measure shows that.

//go:linkname textureLife fyne.io/fyne/v2/internal/cache.ValidDuration
var textureLife time.Duration

//go:linkname textureSweep fyne.io/fyne/v2/internal/cache.cleanTaskInterval
var textureSweep time.Duration

// Lifetimes of textures that are no longer visible. With a short lifetime, Fyne scans the whole
// window on each tick, 60 times a second, which takes one hundredth of a core; so the short one
// only applies during activity.
const (
	busyLife = 4 * time.Second
	restLife = time.Minute
)

// touchMemory reports an allocation-heavy operation. Soon after it, memory is returned to the
// system.
func (v *Window) touchMemory() {
	textureLife, textureSweep = busyLife, busyLife/2
	v.core.Memory.Touch()
}

// rest restores the long lifetimes after a period without heavy operations. It also repaints the
// conversation, which frees expired textures.
func (v *Window) rest() {
	textureLife, textureSweep = restLife, restLife/2
	v.chat.ConversationView().Repaint()
}
