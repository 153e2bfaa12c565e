package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/views/theme"
)

// In a narrow window with large text the buttons of a bar lie side by side, without labels where
// there is no room for them.
func TestTheButtonsOfABarFit(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 2))
	record, add := NewButton("Record", Secondary, nil).SetIcon("mic"), NewButton("Add audio files", Primary, nil).SetIcon("file-plus-corner")
	back, more := NewIconButton("arrow-left", "Back", nil), NewIconButton("ellipsis", "More", nil)
	b := &PageBar{}
	b.Fill(b, "Transcribe", []fyne.CanvasObject{back}, []fyne.CanvasObject{more, record, add})
	b.SetSidebarButton(true, false)
	w := test.NewTempWindow(t, b)
	for _, width := range []float32{1280, 720, 600, 450, 720, 1280} {
		w.Resize(fyne.NewSize(width, 100))
		end := float32(0)
		for _, o := range []fyne.CanvasObject{b.sidebar, back, more, record, add} {
			if o.Position().X < end || o.Position().X+o.Size().Width > b.Size().Width {
				t.Errorf("at %v a button is at %v, %v wide; the one before ends at %v", width, o.Position().X, o.Size().Width, end)
			}
			end = o.Position().X + o.Size().Width
		}
		if hidden := record.label() == "" && add.label() == ""; hidden != (width == 450) {
			t.Errorf("at %v the labels are hidden: %v", width, hidden)
		}
	}
}
