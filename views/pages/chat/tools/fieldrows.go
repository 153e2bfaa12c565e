package tools

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/tools"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// fieldKinds lists the kinds in the order of the menu.
var fieldKinds = []tools.FieldKind{tools.FieldText, tools.FieldNumber, tools.FieldWhole, tools.FieldYesNo, tools.FieldDate, tools.FieldChoice}

// rows adds a row for each field, and the button that adds one.
func (f *toolForm) rows() {
	add := f.ButtonCalled("add", i18n.Text("Add"), widgets.Quiet, func() {
		f.fields = append(f.fields, tools.Field{})
		f.changed(true)
		f.Focus(f.frame.Canvas(), f.valueName(len(f.fields)-1))
	})
	add.SetIcon("plus")
	f.Block(8, func() {
		f.labelBeside(i18n.Text("What the model must tell you"), add)
		for i := range f.fields {
			f.Scope(strconv.Itoa(i), func() { f.row(i) })
		}
	})
}

// labelBeside adds a label with a button at the end of its line.
func (f *toolForm) labelBeside(words string, button fyne.CanvasObject) {
	label := widgets.NewMuted(words).NoWrap().NoMargin()
	f.Add(container.NewBorder(nil, nil, nil, button, container.NewVBox(layout.NewSpacer(), label, layout.NewSpacer())))
}

// valueName returns the name of the field for the name of row i.
func (f *toolForm) valueName(i int) string {
	return i18n.Text("Name of value {{.N}}", map[string]any{"N": format.Number(i + 1)})
}

func (f *toolForm) row(i int) {
	one := &f.fields[i]
	name := f.Field(form.Field{
		Name: f.valueName(i), Placeholder: i18n.Text("Article"), Value: one.Name,
		OnChange: func(text string) { f.fields[i].Name = text; f.changed(true) },
	})
	kind := f.Dropdown(i18n.Text("Kind"), words.FieldKind(one.Kind), func(anchor *widgets.Dropdown) {
		var items []widgets.MenuItem
		for _, k := range fieldKinds {
			items = append(items, widgets.MenuItem{Text: words.FieldKind(k), Chosen: k == one.Kind, Do: func() {
				f.fields[i].Kind = k
				f.changed(true)
			}})
		}
		widgets.ShowMenu(anchor, items)
	})
	meaning := f.Field(form.Field{
		Name: i18n.Text("What it means"), Placeholder: i18n.Text("What it means"), Value: one.Meaning,
		OnChange: func(text string) { f.fields[i].Meaning = text; f.changed(true) },
	})
	need := f.need(i)
	remove := f.IconButton("trash-2", i18n.Text("Remove"), func() {
		f.fields = slices.Delete(f.fields, i, i+1)
		if len(f.fields) == 0 {
			f.fields = []tools.Field{{}}
		}
		f.changed(true)
	})
	objects := []fyne.CanvasObject{name, kind, meaning, need, remove}
	if one.Kind == tools.FieldChoice {
		objects = append(objects, f.Field(form.Field{
			Name: i18n.Text("Options"), Placeholder: i18n.Text("Options, for example: card, cash"), Value: format.List(one.Options),
			OnChange: func(text string) { f.fields[i].Options = format.Items(text); f.changed(true) },
		}))
	}
	f.Add(container.New(&fieldLayout{}, objects...))
}

// need returns the control for whether the model may leave out the value of row i.
func (f *toolForm) need(i int) fyne.CanvasObject {
	states := []string{i18n.Text("Required"), i18n.Text("Optional")}
	chosen := 0
	if f.fields[i].Optional {
		chosen = 1
	}
	return f.Dropdown(i18n.Text("Required or optional"), states[chosen], func(anchor *widgets.Dropdown) {
		var items []widgets.MenuItem
		for n, state := range states {
			items = append(items, widgets.MenuItem{Text: state, Chosen: n == chosen, Do: func() {
				f.fields[i].Optional = n == 1
				f.changed(true)
			}})
		}
		widgets.ShowMenu(anchor, items)
	}).WithRoomFor(states...)
}

// sampleValue returns a made-up value of a field.
func sampleValue(f tools.Field) any {
	switch f.Kind {
	case tools.FieldNumber:
		return 2.5
	case tools.FieldWhole:
		return 3
	case tools.FieldYesNo:
		return true
	case tools.FieldDate:
		return "2026-11-30"
	case tools.FieldChoice:
		if len(f.Options) > 0 {
			return f.Options[0]
		}
	}
	return i18n.Text("an example")
}

// fieldLayout places the name, the kind, the meaning, whether it is required, and the button of a
// field on one line, or on two if the line is too narrow. The options are below them.
type fieldLayout struct{ width float32 }

// MinSize implements fyne.Layout. The height applies to the width of the last Layout.
func (l *fieldLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, l.place(o, false))
}

// Layout implements fyne.Layout.
func (l *fieldLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	l.place(o, true)
}

// place returns the height of the row, and places the objects if move is set.
func (l *fieldLayout) place(o []fyne.CanvasObject, move bool) float32 {
	const gap = 8
	scale := fynetheme.TextSize() / theme.SizeText
	high, button := o[0].MinSize().Height, o[4].MinSize()
	high = max(high, o[1].MinSize().Height, button.Height)
	put := func(n int, x, y, width float32) float32 {
		if move {
			h := high
			if n == 4 {
				y, h = y+(high-button.Height)/2, button.Height
			}
			widgets.Place(o[n], x, y, width, h)
		}
		return x + width + gap
	}
	kind, need := 144*scale, max(150*scale, o[3].MinSize().Width)
	y := float32(0)
	if rest := l.width - kind - need - button.Width - 4*gap; rest >= 300*scale {
		x := put(0, 0, y, rest*0.42)
		x = put(1, x, y, kind)
		x = put(2, x, y, rest*0.58)
		put(4, put(3, x, y, need), y, button.Width)
	} else {
		kind, need = min(kind, l.width*0.4), min(need, l.width*0.4)
		x := put(0, 0, y, l.width-kind-button.Width-2*gap)
		put(4, put(1, x, y, kind), y, button.Width)
		y += high + gap/2
		put(3, put(2, 0, y, l.width-need-gap), y, need)
	}
	if len(o) > 5 {
		y += high + gap/2
		put(5, 0, y, l.width-button.Width-gap)
	}
	return y + high
}
