package projects

import (
	"errors"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/app/history"
)

// chats stores chats without messages and returns their IDs.
func (d *desk) chats(titles ...string) (ids []chat.ID) {
	d.Helper()
	var list []history.ImportedConversation
	for _, title := range titles {
		id := chat.NewID()
		list = append(list, history.ImportedConversation{Conversation: chat.Conversation{ID: id, Title: title, Created: d.now, Updated: d.now}})
		ids = append(ids, id)
	}
	d.must(d.history.Import(d.Context(), list))
	return ids
}

// inProject returns the number of listed chats of a project, "" for none.
func (d *desk) inProject(id chat.ID) (n int) {
	d.Helper()
	order, err := d.history.Order(d.Context())
	d.must(err)
	for _, e := range order {
		if e.Project == id {
			n++
		}
	}
	return n
}

func TestSeveralProjectsAreMadeWithEverything(t *testing.T) {
	d := newDesk(t)
	ids := d.chats("Oaks", "Elms", "Pines", "Firs")
	mine := d.creates("Mine")
	d.must(d.history.SetProject(t.Context(), ids[1], mine.ID))
	d.must(d.history.Delete(t.Context(), ids[2]))
	made, err := d.CreateAll(t.Context(), []Contents{
		{
			Name: " Trees\n ", Instructions: " Be brief.\n", Chats: append(ids[:3:3], "gone"),
			Files: []chat.Part{{Kind: chat.PartPasted, Name: "a.md", Text: "# A"}, {Kind: chat.PartPasted, Name: "long.md", Text: strings.Repeat("A long text. ", 100_000)}},
		},
		{Name: "Empty"},
	})
	d.must(err)
	if len(made) != 2 || made[0].Name != "Trees" {
		t.Fatalf("made %+v", made)
	}
	trees := d.project(made[0].ID)
	if trees.Instructions != "Be brief." || trees.Files != 2 || trees.Chosen != 1 || d.inProject(trees.ID) != 1 {
		t.Errorf("the project is %+v", trees)
	}
	if files := d.files(trees.ID); files[0].Part.Name != "a.md" || files[0].Part.Text != "# A" || files[1].Chosen {
		t.Errorf("the files are %+v", files)
	}
	if d.inProject(mine.ID) != 1 || d.inProject("") != 1 {
		t.Errorf("%d in the old project, %d in none", d.inProject(mine.ID), d.inProject(""))
	}

	// Taken back, the chats may go into another project.
	d.must(d.Delete(t.Context(), trees.ID, false))
	again, err := d.CreateAll(t.Context(), []Contents{{Name: "Trees", Chats: ids}})
	d.must(err)
	if d.inProject(again[0].ID) != 2 || d.inProject("") != 0 {
		t.Errorf("%d in the second project, %d in none", d.inProject(again[0].ID), d.inProject(""))
	}
}

func TestNoProjectIsMadeIfOneCannotBe(t *testing.T) {
	d := newDesk(t)
	if made, err := d.CreateAll(t.Context(), []Contents{{Name: "Trees"}, {Name: " \u202e"}}); !errors.Is(err, ErrNoName) || len(made) != 0 {
		t.Errorf("made %+v, %v", made, err)
	}
	if list, err := d.List(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("listed %+v, %v", list, err)
	}
}
