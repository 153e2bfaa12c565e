package window

import (
	"parlando/app/history"
	"parlando/app/imports/foreign"
	importsheet "parlando/views/sheets/imports"
	"parlando/views/sheets/memories"
)

// buildImports creates the sheet that brings chats from other programs.
func (v *Window) buildImports() {
	c := v.core
	v.imports = importsheet.New(v.frame, v.thread, c.Log, c.Imports, importsheet.Links{
		Saving: v.saving, HideKeys: c.Connections.HideKeys, OpenBackup: func(path string) { v.backups.OpenFile(path) },
		Remember: func(number int64, n history.ImportNote) {
			v.memories().AddSeveral("", memories.Origin{Import: number, Kind: foreign.NoteKind(n.Kind), Project: n.Project})
		},
		Instructions: func() string { return v.chat.Instructions() }, AddInstructions: func(text string) func() { return v.chat.AddInstructions(text) },
		Projects: c.Projects, Chats: c.History,
	})
}
