package textflow

import "github.com/go-text/typesetting/segmenter"

// ParagraphLevels returns the level of each character of a paragraph.
func ParagraphLevels(text string, right bool) []Level {
	var out []Level
	levels := appendLevels(nil, text, right)
	for at := range text {
		out = append(out, levels[at])
	}
	return out
}

// LineEnds returns the offsets at which a line may end.
func LineEnds(text string) []int {
	var out []int
	var l lineEnds
	l.reset(text, 0)
	for at := 0; at < len(text); {
		at = l.after(at)
		out = append(out, at)
	}
	return out
}

// SlowLineEnds is LineEnds without the short way for plain words.
func SlowLineEnds(text string) []int {
	var out []int
	var s segmenter.Segmenter
	s.Init([]rune(text))
	for line := s.LineIterator(); line.Next(); {
		out = append(out, line.Line().OffsetInBytes+line.Line().LengthInBytes)
	}
	return out
}

// Edges returns the offsets between two characters, 0 and the end among them.
func Edges(text string) []int { return edges(text) }
