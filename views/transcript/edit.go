package transcript

import "time"

// EditKind is the kind of an Edit.
type EditKind uint8

// The kinds of Edit.
const (
	// SetText sets the text of the line to Text; "" removes the line.
	SetText EditKind = iota
	// Split splits the line before byte At of its text. The new second line begins at Time.
	Split
	// Join joins the line with the next one.
	Join
	// SetSpeaker sets the speaker of the lines from this one to before Until to Text; "" means no
	// speaker.
	SetSpeaker
	// ReplaceAll replaces Old with Text in every line.
	ReplaceAll
	// SetTranslation sets the translation of the line to Text; "" removes it.
	SetTranslation
)

// Edit is one change of the lines, which can be undone in one step.
type Edit struct {
	Kind EditKind
	// ID is the id of the line. A line that was created by a split may have no id yet: then ID is
	// 0, and the line is identified by Line, its index, from 0, after all previous edits.
	ID          int64
	Line, Until int
	At          int
	Time        time.Duration
	Text, Old   string
	MatchCase   bool
	WholeWords  bool
}
