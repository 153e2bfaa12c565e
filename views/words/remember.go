package words

import (
	"errors"
	"path"
	"strings"

	"parlando/app/chat"
	"parlando/app/memories"
	"parlando/app/tools"
	"parlando/views/format"
	"parlando/views/i18n"
)

// permissionToRemember returns the texts of the card for a call of remember. Allowing it once
// allows later calls, except after text from outside.
func permissionToRemember(r chat.ToolRequest, name map[string]any, most int) ToolPermission {
	sentence := shownWithLength(MemoryText(r.Call), most)
	ask := ToolPermission{
		Title: i18n.Text("{{.Model}} wants to remember something", name), Origin: i18n.Text("part of Parlando"),
		Where: i18n.Text("It will be sent with your messages from now on. You can change or delete it in Settings."),
	}
	ask.about("Name", sentence, func(name map[string]any) string { return i18n.Text("“{{.Name}}”", name) })
	if len(r.Outside) == 0 {
		ask.Where = format.Sentences(ask.Where, i18n.Text("If you allow this, Parlando will remember such sentences without asking, and show each one with Undo."))
	}
	return ask
}

// MemoryText returns the sentence that a call of remember adds, as it is remembered.
func MemoryText(c chat.ToolCall) string { return chat.OneLine(toolText(c, "text")) }

// Forgotten returns the line that stands for a call whose sentence was removed or changed since.
func Forgotten(c chat.ToolCall) string {
	return i18n.Text("No longer remembered: {{.Sentence}}", map[string]any{"Sentence": MemoryText(c)})
}

// maxOutsideNames is the number of texts that AfterReading names.
const maxOutsideNames = 2

// AfterReading names the texts from outside after which a model calls a tool, "" for none.
func AfterReading(outside []chat.OutsideText) string {
	if len(outside) == 0 {
		return ""
	}
	var names []string
	for _, t := range outside[:min(len(outside), maxOutsideNames)] {
		names = append(names, outsideName(t))
	}
	data := map[string]any{"Names": format.List(names)}
	if more := len(outside) - maxOutsideNames; more > 0 {
		return i18n.Plural("After reading {{.Names}} and {{.N}} more", more, data)
	}
	return i18n.Text("After reading {{.Names}}", data)
}

// outsideName returns the name of a text from outside, without folders, markup and quotation marks.
func outsideName(t chat.OutsideText) string {
	switch {
	case t.Kind == chat.PartText:
		return i18n.Text("an imported chat")
	case t.Kind == chat.PartToolResult && t.Name == tools.SearchMyChats:
		return i18n.Text("passages of other chats")
	}
	name := chat.OneLine(strings.NewReplacer("\\", "/", "“", "", "”", "", "\"", "", "*", "", "`", "").Replace(t.Name))
	if t.Kind != chat.PartSources {
		name = withoutTags(name)
	}
	if name = strings.TrimSpace(path.Base(strings.TrimRight(name, "/"))); name == "." || name == "" {
		switch {
		case t.Kind.IsPicture():
			return i18n.Text("a picture")
		case t.Kind == chat.PartTranscript:
			return i18n.Text("a transcript")
		}
		return i18n.Text("a pasted text")
	}
	return i18n.Text("“{{.Name}}”", map[string]any{"Name": displayText(name, MaxNameInSentence)})
}

// withoutTags returns a name without what looks like an HTML tag.
func withoutTags(name string) string {
	for {
		before, tag, _ := strings.Cut(name, "<")
		_, after, closed := strings.Cut(tag, ">")
		if !closed {
			return name
		}
		name = before + after
	}
}

// MemoryError returns the reason why a text cannot be remembered, "" for an error of the disk.
func MemoryError(err error) string {
	switch {
	case errors.Is(err, memories.ErrEmpty):
		return i18n.Text("Write a sentence first.")
	case errors.Is(err, memories.ErrTooLong):
		return i18n.Plural("A sentence can have at most {{.N}} characters.", memories.MaxRunes)
	case errors.Is(err, memories.ErrFull):
		return i18n.Text("The list is full. Delete a sentence first.")
	case errors.Is(err, memories.ErrKnown):
		return i18n.Text("This sentence is already in the list.")
	}
	return ""
}
