package chatgpt

import (
	"slices"

	"parlando/app/imports/foreign"
)

// note keeps a message that is a text about the user, and reports whether it is one.
func (d *decoder) note(m *message) bool {
	c, about := &m.Content, &m.Metadata.UserContext
	kind, text := foreign.CustomInstructions, ""
	switch {
	case c.Type == "user_editable_context":
		text = firstOf(joined("\n\n", about.AboutUser, about.AboutModel), joined("\n\n", c.Profile, c.Instructions))
	case c.Type == "model_editable_context":
		kind, text = foreign.Memory, c.Memory
	case m.Metadata.UserSystem:
		text = firstOf(joined("\n\n", about.AboutUser, about.AboutModel), d.text(c))
	default:
		return false
	}
	known := func(n foreign.Note) bool { return n.Kind == kind && n.Text == text }
	if firstOf(text) != "" && !slices.ContainsFunc(d.result.Notes, known) {
		d.result.Notes = append(d.result.Notes, foreign.Note{Kind: kind, Text: text, Created: m.Created.Time})
	}
	return true
}
