package topbar

import (
	"fmt"
	"image/png"
	"os"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/theme"
)

// bar shows a bar in a window of a size.
func bar(t *testing.T, look theme.Preference, size fyne.Size) (*Topbar, fyne.Window) {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(look, 1))
	b := New()
	b.OnSidebar, b.OnAdjust, b.OnRefresh = func() {}, func() {}, func() {}
	b.OnService = func(fyne.CanvasObject) {}
	b.OnPick, b.OnFavourite, b.OnSees = func(Item) {}, func(Item, bool) {}, func(Item, bool) {}
	w := test.NewTempWindow(t, container.NewStack(canvas.NewRectangle(fynetheme.Color(fynetheme.ColorNameBackground)),
		container.NewBorder(b, nil, nil, nil)))
	w.SetPadded(false)
	w.Resize(size)
	return b, w
}

var used = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func someModels() []Item {
	items := []Item{
		{ID: "oak-large", Name: "oak-large", Sees: Yes, Tools: Yes, LastUsed: used},
		{ID: "oak-small", Sees: No, Favourite: true},
		{ID: "birch-vision", Name: "Birch Vision", Sees: Yes, LastUsed: used.Add(-time.Hour)},
		{ID: "vendor/a-model-with-a-very-long-name-indeed-2026-03-01-preview", Tools: Yes},
	}
	for i := range 12 {
		items = append(items, Item{ID: fmt.Sprintf("larch-%02d", i)})
	}
	return items
}

// TestPictures writes pictures to look at, when PARLEY_PICTURES names a folder.
func TestPictures(t *testing.T) {
	dir := os.Getenv("PARLEY_PICTURES")
	if dir == "" {
		t.Skip("PARLEY_PICTURES is not set")
	}
	shot := func(name string, w fyne.Window) {
		f, err := os.Create(dir + "/" + name + ".png")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := png.Encode(f, w.Canvas().Capture()); err != nil {
			t.Fatal(err)
		}
	}
	for name, look := range map[string]theme.Preference{"light": theme.Light, "dark": theme.Dark} {
		b, w := bar(t, look, fyne.NewSize(1024, 620))
		b.OnMenu = func(fyne.CanvasObject) {}
		b.SetModels(someModels())
		b.SetModel("oak-large")
		b.SetPractice(true)
		b.SetAdjustOpen(true)
		shot("topbar-"+name, w)
		b.OpenPicker()
		shot("picker-"+name, w)
		test.Type(b.picker.field, "lar")
		shot("picker-typed-"+name, w)
		b.ClosePicker()
		b.SetModels(append(someModels(), Item{ID: "oak-large", Connection: "w", Service: "Work"}, Item{ID: "elm", Connection: "w", Service: "Work", Favourite: true}, Item{Connection: "q", Service: "A service with a rather long name that says nothing"}))
		b.SetService("At home")
		b.OpenPicker()
		press(b.picker, fyne.KeyUp)
		shot("picker-services-"+name, w)
		test.Type(b.picker.field, "oak")
		shot("picker-services-typed-"+name, w)
		b.picker.field.SetText("")
		test.Type(b.picker.field, "el")
		shot("picker-services-elsewhere-"+name, w)
		b.ClosePicker()
		b.SetSidebarButton(true)
		b.SetModel("vendor/a-model-with-a-very-long-name-indeed-2026-03-01-preview")
		w.Resize(fyne.NewSize(480, 400))
		b.OpenPicker()
		shot("topbar-narrow-"+name, w)
	}
}
