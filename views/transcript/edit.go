package transcript

import "time"

// EditKind is the kind of an Edit.
type EditKind uint8

// The kinds of Edit.
const (
	SetText EditKind = iota // the line says Text now; "" takes it away
	// the line is divided before byte At of its text; the second one begins at Time
	Split
	Join // the line and the one behind it become one
	// Text speaks the lines from this one up to but not Until; "" is nobody
	SetSpeaker
	ReplaceAll // Text in place of Old, in every line
	// Text is the line in the other language; "" removes its translation
	SetTranslation
)

// Edit is one change of the lines, which can be undone in one step.
type Edit struct {
	Kind EditKind
	// ID is the id of the line. It is 0 for a line created by a split that has none yet; then Line
	// identifies it: its index, from 0, after all previous edits.
	ID          int64
	Line, Until int
	At          int
	Time        time.Duration
	Text, Old   string
	MatchCase   bool
	WholeWords  bool
}
