package answers

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// columns edits the columns of a table. Each row edits one column: the name, the kind, and for a
// list the allowed values.
type columns struct {
	widget.BaseWidget
	// OnResized is called when the height has changed.
	OnResized func()
	// OnEdited is called when the columns have changed.
	OnEdited func()
	// OnSubmitted is called by Enter in an empty column at the end of the table.
	OnSubmitted func()

	rows *fyne.Container
	all  []*column
	root *fyne.Container
}

// newColumns returns a widget with the given columns, or with empty columns if there are none.
func newColumns(all []chat.Column) *columns {
	c := &columns{rows: container.New(&widgets.Column{Gap: 8})}
	add := widgets.NewButton(i18n.Text("Add column"), widgets.Quiet, func() { c.insert(len(c.all), chat.Column{}, true) }).SetIcon("plus")
	c.root = container.New(&widgets.Column{Gap: 8}, c.rows, container.NewHBox(add))
	for _, one := range all {
		c.insert(len(c.all), one, false)
	}
	if len(all) == 0 {
		c.insert(0, chat.Column{}, false)
		c.insert(1, chat.Column{}, false)
	}
	c.ExtendBaseWidget(c)
	return c
}

// CreateRenderer implements fyne.Widget.
func (c *columns) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.root) }

// MinSize implements fyne.CanvasObject.
func (c *columns) MinSize() fyne.Size { return c.root.MinSize() }

// text encodes everything that was typed, for setText: a line for each column, with its name, the
// kind that the user chose, and the options.
func (c *columns) text() string {
	var lines []string
	for _, one := range c.all {
		kind := chat.ColumnKind("")
		if one.chosen {
			kind = one.kind
		}
		lines = append(lines, strings.TrimRight(one.name.Text+"\t"+string(kind)+"\t"+one.options.Text, "\t"))
	}
	return strings.Join(lines, "\n")
}

// setText shows the columns encoded by text.
func (c *columns) setText(kept string) {
	c.all = nil
	for line := range strings.SplitSeq(kept, "\n") {
		name, rest, _ := strings.Cut(line, "\t")
		kind, options, _ := strings.Cut(rest, "\t")
		one := c.newColumn(chat.Column{Name: name, Kind: chat.ColumnKind(kind)})
		one.options.SetText(options)
		if kind == "" {
			one.setKind(words.GuessColumnKind(name))
		}
		c.all = append(c.all, one)
	}
	c.arrange()
}

// Get returns the columns that have a name.
func (c *columns) Get() []chat.Column {
	var all []chat.Column
	for _, one := range c.all {
		if column := one.get(); column.Name != "" {
			all = append(all, column)
		}
	}
	return all
}

// First returns the field to focus when the sheet opens.
func (c *columns) First() fyne.Focusable { return c.all[0].name }

// insert adds a column at an index. A column without a kind gets the kind guessed from its name.
func (c *columns) insert(at int, column chat.Column, focus bool) *column {
	one := c.newColumn(column)
	c.all = slices.Insert(c.all, at, one)
	c.arrange()
	if over := widgets.CanvasOf(c); over != nil && focus {
		over.Focus(one.name)
	}
	return one
}

func (c *columns) remove(one *column) {
	c.all = slices.DeleteFunc(c.all, func(o *column) bool { return o == one })
	if len(c.all) == 0 {
		c.all = append(c.all, c.newColumn(chat.Column{}))
	}
	c.arrange()
}

// arrange rebuilds the rows in their order.
func (c *columns) arrange() {
	c.rows.Objects = nil
	for _, one := range c.all {
		c.rows.Objects = append(c.rows.Objects, one.object)
	}
	c.rows.Refresh()
	c.Refresh()
	widgets.CallIfSet(c.OnResized)
	widgets.CallIfSet(c.OnEdited)
}

// typed handles typing in the name of a column: at a comma, also in a pasted list, the rest moves
// to the next column, and the kind is guessed from the name.
func (c *columns) typed(one *column) {
	name, rest, more := strings.Cut(strings.Map(func(r rune) rune {
		if strings.ContainsRune(";\t\n", r) {
			return ','
		}
		return r
	}, one.name.Text), ",")
	if trimmed := strings.TrimLeft(name, " "); trimmed != one.name.Text {
		one.name.SetText(trimmed) // SetText calls typed again
	}
	if !one.chosen {
		one.setKind(words.GuessColumnKind(name))
	}
	if more {
		next := c.after(one)
		next.name.Fill(rest)
	}
}

