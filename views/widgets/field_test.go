package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

func TestAPlaceholderBeginsWhereTheTextWill(t *testing.T) {
	test.NewTempApp(t)
	for _, f := range []*Field{NewField("Key", "sk-…"), NewSecretField("Key", "sk-…"), NewTextArea("Key", "sk-…", 2)} {
		if f.PlaceHolder != "sk-…" {
			t.Errorf("%q", f.PlaceHolder)
		}
		if f.SetPlaceHolder("One\nTwo"); f.PlaceHolder != "One\nTwo" {
			t.Errorf("changed to %q", f.PlaceHolder)
		}
	}
}

func TestTheButtonAtTheEndOfAFieldTakesRoomOnlyWhileItIsShown(t *testing.T) {
	test.NewTempApp(t)
	f, plain := NewField("Search", ""), NewField("Search", "")
	f.SetEnd(NewIconButton("x", "Close search", func() {}))
	test.NewTempWindow(t, container.NewVBox(f, plain))
	room := func(f *Field) float32 { return test.WidgetRenderer(f).(*fieldRenderer).over.inner.Size().Width }
	f.ShowEnd(true)
	if room(f) > room(plain)-f.end.Size().Width || f.end.Size().Width == 0 {
		t.Errorf("the text has %v of %v beside a button of %v", room(f), room(plain), f.end.Size().Width)
	}
	f.ShowEnd(false)
	if room(f) != room(plain) {
		t.Errorf("the text has %v, that of a field without a button %v", room(f), room(plain))
	}
}

func TestTypingGoesOnAtTheEndOfAFilledField(t *testing.T) {
	test.NewTempApp(t)
	line, area := NewField("Name", ""), NewTextArea("Result", "", 3)
	const kept = "She would rather go to the sea, and stay there until the end of August"
	line.Fill(kept)
	area.Fill(kept)
	w := test.NewTempWindow(t, container.NewVBox(line, area))
	w.Resize(fyne.NewSize(200, 300))
	for _, f := range []*Field{line, area} {
		w.Canvas().Focus(f)
		f.TypedRune('!')
		if f.Text != kept+"!" {
			t.Errorf("%s: %q", f.AccessibilityLabel(), f.Text)
		}
	}
	for _, key := range []fyne.KeyName{fyne.KeyHome, fyne.KeyEnd} {
		area.TypedShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault})
		area.TypedRune('|')
	}
	if area.Text != "|"+kept+"!|" {
		t.Errorf("after Ctrl+Home and Ctrl+End: %q", area.Text)
	}
}
