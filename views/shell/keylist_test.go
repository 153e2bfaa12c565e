package shell

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// The list of keys is under headings, and where the text is twice as large no line is cut and none
// lies over its keys.
func TestTheListOfKeysCanBeReadHoweverLargeTheTextIs(t *testing.T) {
	for name, c := range map[string]struct {
		look theme.Preference
		size float32
	}{"light": {theme.Light, 1}, "dark": {theme.Dark, 1}, "large": {theme.Light, 2}, "large-dark": {theme.Dark, 2}} {
		test.NewTempApp(t).Settings().SetTheme(theme.New(c.look, c.size))
		w := test.NewTempWindow(t, nil)
		w.SetPadded(false)
		w.Resize(fyne.NewSize(720, 800))
		sheet := NewKeyList([]KeySection{
			{"Writing", [][2]string{{"Shift Enter", "Send message"}, {"Alt Left, Right", "Move the selected attachment"}}},
			{"Chats and replies", [][2]string{{"Ctrl N", "New chat"}, {"Ctrl Shift M", "Choose the service for this chat"}}},
			{"Reading aloud", [][2]string{{"Ctrl Shift Space", "Read the last reply aloud, pause or continue"}}},
		})
		widgets.ShowPage(w.Canvas(), "Keyboard shortcuts", wheel.NewVScroll(sheet), 520, 760)
		lines, bottom := 0, float32(0)
		for _, o := range sheet.Objects {
			if y := o.Position().Y; y < bottom {
				t.Errorf("%s: a line begins at %v, the one above ends at %v", name, y, bottom)
			}
			bottom = o.Position().Y + o.Size().Height
			if o.MinSize().Height > o.Size().Height {
				t.Errorf("%s: a line is %v high and wants %v", name, o.Size().Height, o.MinSize().Height)
			}
			line, is := o.(*shortcut)
			if !is {
				continue
			}
			lines++
			r := test.WidgetRenderer(line).(*shortcutRenderer)
			if end, next := r.what.Position().X+r.what.Size().Width, r.ground.Position().X; end > next || r.what.Size().Width < 120*c.size/2 {
				t.Errorf("%s: %q ends at %v, its keys begin at %v", name, line.what, end, next)
			}
		}
		if lines != 5 {
			t.Errorf("%s: %d lines", name, lines)
		}
	}
}
