package form_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/views/form"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// A control is at the right of its label where both have room, and else below the label. Nothing
// leaves the row.
func TestTheControlOfARowIsAtTheRightOrBelow(t *testing.T) {
	for _, c := range []struct {
		text, width float32
		beside      bool
	}{{1, 594, true}, {1, 300, false}, {1, 160, false}, {2, 450, false}, {2, 1000, true}} {
		test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, c.text))
		f := form.New(0, func(f *form.Form) {
			f.Choice("Theme", "Light or dark colors for the whole window", []string{"Same as this computer", "Light", "Dark"}, 0, func(int) {})
			f.OnOff("Simple view", "Larger text and buttons, and only what you need", true, func(bool) {})
		})
		f.Update()
		w := test.NewTempWindow(t, f.Object())
		w.SetPadded(false)
		w.Resize(fyne.NewSize(c.width, 800))
		place := fyne.CurrentApp().Driver().AbsolutePositionForObject
		rows := f.Object().Objects
		foot := func(o fyne.CanvasObject) float32 { return place(o).Y + o.Size().Height }
		for i, control := range []fyne.CanvasObject{form.Controls[*widgets.SegmentedControl](f)[0], form.Controls[*widgets.Switch](f)[0]} {
			if place(control).X < 0 || place(control).X+control.Size().Width > c.width+widgets.SwitchRing+0.1 || place(control).Y < place(rows[i]).Y || foot(control) > foot(rows[i]) {
				t.Errorf("%+v: the control is at %v, %v large, in a row at %v, %v large", c, place(control), control.Size(), place(rows[i]), rows[i].Size())
			}
		}
		control := form.Controls[*widgets.SegmentedControl](f)[0]
		hint := rows[0].(*fyne.Container).Objects[1]
		if beside := place(control).Y < foot(hint); beside != c.beside {
			t.Errorf("%+v: beside the label: %v", c, beside)
		}
		if sw := form.Controls[*widgets.Switch](f)[0]; c.beside && place(sw).X+sw.Size().Width != c.width+widgets.SwitchRing {
			t.Errorf("%+v: the switch ends at %v", c, place(sw).X+sw.Size().Width)
		}
		if foot(rows[0]) != place(rows[1]).Y {
			t.Errorf("%+v: there is a gap between the rows", c)
		}
	}
}
