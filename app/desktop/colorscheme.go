package desktop

// ColorScheme is a preference for dark or light windows.
type ColorScheme uint32

// The color schemes, with the values of the settings portal.
const (
	NoPreference ColorScheme = iota
	Dark
	Light
)
