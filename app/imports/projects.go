package imports

import (
	"maps"
	"slices"
	"strings"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/imports/foreign"
	"parlando/app/projects"
)

// projectChats returns the note with the chats of a project of the other program.
func projectChats(project string, chats []chat.ID) history.ImportNote {
	ids := make([]string, len(chats))
	for i, id := range chats {
		ids[i] = string(id)
	}
	return history.ImportNote{Kind: string(foreign.ProjectChats), Project: project, Text: strings.Join(ids, "\n")}
}

// ProjectsOf returns the projects among the notes of an import. Name is "" if the export does not
// have it; Chats are unknown of imports before projectChats.
func ProjectsOf(notes []history.ImportNote) []projects.Contents {
	var all []projects.Contents
	at := map[string]int{}
	of := func(id string) *projects.Contents {
		if _, known := at[id]; !known {
			at[id], all = len(all), append(all, projects.Contents{})
		}
		return &all[at[id]]
	}
	for _, n := range notes {
		switch foreign.NoteKind(n.Kind) {
		case foreign.ProjectInstructions:
			p := of(n.Project)
			p.Name, p.Instructions = n.Title, n.Text
		case foreign.ProjectFile:
			if strings.TrimSpace(n.Text) != "" {
				p := of(n.Project)
				p.Files = append(p.Files, chat.Part{Kind: chat.PartPasted, Name: n.Title, Text: n.Text})
			}
		case foreign.ProjectChats:
			p := of(n.Project)
			for id := range strings.SplitSeq(n.Text, "\n") {
				p.Chats = append(p.Chats, chat.ID(id))
			}
		case foreign.CustomInstructions, foreign.Memory, foreign.ProjectDescription, foreign.ProjectMemory:
		}
	}
	return all
}

// notes returns what is kept beside the chats of the export.
func (r *run) notes() []history.ImportNote {
	notes := make([]history.ImportNote, 0, len(r.export.Notes))
	for _, n := range r.export.Notes {
		notes = append(notes, history.ImportNote{Kind: string(n.Kind), Project: n.Project, Title: n.Title, Text: n.Text, Created: n.Created})
	}
	for _, project := range slices.Sorted(maps.Keys(r.projects)) {
		notes = append(notes, projectChats(project, r.projects[project]))
	}
	return notes
}
