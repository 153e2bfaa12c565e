package drafts

import (
	"slices"
	"testing"
	"time"

	"parlando/app/chat"
)

func TestWhatIsNotOnDiskIsKnownAsText(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		wants := func(want ...string) {
			t.Helper()
			_ = d.drafts.Flush()
			if got := d.drafts.Unsaved(); !slices.Equal(got, want) {
				t.Errorf("not on disk: %q, want %q", got, want)
			}
		}
		d.opened(d.chat).types("stored before")
		time.Sleep(time.Second)
		d.drafts = New(Options{Store: d.disk})
		d.disk.writes.Store(true)
		b, fresh := d.opened(d.chat), d.opened("")
		wants()
		b.BeginEdit(chat.Draft{Text: "as it was", Edits: "m"})
		wants()
		b.Set(chat.Draft{Text: "edited", Edits: "m"})
		wants("edited")
		b.EndEdit()
		b.Set(chat.Draft{Text: "typed", Parts: []chat.Part{{Kind: chat.PartPasted, Text: "pasted"}, {Kind: chat.PartPasted, Name: "a.txt", Text: "of a file"}}})
		b.Leave()
		taken, _ := fresh.Take(chat.Draft{Text: "being sent"})
		d.drafts.SetFormField("tool", "name", "in a form")
		d.drafts.SetFormSecret("connect", "key", "a key")
		waits, _ := fresh.Take(chat.Draft{Text: "waits"})
		waits.Queue(nil)
		wants("pasted", "typed", "edited", "being sent", "waits", "in a form")
		taken.GiveBack(nil)
		d.disk.writes.Store(false)
		wants()
	})
}
