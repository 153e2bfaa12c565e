package foreign

import "time"

// NoteKind is the kind of a Note.
type NoteKind string

// The kinds of notes.
const (
	// CustomInstructions are the user's words to every model.
	CustomInstructions NoteKind = "instructions"
	// Memory is the other program's memory of the user.
	Memory NoteKind = "memory"
	// ProjectInstructions are those of one project.
	ProjectInstructions NoteKind = "project"
	// ProjectDescription is the user's note about one project, which no model was sent.
	ProjectDescription NoteKind = "project-description"
	// ProjectMemory is the other program's memory of one project.
	ProjectMemory NoteKind = "project-memory"
	// ProjectFile is the text of a file of a project.
	ProjectFile NoteKind = "project-file"
	// ProjectChats are the IDs of the chats of one project here, one a line. Imports adds them.
	ProjectChats NoteKind = "project-chats"
)

// Note is a text beside the conversations that is kept with the import and not sent anywhere.
type Note struct {
	Kind NoteKind
	// Project is the other program's ID of the project, Title its name or that of the file.
	Project, Title string
	Text           string
	// Created is zero if unknown.
	Created time.Time
}
