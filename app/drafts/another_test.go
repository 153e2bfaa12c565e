package drafts

import (
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/history/historytest"
)

// Two windows show a chat each, whose drafts, edits and queues are their own.
func TestTheDraftOfOneChatChangesNothingOfAnothers(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		other := chat.NewID()
		if err := historytest.Add(t.Context(), d.disk, chat.Conversation{ID: other}); err != nil {
			t.Fatal(err)
		}
		mine, others := d.opened(d.chat), d.opened(other)
		queue := func(b *MessageBox, text string) {
			m, _ := b.Take(b.types(text).Draft)
			m.Queue(nil)
		}
		queue(mine, "my queued")
		queue(others, "another's queued")
		queue(others, "another's second")
		mine.types("mine")
		others.types("another's")
		mine.BeginEdit(chat.Draft{Text: "What is red?", Edits: "m"})
		mine.types("What is rot?")
		mine.EndEdit()

		id := d.drafts.Queued(d.chat)[0].ID
		if d.drafts.TakeBack(other, id) || d.drafts.EditQueued(other, id) {
			t.Error("a message was taken back into another chat")
		}
		d.drafts.Pause(other, ReplyStopped)
		next := d.drafts.Next(d.chat)
		if next == nil || next.Draft().Text != "my queued" || d.drafts.Next(other) != nil {
			t.Fatalf("next is %+v", next)
		}
		next.GiveBack(errRefused)
		d.drafts.TakeBack(other, d.drafts.Queued(other)[0].ID)
		d.drafts.Append(other, chat.Draft{Text: "dictated"})
		mine.Leave()
		if v := others.BeginEdit(chat.Draft{Text: "Who?", Edits: "m"}); v.Draft.Text != "Who?" {
			t.Errorf("the edit of another chat is %q", v.Draft.Text)
		}
		if v, kept := others.EndEdit(); kept || v.NotSent != nil {
			t.Errorf("kept %v, not sent: %v", kept, v.NotSent)
		}
		time.Sleep(time.Second)
		for chat, text := range map[chat.ID]string{d.chat: "mine", other: "another's queued\n\nanother's\n\ndictated"} {
			if got := d.stored(chat); got != text {
				t.Errorf("stored is %q, want %q", got, text)
			}
		}
		if all := d.drafts.Queued(d.chat); len(all) != 1 || all[0].Paused != NotSent {
			t.Errorf("queued are %+v", all)
		}
		if all := d.drafts.Queued(other); len(all) != 1 || all[0].Draft.Text != "another's second" || all[0].Paused != ReplyStopped {
			t.Errorf("queued in the other are %+v", all)
		}
		mine = d.opened(d.chat)
		v := mine.Get()
		d.wants(v, "mine")
		if v.NotSent == nil {
			t.Error("it is not told that a message was not sent")
		}
		// Another window shows the same chat: the box that is closed there leaves that one alone.
		again := d.opened(d.chat)
		mine.Leave()
		d.wants(again.types("mine, changed"), "mine, changed")
		d.wants(again.types("mine"), "mine")
		mine = d.opened(d.chat)
		d.wants(mine.BeginEdit(chat.Draft{Text: "What is red?", Edits: "m"}), "What is rot?")
	})
}
