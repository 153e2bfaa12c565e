package drafts

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/chat"
	"parlando/app/history/historytest"
	"parlando/app/internal/sqlite/sqlitetest"
)

// unsentWords are stored in each of the places for unsent words.
var unsentWords = struct{ before, typed, queued, form, fresh string }{"before", "typed", "queued", "in a form", "in a new chat"}

// Whichever call of the database fails while unsent words are read and stored, the failure is told,
// all words are on disk once it answers again, and Close does not lose them unsaid.
func TestAFailureOfTheDatabaseLosesNoUnsentWord(t *testing.T) {
	for name, closes := range map[string]bool{"while it is used": false, "while it is closed": true} {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, d *desk) {
				d.close()
				driver := sqlitetest.NewDriver(t)
				d.driver = driver
				d.open()
				synctest.Wait()
				n := 1
				for failed := true; failed; n++ {
					failed = d.failsWhileWordsAreStored(driver, n, closes)
				}
				if n < 20 {
					t.Errorf("%d calls were made", n)
				}
			})
		})
	}
}

// failsWhileWordsAreStored lets the n-th call of the database fail while words are stored, by Close
// or before it, and reports whether so many calls were made.
func (d *desk) failsWhileWordsAreStored(driver *sqlitetest.Driver, n int, closes bool) (failed bool) {
	d.Helper()
	was := unsentWords
	d.chat = chat.NewID()
	form, detached := string(d.chat), chat.NewID()
	if err := historytest.Add(d.Context(), d.disk, chat.Conversation{ID: d.chat}); err != nil {
		d.Fatal(err)
	}
	b := d.opened(d.chat)
	b.types(was.before)
	if err := d.drafts.Close(); err != nil {
		d.Fatal(err)
	}
	told := 0
	d.drafts = New(Options{Store: d.disk})
	d.drafts.OnRefused(func(err error) {
		if told++; !errors.Is(err, sqlitetest.ErrFailed) {
			d.Errorf("call %d failed, and what is told is %v", n, err)
		}
	})
	driver.Fail(n)
	returned := d.drafts.LoadForms(d.Context())
	b, _ = d.drafts.Open(d.chat)
	returned = errors.Join(returned, d.drafts.Read(d.Context(), d.chat))
	fresh, _ := d.drafts.Open("")
	returned = errors.Join(returned, d.drafts.Read(d.Context(), ""))
	b.Get()
	waits, _ := b.Take(chat.Draft{Text: was.queued})
	waits.Queue(nil)
	b.types(was.typed)
	d.drafts.SetFormField(form, "name", was.form)
	fresh.types(was.fresh)
	store := d.drafts.Detach(chat.Conversation{ID: detached})
	if !closes {
		kept, err := store(d.Context())
		if returned = errors.Join(returned, err); err == nil && !kept {
			d.Errorf("call %d failed, and no chat was made", n)
		}
		time.Sleep(time.Minute) // what fails is tried again
	}
	if !closes && d.drafts.Unsaved() != nil {
		d.Errorf("call %d failed, and a minute later these are not on disk: %q", n, d.drafts.Unsaved())
	}
	returned = errors.Join(returned, d.drafts.Close())
	if failed = driver.Mend(); failed != (returned != nil || told > 0) {
		d.Fatalf("call %d failed: %t, but the error is %v and it was told %d times", n, failed, returned, told)
	}
	if err := d.drafts.Close(); err != nil { // the window asks for another try
		d.Errorf("call %d failed, and another try says %v", n, err)
	}
	d.drafts = New(Options{Store: d.disk})
	b = d.opened(d.chat)
	got := b.Get()
	if len(got.Queued) != 1 || got.Queued[0].Draft.Text != was.queued || got.Draft.Text != was.typed && got.Draft.Text != was.before+"\n\n"+was.typed {
		d.Errorf("call %d failed, and stored are %q and %+v", n, got.Draft.Text, got.Queued)
	}
	if text := d.stored(detached); text != was.fresh {
		d.Errorf("call %d failed, and the new chat has %q", n, text)
	}
	if text := d.stored(""); text != "" {
		d.Errorf("call %d failed, and the next new chat has %q", n, text)
	}
	if err := d.drafts.LoadForms(d.Context()); err != nil {
		d.Fatal(err)
	}
	if text, _ := d.drafts.FormField(form, "name"); text != was.form {
		d.Errorf("call %d failed, and the form has %q", n, text)
	}
	d.drafts.RemoveForm(form) // so that the next round reads no more
	time.Sleep(time.Minute)   // what was read from two places is stored in one
	return failed
}
