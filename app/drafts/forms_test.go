package drafts

import (
	"testing"
	"testing/synctest"
	"time"
)

// storedField returns what another start would find in a field of a form.
func (d *desk) storedField(form, field string) (text string, ok bool) {
	d.Helper()
	other := New(Options{Store: d.disk.Store})
	if err := other.LoadForms(d.Context()); err != nil {
		d.Fatal(err)
	}
	return other.FormField(form, field)
}

func (d *desk) wantsField(form, field, want string) {
	d.Helper()
	if got, ok := d.storedField(form, field); !ok || got != want {
		d.Errorf("the disk has %q in %s of %s (%v), want %q", got, field, form, ok, want)
	}
}

func TestWhatIsTypedInAFormIsOnDiskHalfASecondAfterTheKey(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		d.drafts.SetFormField("tool", "name", "ask_my_wife")
		d.drafts.SetFormField("tool", "description", "") // it was cleared
		time.Sleep(500 * time.Millisecond)
		synctest.Wait()
		d.wantsField("tool", "name", "ask_my_wife")
		d.wantsField("tool", "description", "")
		if _, ok := d.storedField("other tool", "name"); ok {
			t.Error("another form has its words")
		}
		d.drafts.RemoveForm("tool")
		if _, ok := d.drafts.FormField("tool", "name"); ok {
			t.Error("they are still there after their use")
		}
		time.Sleep(500 * time.Millisecond)
		synctest.Wait()
		if text, ok := d.storedField("tool", "name"); ok {
			t.Errorf("the disk still has %q", text)
		}
	})
}

func TestASecretOfAFormIsNotOnDisk(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		d.drafts.SetFormSecret("connect", "key", "sk-1234567890abcdef")
		d.drafts.SetFormField("connect", "address", "https://example.org/v1")
		if err := d.drafts.Flush(); err != nil {
			t.Fatal(err)
		}
		d.wantsField("connect", "address", "https://example.org/v1")
		if text, ok := d.storedField("connect", "key"); ok {
			t.Errorf("the disk has %q", text)
		}
		if text, _ := d.drafts.FormField("connect", "key"); text != "sk-1234567890abcdef" {
			t.Errorf("the form opens again with %q", text)
		}
	})
}

func TestAFormWaitsForADiskThatRefuses(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		told := 0
		d.drafts.OnRefused(func(error) { told++ })
		d.disk.writes.Store(true)
		d.drafts.SetFormField("tool", "name", "one")
		time.Sleep(time.Minute)
		synctest.Wait()
		if told != 1 {
			t.Errorf("told %d times", told)
		}
		if d.drafts.Flush() == nil {
			t.Error("Flush says that all is on disk")
		}
		d.disk.writes.Store(false)
		time.Sleep(retryMost)
		synctest.Wait()
		d.wantsField("tool", "name", "one")
	})
}

func TestAFormThatCannotBeReadIsNotOverwritten(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		d.drafts.SetFormField("tool", "name", "before")
		if err := d.drafts.Close(); err != nil {
			t.Fatal(err)
		}
		d.drafts = New(Options{Store: d.disk, CommonOptions: d.drafts.o.CommonOptions})
		d.disk.reads.Store(true)
		if d.drafts.LoadForms(t.Context()) == nil || d.drafts.FormsRead() {
			t.Error("it says that the forms were read")
		}
		d.drafts.SetFormField("tool", "name", "since")
		time.Sleep(time.Second)
		synctest.Wait()
		d.wantsField("tool", "name", "before")
		d.disk.reads.Store(false)
		time.Sleep(retryMost)
		synctest.Wait()
		d.wantsField("tool", "name", "before since")
	})
}
