package words

import (
	"context"
	"errors"
	"io/fs"
	"syscall"
	"time"

	"parlando/app/history"
	"parlando/app/imports"
	"parlando/app/imports/foreign"
	"parlando/app/imports/formats"
	"parlando/views/format"
	"parlando/views/i18n"
)

// ImportSource returns the name of the program that an export is from, "" if it is unknown.
func ImportSource(f formats.Format) string {
	switch f {
	case formats.ChatGPT:
		return "ChatGPT"
	case formats.Claude, formats.ClaudeProject, formats.ClaudeMemories, formats.ClaudeManifest, formats.ClaudeDesign:
		return "Claude"
	case formats.OpenWebUI:
		return "Open WebUI"
	case formats.Gemini:
		return "Gemini"
	}
	return ""
}

// ImportName returns the name of an import in a list: its program, or that of its file.
func ImportName(source, file string) string {
	if name := ImportSource(formats.Format(source)); name != "" {
		return i18n.Text("Chats from {{.Program}}", map[string]any{"Program": name})
	}
	return i18n.Text("Chats from “{{.File}}”", map[string]any{"File": file})
}

// ImportSummary returns the sentences about the content of an export: its program, the number of
// its chats with their months, and of their files and voice messages.
func ImportSummary(source formats.Format, chats []imports.Chat) string {
	var from, to time.Time
	files, sounds := 0, 0
	guessed := false
	for _, c := range chats {
		files, sounds, guessed = files+c.Files, sounds+c.Sounds, guessed || c.Guessed
		for _, at := range []time.Time{c.Created, c.Updated} {
			if at.IsZero() {
				continue
			}
			if from.IsZero() || at.Before(from) {
				from = at
			}
			if at.After(to) {
				to = at
			}
		}
	}
	said := i18n.Plural("{{.N}} chats", len(chats))
	if first, last := format.Month(from), format.Month(to); !from.IsZero() && first == last {
		said = i18n.Text("{{.Chats}} from {{.Month}}", map[string]any{"Chats": said, "Month": first})
	} else if !from.IsZero() {
		said = i18n.Text("{{.Chats}} from {{.First}} to {{.Last}}", map[string]any{"Chats": said, "First": first, "Last": last})
	}
	if name := ImportSource(source); name != "" {
		said = format.Named(name, said)
	}
	said = format.Period(said)
	if files > 0 {
		said = format.Sentences(said, i18n.Plural("With {{.N}} pictures or files.", files))
	}
	if sounds > 0 {
		said = format.Sentences(said, i18n.Plural("With {{.N}} voice messages: their words come over, their sound doesn't.", sounds))
	}
	if guessed {
		said = format.Sentences(said, i18n.Text("This export has no chats, only single questions. Parlando has grouped them by their times."))
	}
	return format.Sentences(said, i18n.Text("Nothing is sent anywhere."))
}

// ImportRefusal returns the line of a report about a chat or file that was not imported.
func ImportRefusal(r imports.Refusal) string {
	name := r.File
	if r.Title != "" {
		name = i18n.Text("“{{.Title}}”", map[string]any{"Title": ShortName(r.Title, MaxNameInSentence)})
	}
	return i18n.Text("{{.Name}}: {{.Why}}", map[string]any{"Name": name, "Why": importReason(r)})
}

func importReason(r imports.Refusal) string {
	switch r.Reason {
	case imports.ReasonDamaged:
		return i18n.Text("it is damaged")
	case imports.ReasonTruncated:
		return i18n.Text("its end is missing; download it once more")
	case imports.ReasonTooLarge:
		return i18n.Text("it is too large")
	case imports.ReasonTooMany:
		return i18n.Text("there are too many files")
	case imports.ReasonEncrypted:
		return i18n.Text("it needs a password; unpack it first")
	case imports.ReasonUnsafe:
		return i18n.Text("its name leads elsewhere")
	case imports.ReasonUnknown:
		return i18n.Text("there are no chats that Parlando can read in it")
	case imports.ReasonDesign:
		return i18n.Text("chats of Claude Design can't be imported")
	case imports.ReasonProgram:
		return i18n.Text("chats of {{.Program}} can't be imported yet", map[string]any{"Program": r.Program})
	case imports.ReasonUnreadable:
	}
	return i18n.Text("it can't be read")
}

// ImportBalance returns the line that accounts for all chats of an export. chosen is the number of
// the chats that would be imported.
func ImportBalance(chosen, present, empty, refused int) string {
	return i18n.Text("{{.New}} · {{.Present}} · {{.Empty}} · {{.Refused}}", map[string]any{
		"New": i18n.Plural("{{.N}} chosen", chosen), "Present": i18n.Plural("{{.N}} already here", present),
		"Empty": i18n.Plural("{{.N}} empty", empty), "Refused": i18n.Plural("{{.N}} unreadable", refused),
	})
}

