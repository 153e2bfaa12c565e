package drafts

import (
	"context"
	"database/sql/driver"
	"errors"
	"sync"
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
	// driver is the database's, nil for the usual one.
	driver driver.Driver
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
	store, err := history.Open(d.Context(), d.dir, history.Options{Driver: d.driver})
	if err != nil {
		d.Fatal(err)
	}
	d.disk, d.marks = &moody{Store: store}, changes.New()
	d.drafts = New(Options{Store: d.disk, CommonOptions: owner.CommonOptions{Marks: d.marks}})
}

func (d *desk) close() {
	d.Helper()
	if err := errors.Join(d.drafts.Close(), d.disk.Store.Close()); err != nil {
		d.Error(err)
	}
}

// opened is a message box that shows the draft of a chat.
func (d *desk) opened(id chat.ID) *MessageBox {
	d.Helper()
	b, _ := d.drafts.Open(id)
	if err := d.drafts.Read(d.Context(), id); err != nil {
		d.Fatal(err)
	}
	b.Get()
	return b
}

// types types a text in place of what a box shows.
func (b *MessageBox) types(text string) Snapshot {
	b.drafts.mu.Lock()
	edits := b.entry.draft.Edits
	b.drafts.mu.Unlock()
	return b.Set(chat.Draft{Text: text, Edits: edits})
}

// wants checks what stands in a message box.
func (d *desk) wants(v Snapshot, text string) {
	d.Helper()
	if v.Draft.Text != text {
		d.Errorf("the box shows %q, want %q", v.Draft.Text, text)
	}
}

// stored is the content of the disk, as another start would find it.
func (d *desk) stored(id chat.ID) string {
	d.Helper()
	other := New(Options{Store: d.disk.Store})
	b, _ := other.Open(id)
	if err := other.Read(d.Context(), id); err != nil {
		d.Fatal(err)
	}
	return b.Get().Draft.Text
}

func TestWordsAreOnDiskHalfASecondAfterTheKey(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		b := d.opened(d.chat)
		for text := "w"; len(text) < 50; text += "w" {
			b.types(text)
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
		b := d.opened(d.chat)
		d.disk.writes.Store(true)
		b.types("one")
		time.Sleep(time.Minute)
		if n := told.Load(); n != 1 {
			t.Errorf("told %d times", n)
		}
		if err := d.drafts.Flush(); !errors.Is(err, errRefused) {
			t.Errorf("Flush says %v", err)
		}
		b.types("one two")
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
		b := d.opened(d.chat)
		message, v := b.Take(b.types("typed").Draft)
		d.wants(v, "")
		b.types("more")
		d.drafts.Append(d.chat, chat.Draft{Text: "dictated"})
		message.GiveBack(nil)
		v = b.types("more still") // the box has not looked
		d.wants(v, "typed\n\nmore still\n\ndictated")
		if !v.Changed {
			t.Errorf("%+v", v)
		}
	})
}

// All that is in the box is taken in another box while the user still types into it, or another
// box is opened.
func TestWhatIsTypedOnWordsThatAreNotThereAnyMoreIsKept(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		b := d.opened(d.chat)
		v := b.types("typed")
		again, _ := d.drafts.Open(d.chat)
		again.Take(v.Draft)
		if v := b.types("typed on"); v.Draft.Text != "typed on" {
			t.Errorf("%+v", v)
		}
		other, v := d.drafts.Open(d.chat)
		d.wants(v, "typed on")
		other.types("other")
		d.drafts.Append(d.chat, chat.Draft{Text: "dictated"})
		b.Get() // takes nothing from the box that shows it
		d.wants(other.types("another"), "another\n\ndictated")
		d.wants(b.types("typed still"), "another\n\ndictated\n\ntyped still")
	})
}

func TestWhatWasWrittenBesideAnUnreadDraftJoinsIt(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		b := d.opened(d.chat)
		b.types("old")
		if err := d.drafts.Flush(); err != nil {
			t.Fatal(err)
		}
		b.Leave()
		d.disk.reads.Store(true)
		b, _ = d.drafts.Open(d.chat)
		if err := d.drafts.Read(t.Context(), d.chat); !errors.Is(err, errRefused) {
			t.Fatal(err)
		}
		if v := b.types("typed"); v.Read || !errors.Is(v.Unread, errRefused) {
			t.Errorf("%+v", v)
		}
		d.close()
		d.open() // an older Parlando stores its additions the same way
		d.wants(d.opened(d.chat).Get(), "old\n\ntyped")
		time.Sleep(time.Second)
		synctest.Wait()
		if u, err := d.disk.Store.Unsent(t.Context(), d.chat); err != nil || u.Draft.Text != "old\n\ntyped" || len(u.Additions) > 0 {
			t.Errorf("stored %+v, %v", u, err)
		}
	})
}

