package transcripts

import "time"

// Edit is a change of the lines of a transcript: one of the types below. Each is one step of Undo.
type Edit interface {
	// apply makes the change in the lines that were read for it.
	apply(l *lines) error
}

// SetText writes another text into a line. An empty one takes the line away.
type SetText struct {
	Line int64
	Text string
}

// Split makes two lines of one.
type Split struct {
	Line int64
	// Offset is where in the text the second one begins, in bytes, between two characters. Space around it goes.
	Offset int
	// Time is where the second one begins in the sound, between the line's Start and End; 0 is by its place in the text.
	Time time.Duration
}

// Join makes one line of a line and the next one. The speaker is that of the first, unless it has none.
type Join struct{ Line int64 }

// SetTimes moves a line in the sound. Its place among the lines stays.
type SetTimes struct {
	Line       int64
	Start, End time.Duration
}

// SetSpeaker says who speaks in some lines; "" is nobody in particular.
type SetSpeaker struct {
	Lines []int64
	Name  string
}

// RenameSpeaker gives another name to a speaker, in every line.
type RenameSpeaker struct{ Old, New string }

// ReplaceAll puts one text in place of another, in every line. Texts that overlap are taken from the left. A line that becomes empty goes.
type ReplaceAll struct {
	Old, New string
	// MatchCase tells capitals from small letters.
	MatchCase bool
	// WholeWords leaves out what is a part of a word.
	WholeWords bool
	// Lines are those to look at; nil is all.
	Lines []int64
}

// SetTranslations puts a translation beside each line that is named; "" takes it away.
type SetTranslations map[int64]string
