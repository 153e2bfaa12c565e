package form

import (
	"math"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// Row adds a row: a label with a muted hint below it, unless that is empty, a control at the right,
// and a hairline under both. Where there is no room beside the label, the control is below it.
func (f *Form) Row(label, hint string, control fyne.CanvasObject) {
	f.Add(f.Group(&rowLayout{}, func() {
		f.Body(label)
		if hint != "" {
			f.Muted(hint)
		}
		f.Add(control, hairline())
	}))
}

// WideRow is Row for what build adds below the label, as wide as the form.
func (f *Form) WideRow(label, hint string, build func()) {
	f.Add(f.Group(&rowLayout{wide: true}, func() {
		f.Body(label)
		if hint != "" {
			f.Muted(hint)
		}
		f.Block(8, build)
		f.Add(hairline())
	}))
}

// IconRow is Row with an icon before the label.
func (f *Form) IconRow(icon, label, hint string, control fyne.CanvasObject) {
	f.Add(f.Group(&rowLayout{icon: true}, func() {
		f.Add(widgets.NewIcon(icon, 0))
		f.Body(label)
		f.Muted(hint)
		f.Add(control, hairline())
	}))
}

func hairline() fyne.CanvasObject {
	return widgets.NewBox(widgets.Gap(1), theme.ColorLine, "", 0, 0, 0)
}

// rowLayout places a label, optionally a hint, a control and a hairline.
type rowLayout struct {
	// wide places the control below the label. icon means that the first object is an icon.
	wide, icon bool

	width float32
}

const (
	rowInset = 13 // above and below the content of a row
	rowGap   = 24 // between the label and the control
	hintGap  = 2  // between the label and the hint
	iconGap  = 12 // between the icon and the label
	underGap = 8  // between the label and a control below it
)

// Layout implements fyne.Layout.
func (r *rowLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	r.width = size.Width
	r.place(objects, true)
}

// MinSize implements fyne.Layout. The height applies to the width of the last Layout.
func (r *rowLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, r.place(objects, false))
}

// place returns the height of the row, and places the objects if move is set.
func (r *rowLayout) place(objects []fyne.CanvasObject, move bool) float32 {
	start := float32(0)
	if r.icon {
		start = objects[0].MinSize().Width + iconGap
		if move {
			defer r.placeIcon(objects[0], objects[1:len(objects)-2])
		}
		objects = objects[1:]
	}
	words, control, line := objects[:len(objects)-2], objects[len(objects)-2], objects[len(objects)-1]
	width := float32(math.Ceil(float64(preferredWidth(control))))
	beside := !r.wide && r.width-start-rowGap-width >= min(preferredWidth(words[0]), 0.4*r.width)
	left := r.width - start
	if beside {
		left -= rowGap + width
	} else if r.wide {
		width = r.width
	}
	width = min(width, r.width)
	text := float32(-hintGap)
	for _, o := range words {
		text += hintGap + widgets.HeightAt(o, left)
	}
	high := widgets.HeightAt(control, width)
	x, y, foot := start, rowInset+text+underGap, rowInset+text+underGap+high+rowInset
	top := float32(rowInset)
	if beside {
		foot = 2*rowInset + max(text, high)
		x, y, top = r.width-width, (foot-high)/2, (foot-text)/2
		if _, ok := control.(*widgets.Switch); ok {
			x += widgets.SwitchRing // the track, not its ring, ends with the row
		}
	}
	if !move {
		return foot + 1
	}
	for _, o := range words {
		widgets.Place(o, start, top, left, o.MinSize().Height)
		top += o.MinSize().Height + hintGap
	}
	widgets.Place(control, x, y, width, high)
	widgets.Place(line, 0, foot, r.width, 1)
	return foot + 1
}

// placeIcon places the icon in the middle of the label and the hint, which are in their places.
func (r *rowLayout) placeIcon(icon fyne.CanvasObject, words []fyne.CanvasObject) {
	size, last := icon.MinSize(), words[len(words)-1]
	top, foot := words[0].Position().Y, last.Position().Y+last.Size().Height
	widgets.Place(icon, 0, (top+foot-size.Height)/2, size.Width, size.Height)
}

// preferredWidth returns the width that an object has in a row.
func preferredWidth(o fyne.CanvasObject) float32 {
	switch o := o.(type) {
	case interface{ PreferredWidth() float32 }:
		return o.PreferredWidth()
	case *widgets.Text:
		return fyne.MeasureText(o.Text(), fynetheme.TextSize(), fyne.TextStyle{}).Width
	}
	return o.MinSize().Width
}
