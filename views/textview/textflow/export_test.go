package textflow

// ParagraphLevels returns the level of each character of a paragraph.
func ParagraphLevels(text string, right bool) []Level {
	var out []Level
	levels := appendLevels(nil, text, right)
	for at := range text {
		out = append(out, levels[at])
	}
	return out
}
