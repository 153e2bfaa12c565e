package answers

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"parley/app/chat"
	"parley/views/widgets"
	"parley/views/words"
)

// Columns edits the columns of a table, one in a row: its name, its kind, and the words of a list.
type Columns struct {
	widget.BaseWidget
	// OnResized is called when it has another height.
	OnResized func()

	rows *fyne.Container
	all  []*column
	root *fyne.Container
}

// NewColumns makes a widget with columns, or with empty ones to begin with.
func NewColumns(columns []chat.Column) *Columns {
	c := &Columns{rows: container.New(&widgets.Column{Gap: 8})}
	add := widgets.NewButton(lang.L("Add a column"), widgets.Quiet, func() { c.insert(len(c.all), chat.Column{Kind: chat.ColumnText}, true) }).SetIcon("plus")
	c.root = container.New(&widgets.Column{Gap: 8}, c.rows, container.NewHBox(add))
	for _, one := range columns {
		c.insert(len(c.all), one, false)
	}
	if len(columns) == 0 {
		c.insert(0, chat.Column{Kind: chat.ColumnText}, false)
		c.insert(1, chat.Column{Kind: chat.ColumnText}, false)
	}
	c.ExtendBaseWidget(c)
	return c
}

// CreateRenderer implements fyne.Widget.
func (c *Columns) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.root) }

// MinSize implements fyne.CanvasObject.
func (c *Columns) MinSize() fyne.Size { return c.root.MinSize() }

// Get returns the columns. Those without a name are left out.
func (c *Columns) Get() []chat.Column {
	for _, one := range slices.Clone(c.all) {
		c.spread(one)
	}
	var all []chat.Column
	for _, one := range c.all {
		if column := one.get(); column.Name != "" {
			all = append(all, column)
		}
	}
	return all
}

// First is where the keyboard begins.
func (c *Columns) First() fyne.Focusable { return c.all[0].name }

// insert adds a column at a place.
func (c *Columns) insert(at int, column chat.Column, focus bool) {
	one := c.newColumn(column)
	c.all = slices.Insert(c.all, at, one)
	c.arrange()
	if over := widgets.CanvasOf(c); over != nil && focus {
		over.Focus(one.name)
	}
}

func (c *Columns) remove(one *column) {
	c.all = slices.DeleteFunc(c.all, func(o *column) bool { return o == one })
	if len(c.all) == 0 {
		c.all = append(c.all, c.newColumn(chat.Column{Kind: chat.ColumnText}))
	}
	c.arrange()
}

// arrange shows the rows in their order.
func (c *Columns) arrange() {
	c.rows.Objects = nil
	for _, one := range c.all {
		c.rows.Objects = append(c.rows.Objects, one.object)
	}
	c.rows.Refresh()
	c.Refresh()
	widgets.Call(c.OnResized)
}

// spread makes columns of several names that were typed or pasted into one: "Shop, Date, Total".
func (c *Columns) spread(one *column) {
	names := strings.FieldsFunc(one.name.Text, func(r rune) bool { return strings.ContainsRune(",;\t\n", r) })
	names = slices.DeleteFunc(names, func(n string) bool { return strings.TrimSpace(n) == "" })
	if len(names) < 2 {
		return
	}
	at := slices.Index(c.all, one)
	c.all = slices.Delete(c.all, at, at+1)
	for i, name := range names {
		name = strings.TrimSpace(name)
		c.insert(at+i, chat.Column{Name: name, Kind: words.LikelyKind(name)}, false)
	}
	c.all = slices.DeleteFunc(c.all, func(o *column) bool { return o.get().Name == "" })
	c.arrange()
}

// column is one row.
type column struct {
	name    *widgets.Field
	kind    chat.ColumnKind
	options *widgets.Field
	object  fyne.CanvasObject
}

// kinds are in the order of the menu.
var kinds = []chat.ColumnKind{chat.ColumnText, chat.ColumnNumber, chat.ColumnAmount, chat.ColumnDate, chat.ColumnYesNo, chat.ColumnOption}

func (c *Columns) newColumn(was chat.Column) *column {
	one := &column{kind: was.Kind}
	one.name = widgets.NewField(lang.L("Name of the column"), lang.L("Such as Shop, Date, Total"))
	one.name.SetText(was.Name)
	one.name.OnFocusLost = func() { c.spread(one) }
	one.name.OnSubmitted = func(string) {
		c.spread(one)
		c.insert(slices.Index(c.all, one)+1, chat.Column{Kind: chat.ColumnText}, true)
	}
	one.options = widgets.NewField(lang.L("Words of the list"), lang.L("The words it can be: card, cash"))
	one.options.SetText(strings.Join(was.Options, ", "))
	widgets.Show(one.options, one.kind == chat.ColumnOption)
	var kind *widgets.Choice
	kind = widgets.NewChoice(lang.L("Kind of the column"), func() {
		var items []widgets.MenuItem
		for _, k := range kinds {
			items = append(items, widgets.MenuItem{Words: words.ColumnKind(k), Chosen: k == one.kind, Do: func() {
				one.kind = k
				kind.Set(words.ColumnKind(k))
				widgets.Show(one.options, k == chat.ColumnOption)
				c.arrange()
			}})
		}
		widgets.ShowMenu(kind, items)
	})
	kind.Set(words.ColumnKind(one.kind))
	remove := widgets.NewIconButton("x", lang.L("Remove this column"), func() { c.remove(one) })
	line := container.New(&lineLayout{}, one.name, kind, remove)
	one.object = container.New(&widgets.Column{Gap: 4}, line, one.options)
	return one
}

func (c *column) get() chat.Column {
	out := chat.Column{Name: strings.TrimSpace(c.name.Text), Kind: c.kind}
	if c.kind == chat.ColumnOption {
		for option := range strings.SplitSeq(c.options.Text, ",") {
			if option = strings.TrimSpace(option); option != "" {
				out.Options = append(out.Options, option)
			}
		}
	}
	return out
}

// lineLayout puts the name, the kind and the button of a column beside each other.
type lineLayout struct{}

// kindWidth is the width of the kind, in device-independent pixels; names get the rest.
const kindWidth = 190

// MinSize implements fyne.Layout.
func (*lineLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	h := float32(0)
	for _, one := range o {
		h = max(h, one.MinSize().Height)
	}
	return fyne.NewSize(kindWidth+200, h)
}

// Layout implements fyne.Layout.
func (*lineLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const gap = 8
	button := o[2].MinSize()
	widgets.Place(o[0], 0, 0, size.Width-kindWidth-button.Width-2*gap, size.Height)
	widgets.Place(o[1], size.Width-kindWidth-button.Width-gap, 0, kindWidth, size.Height)
	widgets.Place(o[2], size.Width-button.Width, (size.Height-button.Height)/2, button.Width, button.Height)
}
