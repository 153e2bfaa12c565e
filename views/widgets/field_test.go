package widgets

import (
	"testing"

	"fyne.io/fyne/v2/test"
)

func TestTheFirstLetterOfEveryPlaceholderIsClearOfTheCaret(t *testing.T) {
	test.NewTempApp(t)
	for _, f := range []*Field{NewField("Key", "sk-…"), NewSecretField("Key", "sk-…"), NewTextArea("Key", "sk-…", 2)} {
		if f.PlaceHolder != Placeholder("sk-…") {
			t.Errorf("%q", f.PlaceHolder)
		}
		f.SetPlaceHolder("Kept")
		if f.PlaceHolder != Placeholder("Kept") {
			t.Errorf("changed to %q", f.PlaceHolder)
		}
		if f.SetPlaceHolder(""); f.PlaceHolder != "" {
			t.Errorf("nothing became %q", f.PlaceHolder)
		}
	}
}
