package settings

// Comfort suits the window to a user's eyes and hands. Nothing of it changes a request.
type Comfort struct {
	SendWith     SendWith     `json:"send_with"`
	ReadingWidth ReadingWidth `json:"reading_width"`
	Motion       Motion       `json:"motion"`
	// Simple leaves away what a newcomer does not need and makes the rest large.
	Simple bool `json:"simple,omitempty"`
	// Announce has it said aloud what begins, ends, asks and fails.
	Announce bool `json:"announce,omitempty"`
	// QuickKeys opens the quick window from anywhere, as in "Ctrl+Alt+P"; "" is none.
	QuickKeys string `json:"quick_keys,omitempty"`
}

// SendWith says which key sends a message; the other begins a line. The stored word is the value
// itself.
type SendWith string

// The keys. Ctrl+Enter sends with both.
const (
	SendEnter      SendWith = "enter"
	SendShiftEnter SendWith = "shift+enter"
)

// ReadingWidth is the width of the column of text. The stored word is the value itself.
type ReadingWidth string

// The widths.
const (
	WidthNarrow ReadingWidth = "narrow"
	WidthNormal ReadingWidth = "normal"
	WidthWide   ReadingWidth = "wide"
	WidthFull   ReadingWidth = "full"
)

// Motion is the amount of animation. The stored word is the value itself.
type Motion string

// The choices; MotionSystem asks the desktop.
const (
	MotionSystem Motion = "system"
	MotionLess   Motion = "less"
	MotionAll    Motion = "all"
)

// Place is the place of the window, in pixels of the screen from its top left corner, the frame
// included. The zero value is nowhere.
type Place struct {
	Known     bool `json:"known,omitempty"`
	X         int  `json:"x,omitempty"`
	Y         int  `json:"y,omitempty"`
	Maximized bool `json:"maximized,omitempty"`
}

// placeMost is farther than any screen reaches.
const placeMost = 100_000

func defaultComfort() Comfort {
	return Comfort{SendWith: SendEnter, ReadingWidth: WidthNormal, Motion: MotionSystem}
}

func (c Comfort) sanitized() Comfort {
	if c.SendWith != SendShiftEnter {
		c.SendWith = SendEnter
	}
	switch c.ReadingWidth {
	case WidthNarrow, WidthWide, WidthFull:
	default:
		c.ReadingWidth = WidthNormal
	}
	if c.Motion != MotionLess && c.Motion != MotionAll {
		c.Motion = MotionSystem
	}
	if len(c.QuickKeys) > 64 {
		c.QuickKeys = ""
	}
	return c
}

func (p Place) sanitized() Place {
	if p.X < -placeMost || p.X > placeMost || p.Y < -placeMost || p.Y > placeMost {
		p.Known, p.X, p.Y = false, 0, 0
	}
	return p
}