// after returns and focuses the column after the given one, or a new one unless that column is
// there and has no name.
func (c *columns) after(one *column) *column {
	at := slices.Index(c.all, one) + 1
	if at == len(c.all) || c.all[at].name.Text != "" {
		return c.insert(at, chat.Column{}, true)
	}
	if over := widgets.CanvasOf(c); over != nil {
		over.Focus(c.all[at].name)
	}
	return c.all[at]
}

// column is the row that edits one column of the table.
type column struct {
	name    *widgets.Field
	kind    chat.ColumnKind
	choice  *widgets.Dropdown
	options *widgets.Field
	object  fyne.CanvasObject
	// chosen is true if the user chose the kind, so that it is no longer guessed from the name.
	chosen bool
}

func (c *column) setKind(k chat.ColumnKind) {
	c.kind = cmp.Or(k, chat.ColumnText)
	c.choice.Set(words.ColumnKind(k))
	widgets.SetVisible(c.options, k == chat.ColumnOption)
}

// kinds lists the kinds in the order of the menu.
var kinds = []chat.ColumnKind{chat.ColumnText, chat.ColumnNumber, chat.ColumnAmount, chat.ColumnDate, chat.ColumnYesNo, chat.ColumnOption}

func (c *columns) newColumn(was chat.Column) *column {
	one := &column{chosen: was.Kind != ""}
	one.name = widgets.NewField(i18n.Text("Column name"), i18n.Text("For example Shop, Date, Total"))
	one.options = widgets.NewField(i18n.Text("Options"), i18n.Text("Options, for example: card, cash"))
	one.options.SetText(format.List(was.Options))
	one.choice = widgets.NewDropdown(i18n.Text("Column type"), func() {
		var items []widgets.MenuItem
		for _, k := range kinds {
			items = append(items, widgets.MenuItem{Text: words.ColumnKind(k), Chosen: k == one.kind, Do: func() {
				one.chosen = true
				one.setKind(k)
				c.arrange()
			}})
		}
		widgets.ShowMenu(one.choice, items)
	})
	one.name.Fill(was.Name)
	one.setKind(was.Kind)
	one.name.OnChanged = func(string) {
		c.typed(one)
		widgets.CallIfSet(c.OnEdited)
	}
	one.options.OnChanged = func(string) { widgets.CallIfSet(c.OnEdited) }
	one.name.OnSubmitted = func(string) {
		if one.name.Text == "" && one == c.all[len(c.all)-1] {
			widgets.CallIfSet(c.OnSubmitted)
			return
		}
		c.after(one)
	}
	remove := widgets.NewIconButton("x", i18n.Text("Remove column"), func() { c.remove(one) })
	line := container.New(&lineLayout{}, one.name, one.choice, remove)
	one.object = container.New(&widgets.Column{Gap: 4}, line, one.options)
	return one
}

func (c *column) get() chat.Column {
	out := chat.Column{Name: strings.TrimSpace(c.name.Text), Kind: c.kind}
	if c.kind == chat.ColumnOption {
		out.Options = format.Items(c.options.Text)
	}
	return out
}

// lineLayout places the name, the kind and the button of a column side by side.
type lineLayout struct{}

// kindWidth returns the width of the kind menu in a row of the given width, in device-independent
// pixels; the name gets the rest.
func kindWidth(row float32) float32 { return min(190*theme.TargetSize(34)/34, row*0.4) }

// MinSize implements fyne.Layout.
func (*lineLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	h := float32(0)
	for _, one := range o {
		h = max(h, one.MinSize().Height)
	}
	return fyne.NewSize(390, h)
}

// Layout implements fyne.Layout.
func (*lineLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const gap = 8
	button, kindWidth := o[2].MinSize(), kindWidth(size.Width)
	widgets.Place(o[0], 0, 0, size.Width-kindWidth-button.Width-2*gap, size.Height)
	widgets.Place(o[1], size.Width-kindWidth-button.Width-gap, 0, kindWidth, size.Height)
	widgets.Place(o[2], size.Width-button.Width, (size.Height-button.Height)/2, button.Width, button.Height)
}
