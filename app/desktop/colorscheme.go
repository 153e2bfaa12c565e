package desktop

// ColorScheme is what the user prefers programs to look like.
type ColorScheme uint32

// The color schemes, with the values of the settings portal.
const (
	NoPreference ColorScheme = iota
	Dark
	Light
)