func TestAfterAnEditTheShelvedDraftReturns(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		b := d.opened(d.chat)
		b.types("a thought")
		d.wants(b.BeginEdit(chat.Draft{Text: "asked", Edits: "m"}), "asked")
		if v, kept := b.EndEdit(); kept || v.Draft.Text != "a thought" {
			t.Errorf("%+v, kept %t", v, kept)
		}
		b.BeginEdit(chat.Draft{Text: "asked", Edits: "m"})
		message, v := b.Take(b.types("asked anew").Draft)
		d.wants(v, "a thought")
		b.types("a thought more")
		message.GiveBack(nil)
		v = b.Get()
		if d.wants(v, "asked anew"); v.Draft.Edits != "m" {
			t.Errorf("%+v", v)
		}
		d.drafts.Append(d.chat, chat.Draft{Text: "dictated"})
		d.close()
		d.open()
		b = d.opened(d.chat)
		d.wants(b.Get(), "asked anew")
		v, kept := b.EndEdit()
		d.wants(v, "a thought more\n\ndictated")
		if !kept {
			t.Error("the edit is gone")
		}
	})
}

// A new chat is begun while the first message of the one before is on its way.
func TestWhatIsUnsentInANewChatGoesWhereItsMessageGoes(t *testing.T) {
	for name, sent := range map[string]bool{"sent": true, "refused": false} {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, d *desk) {
				b := d.opened("")
				message, _ := b.Take(b.types("first").Draft)
				b.types("and more")
				kept, begun := chat.NewID(), chat.NewID()
				store := d.drafts.Detach(chat.Conversation{ID: kept})
				b, v := d.drafts.Open("")
				d.wants(v, "")
				b.types("the next")
				time.Sleep(time.Second) // neither can be written before it is known
				go func() {
					if !sent {
						message.GiveBack(errRefused)
						return
					}
					c := chat.Conversation{ID: begun}
					if err := message.Commit(begun, func(rest history.UnsentChange) error {
						user := chat.Message{ID: "m", Conversation: begun, Role: chat.User, Parts: []chat.Part{{Kind: chat.PartText, Text: "first"}}}
						return d.disk.BeginTurn(t.Context(), history.Turn{Conversation: &c, User: &user, Unsent: &rest})
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

// A new chat is begun while the draft of the one before is still being read.
func TestADraftThatIsReadWhileItsChatMovesIsWhole(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		for range 20 {
			d.opened("").types("stored before")
			if err := d.drafts.Close(); err != nil {
				t.Fatal(err)
			}
			d.drafts = New(Options{Store: d.disk})
			d.drafts.Open("")
			var reading sync.WaitGroup
			reading.Go(func() {
				if err := d.drafts.Read(t.Context(), ""); err != nil {
					t.Error(err)
				}
			})
			moved := chat.NewID()
			store := d.drafts.Detach(chat.Conversation{ID: moved})
			reading.Wait()
			if kept, err := store(t.Context()); err != nil || !kept {
				t.Fatalf("kept is %t, %v", kept, err)
			}
			if got := d.stored(moved); got != "stored before" {
				t.Fatalf("the chat has %q", got)
			}
			if got := d.stored(""); got != "" {
				t.Fatalf("the next new chat has %q", got)
			}
		}
	})
}

// readOnly is a library that cannot be written.
type readOnly struct{ *moody }

func (readOnly) SaveUnsent(context.Context, history.UnsentChange) error { return history.ErrReadOnly }

func TestALibraryThatCanOnlyBeReadIsNotAskedAgain(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		told := false
		d.drafts = New(Options{Store: readOnly{d.disk}})
		d.drafts.OnRefused(func(error) { told = true })
		b := d.opened(d.chat)
		b.types("typed")
		time.Sleep(time.Hour)
		b.Leave()
		_, v := d.drafts.Open(d.chat)
		if d.wants(v, "typed"); told {
			t.Error("the banner has said it")
		}
	})
}

// What stands in the box is not mixed with a queued message that is edited.
func TestTheDraftIsShelvedWhileAQueuedMessageIsEdited(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		b := d.opened(d.chat)
		queue := func(text string) {
			m, _ := b.Take(b.types(text).Draft)
			m.Queue(nil)
		}
		queue("first")
		queue("second")
		b.types("typed meanwhile")
		if !d.drafts.EditQueued(d.chat, d.drafts.Queued(d.chat)[0].ID) {
			t.Fatal("it can't be edited")
		}
		d.wants(b.Get(), "first")
		b.types("first, edited")
		d.drafts.Append(d.chat, chat.Draft{Text: "and dictated"})
		m, v := b.Take(b.Get().Draft)
		m.Queue(nil)
		d.wants(v, "typed meanwhile")
		if all := d.drafts.Queued(d.chat); len(all) != 2 || all[0].Draft.Text != "first, edited\n\nand dictated" || all[1].Draft.Text != "second" {
			t.Errorf("queued are %+v", all)
		}
		// Deleting all of it, or taking another one back, brings the draft back, too.
		d.drafts.EditQueued(d.chat, d.drafts.Queued(d.chat)[1].ID)
		b.Get()
		d.wants(b.types(""), "typed meanwhile")
		d.drafts.TakeBack(d.chat, d.drafts.Queued(d.chat)[0].ID)
		d.wants(b.Get(), "first, edited\n\nand dictated\n\ntyped meanwhile")
	})
}
