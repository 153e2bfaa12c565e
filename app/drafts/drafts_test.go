package drafts

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/history/historytest"
	"parlando/app/owner"
)

// desk is a library with one chat, and an owner of its drafts.
type desk struct {
	*testing.T
	dir    string
	disk   *moody
	marks  *changes.Marks
	drafts *Drafts
	chat   chat.ID
}

// story runs in virtual time with an open desk.
func story(t *testing.T, tell func(t *testing.T, d *desk)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := &desk{T: t, dir: t.TempDir(), chat: chat.NewID()}
		d.open()
		if err := historytest.Add(t.Context(), d.disk, chat.Conversation{ID: d.chat, Title: "A chat"}); err != nil {
			t.Fatal(err)
		}
		tell(t, d)
		d.close()
	})
}

func (d *desk) open() {
	d.Helper()
	store, err := history.Open(d.Context(), d.dir, history.Options{})
	if err != nil {
		d.Fatal(err)
	}
	d.disk, d.marks = &moody{Store: store}, changes.New()
	d.drafts = New(Options{Store: d.disk, Common: owner.Common{Marks: d.marks}})
}

func (d *desk) close() {
	d.Helper()
	if err := errors.Join(d.drafts.Close(), d.disk.Store.Close()); err != nil {
		d.Error(err)
	}
}

// opened is the draft of a chat as a message box begins to show it.
func (d *desk) opened(id chat.ID) Value {
	d.Helper()
	v := d.drafts.Open(id)
	if err := d.drafts.Read(d.Context(), id); err != nil {
		d.Fatal(err)
	}
	return d.drafts.Get(id, v.Revision)
}

func (d *desk) types(v Value, text string) Value {
	return d.drafts.Set(v.Conversation, v.Revision, chat.Draft{Text: text, Edits: v.Draft.Edits})
}

// wants checks what stands in a message box.
func (d *desk) wants(v Value, text string) {
	d.Helper()
	if v.Draft.Text != text {
		d.Errorf("the box shows %q, want %q", v.Draft.Text, text)
	}
}

// stored is what the disk has, as another start would find it.
func (d *desk) stored(id chat.ID) string {
	d.Helper()
	other := New(Options{Store: d.disk.Store})
	v := other.Open(id)
	if err := other.Read(d.Context(), id); err != nil {
		d.Fatal(err)
	}
	return other.Get(id, v.Revision).Draft.Text
}

func TestWordsAreOnDiskHalfASecondAfterTheKey(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		v := d.opened(d.chat)
		for text := "w"; len(text) < 50; text += "w" {
			v = d.types(v, text)
			time.Sleep(70 * time.Millisecond)
			synctest.Wait()
			if was := max(len(text)-8, 0); len(d.stored(d.chat)) < was {
				t.Fatalf("%d keys were pressed, the disk has %q", len(text), d.stored(d.chat))
			}
		}
	})
}

func TestADiskThatRefusesIsToldOnceAndAskedAgain(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		var told atomic.Int32
		d.drafts.OnRefused(func(error) { told.Add(1) })
		v := d.opened(d.chat)
		d.disk.writes.Store(true)
		v = d.types(v, "one")
		time.Sleep(time.Minute)
		if n := told.Load(); n != 1 {
			t.Errorf("told %d times", n)
		}
		if err := d.drafts.Flush(); !errors.Is(err, errRefused) {
			t.Errorf("Flush says %v", err)
		}
		d.types(v, "one two")
		time.Sleep(time.Second)
		if n := told.Load(); n != 2 {
			t.Errorf("new words were refused: told %d times", n)
		}
		d.disk.writes.Store(false)
		time.Sleep(retryMost)
		synctest.Wait()
		if got := d.stored(d.chat); got != "one two" {
			t.Errorf("the disk has %q", got)
		}
	})
}

func TestWhatJoinsADraftMeetsWhatIsTypedMeanwhile(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		v := d.types(d.opened(d.chat), "typed")
		message, v := d.drafts.Take(d.chat, v.Revision, v.Draft)
		d.wants(v, "")
		v = d.types(v, "more")
		d.drafts.Append(d.chat, chat.Draft{Text: "dictated"})
		message.GiveBack(nil)
		v = d.types(v, "more still") // the box has not looked
		d.wants(v, "typed\n\nmore still\n\ndictated")
		if !v.Joined || v.Both {
			t.Errorf("%+v", v)
		}
		// Two boxes whose words are not those of each other.
		one := d.types(v, "one")
		other := d.types(v, "two")
		d.wants(other, "one\n\ntwo")
		if !other.Both || !slices.Contains(d.marks.Take(), changes.Change{Topic: changes.Draft, ID: string(d.chat)}) {
			t.Errorf("%+v", other)
		}
		d.wants(d.drafts.Get(d.chat, one.Revision), "one\n\ntwo")
	})
}

