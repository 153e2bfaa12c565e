package claude

import (
	"maps"
	"slices"

	"parlando/app/imports/exportjson"
	"parlando/app/imports/foreign"
)

type project struct {
	UUID         string          `json:"uuid"`
	Name         string          `json:"name"`
	Description  string          `json:"description"`
	Instructions string          `json:"prompt_template"`
	CreatedAt    exportjson.Time `json:"created_at"`
	Docs         []struct {
		Name      string          `json:"filename"`
		Content   string          `json:"content"`
		CreatedAt exportjson.Time `json:"created_at"`
	} `json:"docs"`
}

// DecodeProject decodes a project: its instructions, which may be empty, its description and its
// files.
func DecodeProject(object []byte) ([]foreign.Note, error) {
	var p project
	if err := exportjson.Decode(object, &p); err != nil {
		return nil, err
	}
	notes := []foreign.Note{{
		Kind: foreign.ProjectInstructions, Project: p.UUID, Title: p.Name, Text: p.Instructions, Created: p.CreatedAt.Time,
	}}
	if p.Description != "" {
		notes = append(notes, foreign.Note{
			Kind: foreign.ProjectDescription, Project: p.UUID, Title: p.Name, Text: p.Description, Created: p.CreatedAt.Time,
		})
	}
	for _, d := range p.Docs {
		notes = append(notes, foreign.Note{
			Kind: foreign.ProjectFile, Project: p.UUID, Title: d.Name, Text: d.Content, Created: d.CreatedAt.Time,
		})
	}
	return notes, nil
}

// DecodeMemories decodes what Claude remembers of all conversations and of those of each project.
func DecodeMemories(object []byte) (notes []foreign.Note, err error) {
	var m struct {
		Conversations string            `json:"conversations_memory"`
		Projects      map[string]string `json:"project_memories"`
	}
	if err := exportjson.Decode(object, &m); err != nil {
		return nil, err
	}
	if m.Conversations != "" {
		notes = append(notes, foreign.Note{Kind: foreign.Memory, Text: m.Conversations})
	}
	for _, id := range slices.Sorted(maps.Keys(m.Projects)) {
		if text := m.Projects[id]; text != "" {
			notes = append(notes, foreign.Note{Kind: foreign.ProjectMemory, Project: id, Text: text})
		}
	}
	return notes, nil
}