// ImportLines returns the lines of the report of an import.
func ImportLines(r imports.Report) (lines []string) {
	add := func(n int, line string) {
		if n > 0 {
			lines = append(lines, line)
		}
	}
	lines = append(lines, i18n.Plural("{{.N}} chats imported.", r.Imported))
	add(r.Archived, i18n.Plural("{{.N}} of them were archived there. Here they are among the others.", r.Archived))
	add(r.Grown, i18n.Plural("{{.N}} chats that were here have new messages.", r.Grown))
	add(r.Present, i18n.Plural("{{.N}} chats were here already.", r.Present))
	add(r.Left, i18n.Plural("{{.N}} chats were left out, as you chose.", r.Left))
	add(r.Empty, i18n.Plural("{{.N}} chats were empty.", r.Empty))
	add(len(r.Deleted), i18n.Plural("{{.N}} chats stay deleted:", len(r.Deleted)))
	for _, d := range r.Deleted {
		lines = append(lines, "    "+i18n.Text("“{{.Title}}”", map[string]any{"Title": ShortName(d.Title, MaxNameInSentence)}))
	}
	add(len(r.Refused), i18n.Plural("{{.N}} chats or files couldn't be imported:", len(r.Refused)))
	for _, refused := range r.Refused {
		lines = append(lines, "    "+ImportRefusal(refused))
	}
	add(r.Pictures, i18n.Plural("{{.N}} pictures came over.", r.Pictures))
	add(r.Documents, i18n.Plural("{{.N}} documents came over.", r.Documents))
	add(r.Missing, i18n.Plural("{{.N}} pictures or files aren't in the export, or can't be used. Their names stand in the chats.", r.Missing))
	add(r.Sounds, i18n.Plural("{{.N}} voice messages came over as text, without their sound.", r.Sounds))
	add(r.Notes, i18n.Plural("{{.N}} other texts, such as instructions and memory, are kept with the import.", r.Notes))
	for _, g := range r.Gaps {
		lines = append(lines, i18n.Plural("Not taken over: “{{.Kind}}”, {{.N}} times.", g.Count, map[string]any{"Kind": g.Kind}))
	}
	return lines
}

// ImportNoteName returns the name of a text that an import kept. project is the name of its
// project, "" if it is unknown.
func ImportNoteName(n history.ImportNote, project string) string {
	name := map[string]any{"Project": ShortName(project, MaxNameInSentence)}
	switch kind := foreign.NoteKind(n.Kind); {
	case kind == foreign.CustomInstructions:
		return i18n.Text("Custom instructions")
	case kind == foreign.ProjectFile:
		return ShortName(n.Title, MaxNameInSentence)
	case kind == foreign.ProjectInstructions:
		return i18n.Text("Instructions of the project “{{.Project}}”", name)
	case kind == foreign.ProjectDescription:
		return i18n.Text("Description of the project “{{.Project}}”", name)
	case kind == foreign.ProjectMemory && project != "":
		return i18n.Text("Memory of the project “{{.Project}}”", name)
	case kind == foreign.ProjectMemory:
		return i18n.Text("Memory of a project")
	}
	return i18n.Text("Memory")
}

// RememberedName returns the name of a text of an import whose lines may be remembered.
func RememberedName(r imports.RememberedText) string {
	return ImportNoteName(history.ImportNote{Kind: string(r.Kind)}, r.ProjectName)
}

// ImportNoteBegin returns the beginning of a text that an import kept, for a list.
func ImportNoteBegin(n history.ImportNote) string { return firstLine(n.Text) }

// ImportFailed returns the sentence about an import or a reading that has failed. Nothing of it
// remains.
func ImportFailed(err error) string {
	space, lacks := errors.AsType[*imports.SpaceError](err)
	switch {
	case lacks:
		return i18n.Text("Reading this export needs {{.Size}} of free disk space. Make room, then try again.", map[string]any{"Size": format.Size(space.Needed)})
	case errors.Is(err, context.Canceled):
		return i18n.Text("The import was stopped. Nothing of it remains.")
	case errors.Is(err, history.ErrFull), errors.Is(err, syscall.ENOSPC):
		return i18n.Text("The disk is full, so nothing was imported. Make room, then try again.")
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return i18n.Text("The file can't be read. If it is on a drive, connect the drive and try again.")
	case errors.Is(err, history.ErrReadOnly):
		return i18n.Text("Nothing can be imported, because your chats can only be read at the moment.")
	}
	return i18n.Text("Nothing was imported: {{.Why}}", map[string]any{"Why": err.Error()})
}

// TakenBack returns the sentence about an import that was taken back. kept are the titles of the
// chats that stay.
func TakenBack(kept []string) string {
	said := i18n.Text("The import was taken back.")
	if len(kept) == 0 {
		return said
	}
	names := make([]string, len(kept))
	for i, title := range kept {
		names[i] = i18n.Text("“{{.Title}}”", map[string]any{"Title": ShortName(title, MaxNameInSentence)})
	}
	return format.Sentences(said, i18n.Text("You have written in {{.Chats}}, so they stay.", map[string]any{"Chats": fileList(names)}))
}

// TakeBackFailed returns the sentence about an import that could not be taken back.
func TakeBackFailed(err error) string {
	if errors.Is(err, history.ErrFull) || errors.Is(err, syscall.ENOSPC) {
		return i18n.Text("The disk is full, so the import couldn't be taken back. Make room, then try again.")
	}
	return i18n.Text("The import couldn't be taken back: {{.Why}}", map[string]any{"Why": err.Error()})
}