func TestWhatWasWrittenBesideAnUnreadDraftJoinsIt(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		v := d.types(d.opened(d.chat), "old")
		if err := d.drafts.Flush(); err != nil {
			t.Fatal(err)
		}
		d.drafts.Leave(d.chat, v.Revision)
		d.disk.reads.Store(true)
		v = d.drafts.Open(d.chat)
		if err := d.drafts.Read(t.Context(), d.chat); !errors.Is(err, errRefused) {
			t.Fatal(err)
		}
		v = d.types(v, "typed")
		if v.Read || !errors.Is(v.Unread, errRefused) {
			t.Errorf("%+v", v)
		}
		d.close()
		d.open() // an older Parlando stores its additions the same way
		d.wants(d.opened(d.chat), "old\n\ntyped")
		time.Sleep(time.Second)
		synctest.Wait()
		if u, err := d.disk.Store.Unsent(t.Context(), d.chat); err != nil || u.Draft.Text != "old\n\ntyped" || len(u.Added) > 0 {
			t.Errorf("stored %+v, %v", u, err)
		}
	})
}

func TestAnEditMakesRoomForWhatWasSetAside(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		v := d.types(d.opened(d.chat), "a thought")
		v = d.drafts.BeginEdit(d.chat, v.Revision, chat.Draft{Text: "asked", Edits: "m"})
		d.wants(v, "asked")
		if same, left := d.drafts.EndEdit(d.chat, v.Revision); !left.Empty() || same.Draft.Text != "a thought" {
			t.Errorf("%+v, left %+v", same, left)
		}
		v = d.drafts.BeginEdit(d.chat, d.drafts.Get(d.chat, 0).Revision, chat.Draft{Text: "asked", Edits: "m"})
		v = d.types(v, "asked anew")
		message, v := d.drafts.Take(d.chat, v.Revision, v.Draft)
		d.wants(v, "a thought")
		v = d.types(v, "a thought more")
		message.GiveBack(nil)
		v = d.drafts.Get(d.chat, v.Revision)
		if d.wants(v, "asked anew"); v.Draft.Edits != "m" {
			t.Errorf("%+v", v)
		}
		d.drafts.Append(d.chat, chat.Draft{Text: "dictated"})
		d.close()
		d.open()
		v = d.opened(d.chat)
		d.wants(v, "asked anew")
		v, left := d.drafts.EndEdit(d.chat, v.Revision)
		d.wants(v, "a thought more\n\ndictated")
		if left.Text != "asked anew" {
			t.Errorf("left %+v", left)
		}
	})
}

// A new chat is begun while the first message of the one before is on its way.
func TestWhatIsUnsentInANewChatGoesWhereItsMessageGoes(t *testing.T) {
	for name, sent := range map[string]bool{"sent": true, "refused": false} {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, d *desk) {
				v := d.types(d.opened(""), "first")
				message, v := d.drafts.Take("", v.Revision, v.Draft)
				d.types(v, "and more")
				kept, begun := chat.NewID(), chat.NewID()
				store := d.drafts.Detach(chat.Conversation{ID: kept})
				v = d.drafts.Open("")
				d.wants(v, "")
				v = d.types(v, "the next")
				time.Sleep(time.Second) // neither can be written before it is known
				go func() {
					if !sent {
						message.GiveBack(errRefused)
						return
					}
					c := chat.Conversation{ID: begun}
					if err := message.Commit(begun, func(rest history.UnsentChange) error {
						user := chat.Message{ID: "m", Conversation: begun, Role: chat.User, Parts: []chat.Part{{Kind: chat.PartText, Text: "first"}}}
						return d.disk.Begin(t.Context(), history.Turn{Conversation: &c, User: &user, Unsent: &rest})
					}); err != nil {
						t.Error(err)
					}
				}()
				if was, err := store(t.Context()); err != nil || was == sent {
					t.Errorf("a chat was made of it: %v, %v", was, err)
				}
				time.Sleep(time.Second)
				synctest.Wait()
				want := map[chat.ID]string{"": "the next", begun: "and more", kept: ""}
				if !sent {
					want = map[chat.ID]string{"": "the next", begun: "", kept: "first\n\nand more"}
				}
				for id, text := range want {
					if got := d.stored(id); got != text {
						t.Errorf("%q has %q, want %q", id, got, text)
					}
				}
			})
		})
	}
}

// readOnly is a library that cannot be written.
type readOnly struct{ *moody }

func (readOnly) SaveUnsent(context.Context, history.UnsentChange) error { return history.ErrReadOnly }

func TestALibraryThatCanOnlyBeReadIsNotAskedAgain(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		told := false
		d.drafts = New(Options{Store: readOnly{d.disk}})
		d.drafts.OnRefused(func(error) { told = true })
		v := d.types(d.opened(d.chat), "typed")
		time.Sleep(time.Hour)
		d.drafts.Leave(d.chat, v.Revision)
		if d.wants(d.drafts.Open(d.chat), "typed"); told {
			t.Error("the banner has said it")
		}
	})
}
