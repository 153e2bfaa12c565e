package imports

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"parlando/app/history"
	"parlando/app/imports/foreign"
)

func TestNotesThatMayBeRememberedAreTogether(t *testing.T) {
	t.Parallel()
	note := func(kind foreign.NoteKind, project, title, text string) history.ImportNote {
		return history.ImportNote{Kind: string(kind), Project: project, Title: title, Text: text}
	}
	got := RememberedOf([]history.ImportNote{
		note(foreign.ProjectMemory, "p", "", "Due in May."),
		note(foreign.CustomInstructions, "", "", "Be brief."),
		note(foreign.Memory, "", "", "Two cats."),
		note(foreign.ProjectInstructions, "p", "Thesis", "Be strict."),
		note(foreign.ProjectFile, "p", "a.md", "# A"),
		note(foreign.Memory, "", "", "Two cats.\nTea."),
		note(foreign.Memory, "", "", " "),
		note(foreign.ProjectMemory, "q", "", "No name."),
	})
	want := []RememberedText{
		{Kind: foreign.Memory, Text: "Two cats.\nTwo cats.\nTea."},
		{Kind: foreign.CustomInstructions, Text: "Be brief."},
		{Kind: foreign.ProjectMemory, Project: "p", ProjectName: "Thesis", Text: "Due in May."},
		{Kind: foreign.ProjectMemory, Project: "q", Text: "No name."},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
