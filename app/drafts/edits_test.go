package drafts

import (
	"testing"
	"time"

	"parlando/app/chat"
)

func TestACanceledEditIsKeptWithItsMessage(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		asked, other := chat.Draft{Text: "asked", Edits: "m"}, chat.Draft{Text: "other", Edits: "n"}
		picture := chat.Part{Kind: chat.PartPasted, Text: "pasted"}
		b := d.opened(d.chat)
		b.types("a thought")
		b.BeginEdit(asked)
		b.Set(chat.Draft{Text: "asked anew", Edits: "m", Parts: []chat.Part{picture}})
		if v, kept := b.EndEdit(); !kept || v.Draft.Text != "a thought" {
			t.Errorf("%+v, kept %t", v, kept)
		}
		d.wants(b.BeginEdit(other), "other")
		b.types("other anew")
		v := b.BeginEdit(asked) // which keeps the other one
		if d.wants(v, "asked anew"); len(v.Draft.Parts) != 1 || !v.Edited {
			t.Errorf("%+v", v)
		}
		b.EndEdit()
		time.Sleep(500 * time.Millisecond) // and it is killed

		d.disk.Store.Close()
		d.open()
		b = d.opened(d.chat)
		d.wants(b.Get(), "a thought")
		d.wants(b.BeginEdit(other), "other anew")
		b.types("other") // as the message is
		if b.Get().Edited {
			t.Error("it is taken for changed")
		}
		if _, kept := b.EndEdit(); kept {
			t.Error("what equals the message is kept")
		}
		if v := b.BeginEdit(asked); v.Draft.Text != "asked anew" || len(v.Draft.Parts) != 1 {
			t.Errorf("%+v", v)
		}
		_, left := b.DiscardEdit()
		d.wants(b.BeginEdit(asked), "asked")
		b.EndEdit()
		b.KeepEdit(left)
		d.wants(b.BeginEdit(asked), "asked anew")
		message, _ := b.Take(b.Get().Draft)
		_ = d.drafts.Flush()
		message.GiveBack(nil) // it cannot be sent
		d.wants(b.Get(), "asked anew")
		b.Set(chat.Draft{})
		d.wants(b.BeginEdit(asked), "asked")
		b.EndEdit()
		_ = d.drafts.Flush()
		if u, err := d.disk.Store.Unsent(t.Context(), d.chat); err != nil || len(u.Edits) > 0 {
			t.Errorf("stored %+v, %v", u.Edits, err)
		}
	})
}
