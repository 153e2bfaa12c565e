package imports

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"parlando/app/chat"
	"parlando/app/projects"
)

// claudeExport is an export of Claude with two projects; two chats are in the first one.
func (d *desk) claudeExport() (path string) {
	d.Helper()
	conversation := func(id, project string) object {
		c := object{"uuid": id, "name": id, "chat_messages": []object{
			{"uuid": "1", "sender": "human", "text": "Why " + id + "?"}, {"uuid": "2", "sender": "assistant", "text": "It is so.", "parent_message_uuid": "1"},
		}}
		if project != "" {
			c["project"] = object{"uuid": project, "name": "Thesis"}
		}
		return c
	}
	return d.zipped("claude.zip", map[string]any{
		"conversations.json": []object{conversation("a", "p"), conversation("b", ""), conversation("c", "p"), conversation("d", "unknown")},
		"projects.json": []object{
			{"uuid": "p", "name": "Thesis", "description": "My work", "prompt_template": "Be strict.", "docs": []object{
				{"uuid": "d", "filename": "a.md", "content": "# A"}, {"uuid": "e", "filename": "empty.md", "content": ""},
			}},
			{"uuid": "q", "name": "Empty", "prompt_template": ""},
		},
		"memories.json": []object{{"conversations_memory": "Ada teaches.", "project_memories": object{"p": "Due in May."}}},
	})
}

func TestTheProjectsOfAnImportAreKept(t *testing.T) {
	d := newDesk(t)
	r := d.takes(d.reads(d.claudeExport()), "c")
	if r.Projects != 3 || r.Notes != 5 {
		t.Errorf("the report counts %d projects and %d notes", r.Projects, r.Notes)
	}
	list, err := d.imports.List(t.Context())
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	notes, err := d.imports.Notes(t.Context(), list[0].Number)
	if err != nil {
		t.Fatal(err)
	}
	id := func(of string) chat.ID { return derivedID("claude", of) }
	want := []projects.Contents{
		{Name: "Thesis", Instructions: "Be strict.", Files: []chat.Part{{Kind: chat.PartPasted, Name: "a.md", Text: "# A"}}, Chats: []chat.ID{id("a")}},
		{Name: "Empty"},
		{Chats: []chat.ID{id("d")}},
	}
	if diff := cmp.Diff(want, ProjectsOf(notes)); diff != "" {
		t.Error(diff)
	}

	// Chats that are here already belong to their project, too.
	d.takes(d.reads(d.claudeExport()))
	if list, err = d.imports.List(t.Context()); err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	if notes, err = d.imports.Notes(t.Context(), list[0].Number); err != nil {
		t.Fatal(err)
	}
	if got := ProjectsOf(notes)[0].Chats; !slices.Equal(got, []chat.ID{id("a"), id("c")}) {
		t.Errorf("the chats are %q", got)
	}
}

// ChatGPT exports no names of projects, but says which chats are together.
func TestProjectsOfChatGPTHaveTheirChats(t *testing.T) {
	d := newDesk(t)
	inProject := func(id string) object {
		var c object
		if err := json.Unmarshal(gptChat(id, id, words("A question"), words("An answer")), &c); err != nil {
			t.Fatal(err)
		}
		c["conversation_template_id"] = "g-p-1"
		return c
	}
	r := d.takes(d.reads(d.zipped("gpt.zip", map[string]any{"conversations.json": []any{inProject("a"), inProject("b"), gptChat("c", "c", words("A question"), words("An answer"))}})))
	list, err := d.imports.List(t.Context())
	if err != nil || r.Projects != 1 || r.Notes != 0 {
		t.Fatal(r, err)
	}
	notes, err := d.imports.Notes(t.Context(), list[0].Number)
	if got := ProjectsOf(notes); err != nil || len(got) != 1 || len(got[0].Chats) != 2 || got[0].Name != "" {
		t.Errorf("the projects are %+v, %v", got, err)
	}
}
