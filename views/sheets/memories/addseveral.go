package memories

import (
	"context"
	"fmt"

	"parlando/app/chat"
	"parlando/app/memories"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/words"
)

// AddSeveral lets the user choose sentences for the list of a project, "" for that of all chats,
// from the texts of imports or a pasted list. The text of origin is shown first, if it exists.
func (s *Sheet) AddSeveral(list chat.ID, origin Origin) {
	p := newSeveral(origin, func(o Origin) *form.Draft {
		return form.Open(s.frame.Forms(), fmt.Sprintf("memories/%d/%s/%s", o.Import, o.Kind, o.Project))
	})
	reads := uithread.NewScope(s.thread)
	step := shell.ShowStep(s.frame, i18n.Text("Add sentences"), p, 600, 620)
	step.OnHide = reads.Reset
	ctx := s.frame.Context()
	var read func(list chat.ID, preferred Origin)
	read = func(list chat.ID, preferred Origin) {
		reads.Reset()
		uithread.Load(reads, func() (choices, error) { return s.choices(ctx, list, preferred) }, p.set, func(err error) {
			if ctx.Err() == nil {
				s.log.Error("What can be remembered could not be read", "error", err)
				p.unread, p.onAgain = true, func() { read(list, preferred) }
				p.Update()
			}
		})
	}
	p.onCancel, p.onList = step.Hide, func(list chat.ID) { read(list, Origin{}) }
	p.onAdd = func(texts []string) {
		list := p.choices.list
		var added []memories.Memory
		s.frame.Write(new(int), func() (err error) {
			added, err = s.owners.Memories.AddAll(ctx, list, texts)
			return err
		}, func(err error) {
			switch text := words.MemoryError(err); {
			case err == nil:
				p.Draft.Used()
				step.Hide()
				s.sayAdded(added)
			case text != "": // the list has changed meanwhile
				p.wrong = text
				read(list, Origin{})
			default:
				s.frame.ReportWriteError(err)
			}
		})
	}
	read(list, origin)
}

// sayAdded reports the number of added sentences, and offers to remove them again.
func (s *Sheet) sayAdded(added []memories.Memory) {
	s.frame.Toasts().Say(i18n.Plural("{{.N}} sentences were added.", len(added)), i18n.Text("Undo"), func() {
		s.frame.Change(func(ctx context.Context) error { return s.owners.Memories.RemoveAll(ctx, added) })
	})
}
