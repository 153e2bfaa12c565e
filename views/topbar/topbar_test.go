package topbar

import (
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
)

// bar shows a bar in a window of a size.
func bar(t *testing.T, look theme.Preference, size fyne.Size) (*Topbar, fyne.Window) {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(look, 1))
	b := New()
	b.OnSidebar, b.OnAdjust, b.OnRefresh = func() {}, func() {}, func() {}
	b.OnServiceMenu = func(fyne.CanvasObject) {}
	b.OnPick, b.OnFavorite, b.OnAcceptsPictures = func(ModelItem) {}, func(ModelItem, bool) {}, func(ModelItem, bool) {}
	w := test.NewTempWindow(t, container.NewStack(canvas.NewRectangle(fynetheme.Color(fynetheme.ColorNameBackground)),
		container.NewBorder(b, nil, nil, nil)))
	w.SetPadded(false)
	w.Resize(size)
	return b, w
}

var used = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func someModels() []ModelItem {
	items := []ModelItem{
		{ID: "oak-large", Name: "oak-large", AcceptsPictures: Yes, Searches: Yes, LastUsed: used},
		{ID: "oak-small", AcceptsPictures: No, Tools: Yes, Favorite: true},
		{ID: "birch-vision", Name: "Birch Vision", AcceptsPictures: Yes, Tools: Yes, LastUsed: used.Add(-time.Hour)},
		{ID: "vendor/a-model-with-a-very-long-name-indeed-2026-03-01-preview"},
	}
	for i := range 12 {
		items = append(items, ModelItem{ID: fmt.Sprintf("larch-%02d", i)})
	}
	return items
}
