package tools

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// columns holds the texts of the columns at the right, which have the same width in all rows.
type columns struct{ permissions, costs []fyne.CanvasObject }

// widest returns the width of a column, which depends on the text size.
func widest(column []fyne.CanvasObject) (width float32) {
	for _, o := range column {
		width = max(width, o.MinSize().Width)
	}
	return width
}

// toolRow is one tool in the list.
type toolRow struct {
	toggle *widgets.Switch
	object fyne.CanvasObject
}

func (l *list) newRow(t listedTool) *toolRow {
	r := &toolRow{toggle: widgets.NewSwitch(t.Title)}
	r.toggle.OnChanged = func(on bool) { l.OnSwitch(t.Name, on) }
	title := widgets.NewText(t.Title, fynetheme.ColorNameForeground, fynetheme.SizeNameText, fyne.TextStyle{Bold: true}).NoMargin()
	words := container.New(&widgets.Column{Gap: 2}, title, widgets.NewMuted(t.Purpose).NoMargin())
	if t.Own {
		words.Add(container.NewHBox(widgets.NewButton(i18n.Text("Change…"), widgets.Link, func() { l.OnEdit(t.Name) })))
	}
	if t.Refusal != "" {
		refusal := widgets.NewRefusalNote(func() { l.OnRetry() })
		refusal.Set(t.Refusal, t.On)
		words.Add(refusal.Object)
	}
	permission, cost := widgets.NewMuted(t.Permission).NoWrap().NoMargin(), widgets.NewMuted(t.Cost).NoWrap().NoMargin()
	objects := []fyne.CanvasObject{widgets.NewIcon(t.Icon, 0), words, permission, cost, r.toggle}
	if t.Option != nil {
		objects = append(objects, t.Option)
	}
	l.columns.permissions, l.columns.costs = append(l.columns.permissions, permission), append(l.columns.costs, cost)
	r.object = container.New(&rowLayout{columns: &l.columns}, objects...)
	return r
}

// set shows whether the tool is on. refusal is the reason why it cannot be switched, "" for none.
func (r *toolRow) set(on bool, refusal string) {
	r.toggle.Set(on)
	r.toggle.SetDisabled(refusal)
}

// rule returns the line between two rows.
func rule() fyne.CanvasObject { return widgets.NewBox(widgets.Gap(1), theme.ColorLine, "", 0, 0, 0) }

// rowLayout places the icon, the text, permission and cost, the switch, and below them the option.
// If less than half of the row would remain for the text, permission and cost move below the text.
type rowLayout struct {
	columns *columns
	width   float32
}

const (
	rowPad    = 12
	columnGap = 16
)

// place places the objects of a row of the given width, and returns the height of the row.
func (w *rowLayout) place(o []fyne.CanvasObject, width float32) (height float32) {
	icon, words, permission, cost, toggle := o[0], o[1], o[2], o[3], o[4]
	iconRoom := theme.ScaledIconSize() + 12
	key := toggle.MinSize()
	room := width - iconRoom - key.Width - columnGap
	costs := widest(w.columns.costs)
	beside := room - widest(w.columns.permissions) - costs - 2*columnGap
	wraps := beside < width/2
	if !wraps {
		room = beside
	}
	high := widgets.HeightAt(words, room)
	widgets.Place(words, iconRoom, rowPad, room, high)
	line := permission.MinSize().Height
	end := high
	put := func(o fyne.CanvasObject, x, y float32) { widgets.Place(o, x, y, o.MinSize().Width, line) }
	if wraps {
		put(permission, iconRoom, rowPad+high+2)
		put(cost, iconRoom+permission.MinSize().Width+columnGap, rowPad+high+2)
		end += 2 + line
	} else {
		middle := rowPad + (high-line)/2
		right := width - key.Width - columnGap
		put(cost, right-cost.MinSize().Width, middle)
		put(permission, right-costs-columnGap-permission.MinSize().Width, middle)
	}
	centered := func(o fyne.CanvasObject, x float32) {
		size := o.MinSize()
		widgets.Place(o, x, rowPad+(end-size.Height)/2, size.Width, size.Height)
	}
	centered(icon, 0)
	centered(toggle, width-key.Width)
	height = end + 2*rowPad
	if len(o) > 5 {
		size := o[5].MinSize()
		widgets.Place(o[5], iconRoom, height-rowPad+4, width-iconRoom, size.Height)
		height += size.Height + 4
	}
	return height
}

// MinSize implements fyne.Layout. The height applies to the width of the last Layout.
func (w *rowLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, w.place(objects, max(w.width, 1)))
}

// Layout implements fyne.Layout.
func (w *rowLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	w.width = size.Width
	w.place(objects, size.Width)
}

// sheetLayout places the introduction at the top, the foot at the bottom, and the rows between
// them, which scroll if the window is too low.
type sheetLayout struct {
	rows  fyne.CanvasObject
	width float32
}

const (
	sheetGap = 14
	// scrollRoom is the space beside the rows for the scroll bar, inside the sheet's margin.
	scrollRoom = 10
)

// MinSize implements fyne.Layout.
func (s *sheetLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, widgets.HeightAt(o[0], s.width)+s.rows.MinSize().Height+widgets.HeightAt(o[2], s.width)+2*sheetGap)
}

// Layout implements fyne.Layout.
func (s *sheetLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	s.width = size.Width
	about, foot := widgets.HeightAt(o[0], size.Width), widgets.HeightAt(o[2], size.Width)
	widgets.Place(o[0], 0, 0, size.Width, about)
	top := about + sheetGap
	width := size.Width + scrollRoom
	high := min(widgets.HeightAt(s.rows, width), size.Height-top-sheetGap-foot)
	widgets.Place(o[1], 0, top, width, high)
	widgets.Place(o[2], 0, top+high+sheetGap, size.Width, foot)
}

// footLayout places text to the right of a button, or below it if there is no room.
type footLayout struct{ width float32 }

func (f *footLayout) place(o []fyne.CanvasObject, width float32) (height float32) {
	button := o[0].MinSize()
	o[0].Resize(button)
	o[0].Move(fyne.Position{})
	room := width - button.Width - 16
	if room < 220 {
		high := widgets.HeightAt(o[1], width)
		widgets.Place(o[1], 0, button.Height+8, width, high)
		return button.Height + 8 + high
	}
	high := widgets.HeightAt(o[1], room)
	widgets.Place(o[1], button.Width+16, max(0, (button.Height-high)/2), room, high)
	return max(button.Height, high)
}

// MinSize implements fyne.Layout.
func (f *footLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, f.place(o, max(f.width, 1)))
}

// Layout implements fyne.Layout.
func (f *footLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	f.width = size.Width
	f.place(o, size.Width)
}
