package sidebar

import (
	"strings"
	"unicode/utf8"

	"parlando/views/words"
)

// maxProjectName is the length of a project's name before a snippet, in characters.
const maxProjectName = 14

// snippetOf returns one line of text that starts shortly before the first match, with the byte
// ranges of the matches in that line. The name of the project comes first.
func snippetOf(h Hit) (text string, marks [][2]int) {
	before, lead := maxLead, ""
	if h.Project != "" {
		before, lead = maxLeadInProject, words.ShortName(h.Project, maxProjectName)+" · "
	}
	from := begin(h, before)
	if from > 0 {
		lead += "…"
	}
	for _, m := range h.Marks {
		marks = append(marks, [2]int{m[0] - from + len(lead), m[1] - from + len(lead)})
	}
	return lead + strings.ReplaceAll(h.Snippet[from:], "\n", " "), marks
}

// maxLead is the number of characters shown before the first match, maxLeadInProject behind the
// name of a project. They are small enough for the match to be visible in a row.
const (
	maxLead          = 14
	maxLeadInProject = 9
)

// begin returns the offset at which the shown snippet starts, at most the given number of
// characters before the first match.
func begin(h Hit, before int) int {
	if len(h.Marks) == 0 || h.Marks[0][0] <= 0 || h.Marks[0][0] > len(h.Snippet) {
		return 0
	}
	lead := h.Snippet[:h.Marks[0][0]]
	from := len(lead)
	for n := 0; from > 0 && n < before; n++ {
		_, size := utf8.DecodeLastRuneInString(lead[:from])
		from -= size
	}
	// Start at the beginning of a word if possible.
	if space := strings.IndexByte(lead[from:], ' '); from > 0 && space >= 0 && from+space+1 < len(lead) && lead[from-1] != ' ' {
		from += space + 1
	}
	return from
}
