package imports

import (
	"cmp"
	"strings"

	"parlando/app/history"
	"parlando/app/imports/foreign"
)

// RememberedText is a text of an import whose lines may be remembered: all notes of a kind, or of a
// project, as a chat of ChatGPT has the memory of its time.
type RememberedText struct {
	Kind foreign.NoteKind
	// Project is the other program's ID of the project, ProjectName its name; both may be "".
	Project, ProjectName string
	Text                 string
}

// RememberedOf returns the texts among the notes of an import whose lines may be remembered.
func RememberedOf(notes []history.ImportNote) []RememberedText {
	names := map[string]string{}
	for _, n := range notes {
		if foreign.NoteKind(n.Kind) == foreign.ProjectInstructions {
			names[n.Project] = cmp.Or(names[n.Project], n.Title)
		}
	}
	var all []RememberedText
	for _, kind := range []foreign.NoteKind{foreign.Memory, foreign.CustomInstructions, foreign.ProjectMemory} {
		at := map[string]int{}
		for _, n := range notes {
			if foreign.NoteKind(n.Kind) != kind || strings.TrimSpace(n.Text) == "" {
				continue
			}
			if i, known := at[n.Project]; known {
				all[i].Text += "\n" + n.Text
				continue
			}
			at[n.Project] = len(all)
			all = append(all, RememberedText{kind, n.Project, names[n.Project], n.Text})
		}
	}
	return all
}
