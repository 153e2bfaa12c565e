package settings

// Comfort adapts the window to the user's eyes and hands. It does not affect requests.
type Comfort struct {
	SendWith     SendWith     `json:"send_with"`
	ReadingWidth ReadingWidth `json:"reading_width"`
	Motion       Motion       `json:"motion"`
	// Sent counts the messages that the user has sent while SendWith was SentWith, up to
	// enoughSent.
	Sent     int      `json:"sent,omitempty"`
	SentWith SendWith `json:"sent_with,omitempty"`
	// Contrast strengthens controls and text.
	Contrast Contrast `json:"contrast"`
	// SimpleTextSize is Settings.TextSize in the simple view; 0 until the user has chosen one.
	SimpleTextSize float64 `json:"simple_text_size,omitempty"`
	// Simple hides controls that a newcomer does not need, and enlarges the others.
	Simple bool `json:"simple,omitempty"`
	// Announce enables announcements when something starts, finishes, fails or asks a question.
	Announce bool `json:"announce,omitempty"`
	// ScreenReaderOffered means that Parlando for screen readers was offered to the user.
	ScreenReaderOffered bool `json:"screen_reader_offered,omitempty"`
	// QuickKeys is the global shortcut of the quick window, such as "Ctrl+Alt+P"; "" for none.
	QuickKeys string `json:"quick_keys,omitempty"`
}

// enoughSent is the number of messages after which the user knows which key sends.
const enoughSent = 3

// KnowsSendKey reports whether the user has sent enough messages to know which key sends.
func (c Comfort) KnowsSendKey() bool { return c.SentWith == c.SendWith && c.Sent >= enoughSent }

// CountSent counts a message that the user has sent.
func (c *Comfort) CountSent() {
	if c.SentWith != c.SendWith {
		c.Sent, c.SentWith = 0, c.SendWith
	}
	c.Sent = min(c.Sent+1, enoughSent)
}

// SendWith selects the key that sends a message; the other inserts a line break. Its value is
// stored.
type SendWith string

// The keys. Ctrl+Enter always sends.
const (
	SendEnter      SendWith = "enter"
	SendShiftEnter SendWith = "shift+enter"
)

// ReadingWidth is the width of the text column. Its value is stored.
type ReadingWidth string

// The widths.
const (
	WidthNarrow ReadingWidth = "narrow"
	WidthNormal ReadingWidth = "normal"
	WidthWide   ReadingWidth = "wide"
	WidthFull   ReadingWidth = "full"
)

// Motion is the amount of animation. Its value is stored.
type Motion string

// The choices; MotionSystem follows the desktop.
const (
	MotionSystem  Motion = "system"
	MotionReduced Motion = "less"
	MotionAll     Motion = "all"
)

// Contrast is the strength of edges and text. Its value is stored.
type Contrast string

// The choices; ContrastSystem follows the desktop.
const (
	ContrastSystem Contrast = "system"
	ContrastNormal Contrast = "normal"
	ContrastMore   Contrast = "more"
)

// WindowPosition is the position of the window on the screen, in pixels from the top left corner,
// including the window border. The zero value means unknown.
type WindowPosition struct {
	Known     bool `json:"known,omitempty"`
	X         int  `json:"x,omitempty"`
	Y         int  `json:"y,omitempty"`
	Maximized bool `json:"maximized,omitempty"`
}

// placeMost is the maximum plausible coordinate of a window.
const placeMost = 100_000

func defaultComfort() Comfort {
	return Comfort{SendWith: SendEnter, ReadingWidth: WidthNormal, Motion: MotionSystem, Contrast: ContrastSystem}
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
	if c.SentWith != SendEnter && c.SentWith != SendShiftEnter {
		c.SentWith = ""
	}
	c.Sent = min(max(c.Sent, 0), enoughSent)
	if c.Motion != MotionReduced && c.Motion != MotionAll {
		c.Motion = MotionSystem
	}
	if c.Contrast != ContrastNormal && c.Contrast != ContrastMore {
		c.Contrast = ContrastSystem
	}
	if c.SimpleTextSize != 0 {
		c.SimpleTextSize = min(max(c.SimpleTextSize, MinTextSize), MaxTextSize)
	}
	if len(c.QuickKeys) > 64 {
		c.QuickKeys = ""
	}
	return c
}

func (p WindowPosition) sanitized() WindowPosition {
	if p.X < -placeMost || p.X > placeMost || p.Y < -placeMost || p.Y > placeMost {
		p.Known, p.X, p.Y = false, 0, 0
	}
	return p
}
