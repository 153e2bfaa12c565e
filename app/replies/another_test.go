package replies_test

import (
	"maps"
	"slices"
	"testing"
	"testing/synctest"

	"parlando/app/chat"
	"parlando/app/history/historytest"
)

func TestOneChatIsChangedWhileTheReplyOfAnotherIsWritten(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		other := d.conversation
		d.answered("What is red?", "A color")
		heads, err := d.disk.Thread(t.Context(), other)
		if err != nil {
			t.Fatal(err)
		}
		writing := chat.NewID()
		if err := historytest.Add(t.Context(), d.disk, chat.Conversation{ID: writing, Model: "asked-1"}); err != nil {
			t.Fatal(err)
		}
		d.conversation = writing
		reply, c := d.send("one")
		c.say("1")
		d.queue("two")
		d.types("typed")

		d.conversation = other
		edited, _, err := d.replies.Send(t.Context(), d.drafts.TakeNew(other, chat.Draft{Text: "What is blue?", Edits: heads[0].ID}), nil)
		if err != nil {
			t.Fatal(err)
		}
		edit := d.call()
		same(t, "the edit", edit.turns(), []string{"user: What is blue?"})
		edit.say("Sky")
		d.queue("And green?")
		synctest.Wait()
		if got := slices.Sorted(maps.Keys(d.replies.Writing())); len(got) != 2 {
			t.Errorf("written in %v", got)
		}
		d.replies.Stop(other)
		if _, active := d.replies.Active(other); active || !maps.Equal(d.replies.Writing(), map[chat.ID]bool{writing: true}) {
			t.Errorf("after the stop: active %v, written in %v", active, d.replies.Writing())
		}
		d.ended(edited, chat.Stopped)
		same(t, "held in the other", d.queued(), []string{"And green?: stopped"})
		if err := d.disk.DeleteMessage(t.Context(), edited); err != nil {
			t.Fatal(err)
		}
		same(t, "the other", d.thread(), []string{"user: What is blue?"})
		d.takeBack()
		if err := d.disk.Delete(t.Context(), other); err != nil {
			t.Fatal(err)
		}

		d.conversation = writing
		same(t, "waiting", d.queued(), []string{"two"})
		d.replies.Stop(other) // which has none
		c = d.asksFor(c, "st")
		if m := d.ended(reply, chat.Done); m.Text() != "1st" {
			t.Errorf("%q", m.Text())
		}
		same(t, "asked next", c.turns(), []string{"user: one", "assistant: 1st", "user: two"})
		last, _ := d.replies.Active(writing)
		c.done()
		synctest.Wait()
		if got := d.draft().Draft.Text; got != "typed" {
			t.Errorf("the draft is %q", got)
		}
		if err := d.disk.DeleteMessage(t.Context(), last); err != nil {
			t.Fatal(err)
		}
		same(t, "at the end", d.thread(), []string{"user: one", "assistant: 1st", "user: two"})
	})
}
