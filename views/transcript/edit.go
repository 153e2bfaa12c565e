package transcript

import "time"

// EditKind is the kind of an Edit.
type EditKind uint8

// The kinds of Edit.
const (
	// SetText sets the text of the line to Text; "" removes the line.
	SetText EditKind = iota
	// Split splits the line before byte At of its text; the second line begins at Time.
	Split
	// Join joins the line with the next one.
	Join
	// SetSpeaker sets the speaker of the lines from this one up to but not Until to Text; "" is
	// none.
	SetSpeaker
	// ReplaceAll replaces Old with Text in every line.
	ReplaceAll
	// SetTranslation sets the translation of the line to Text; "" removes it.
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
