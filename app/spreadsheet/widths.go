package spreadsheet

import "strings"

// The widths of columns in digits. Longer text is broken into lines.
const (
	minWidth  = 6
	maxWidth  = 60
	padding   = 2 // space beside the text
	plainSize = 10
)

// widths returns for each column the width that fits its text.
func (s *Sheet) widths() []float64 {
	most := make([]int, len(s.Head))
	for i, name := range s.Head {
		most[i] = textWidth(name) * 11 / 10
	}
	for _, row := range s.Rows {
		for i := range min(len(row), len(most)) {
			n := plainSize
			if text := row[i].Text; text != "" || row[i].Kind == KindText {
				n = textWidth(text)
			}
			most[i] = max(most[i], n)
		}
	}
	widths := make([]float64, len(most))
	for i, n := range most {
		widths[i] = float64(min(max(n+padding, minWidth), maxWidth))
	}
	return widths
}

// CountLines estimates the number of lines of a text in a column of the given width, when it is
// wrapped between words.
func CountLines(text string, width float64) (n int) {
	for line := range strings.Lines(text) {
		n++
		if w := float64(textWidth(line)); w > width {
			n += int(w * 1.1 / max(width, 1))
		}
	}
	return max(n, 1)
}

// firstWide is the first character of scripts whose letters are about two digits wide.
const firstWide = 0x2e80

// textWidth estimates the width in digits of the longest line of a text.
func textWidth(text string) (most int) {
	for line := range strings.Lines(text) {
		n := 0
		for _, r := range strings.TrimRight(line, "\r\n") {
			if n++; r >= firstWide {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}
