package speak

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"parlando/app/settings"
	"parlando/app/speechdraft"
	"parlando/app/speechexports"
	"parlando/views/textview/edit"
	"parlando/views/theme"
	"parlando/views/uithread"
	"parlando/views/uithread/uithreadtest"
)

// What was typed is on the disk once the page is asked for it, but not that of a read-only library.
func TestTheTextIsStored(t *testing.T) {
	for _, readOnly := range []bool{false, true} {
		test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
		dir, queue := t.TempDir(), uithreadtest.NewQueue()
		config, err := settings.Load(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		o := Owners{SpeechDraft: speechdraft.New(dir, nil), SpeechExports: &speechexports.Store{}, Settings: config, ReadOnly: readOnly}
		d := newDraft(nil, uithread.New(queue.Put, func() {}), o, edit.New("Text", "", edit.ReadingStyle()))
		d.onChanged = func() {}
		d.box.Replace("words")
		d.flush()
		if err := o.SpeechDraft.Close(); err != nil {
			t.Error(err)
		}
		want := "words"
		if readOnly {
			want = ""
		}
		if stored, err := speechdraft.New(dir, nil).Load(); stored.Text != want || err != nil || (d.unsaved() == "") == readOnly {
			t.Errorf("read-only %v: stored %q, %v; not stored is %q", readOnly, stored.Text, err, d.unsaved())
		}
	}
}
