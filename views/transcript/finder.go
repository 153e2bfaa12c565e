package transcript

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// finder is the search and replace bar.
type finder struct {
	widget.BaseWidget
	v *View

	words, with          *widgets.Field
	count                *canvas.Text
	before, behind, shut *widgets.IconButton
	replacing            *widgets.IconButton
	letters, whole       *widgets.Button
	one, all             *widgets.Button
	// replaces means that the row for replacing is visible.
	replaces             bool
	matchCase, wholeOnly bool
	at, found            int
}

func newFinder(v *View) *finder {
	f := &finder{v: v, count: canvas.NewText("", nil)}
	f.words = widgets.NewField(i18n.Text("Search in this transcript"), i18n.Text("Search in this transcript"))
	f.words.SetLeading("search")
	f.words.OnChanged = func(string) { f.look() }
	f.words.OnEscape = v.closeSearch
	f.words.OnKey = func(e *fyne.KeyEvent) bool {
		switch e.Name {
		case fyne.KeyReturn, fyne.KeyEnter:
			v.lines.find.next(widgets.ShiftIsDown())
		case fyne.KeyDown:
			v.lines.find.next(false)
		case fyne.KeyUp:
			v.lines.find.next(true)
		default:
			return false
		}
		return true
	}
	f.with = widgets.NewField(i18n.Text("Replace with"), i18n.Text("Replace with"))
	f.with.OnEscape = v.closeSearch
	f.with.OnSubmitted = func(string) { f.replaceOne() }
	f.before = widgets.NewIconButton("chevron-up", i18n.Text("Previous ({{.Keys}})", map[string]any{"Keys": format.Keys("Shift+F3")}), func() { v.lines.find.next(true) })
	f.behind = widgets.NewIconButton("chevron-down", i18n.Text("Next (F3)"), func() { v.lines.find.next(false) })
	f.shut = widgets.NewIconButton("x", i18n.Text("Close search"), v.closeSearch)
	f.replacing = widgets.NewIconButton("replace", i18n.Text("Replace"), func() { f.setReplaces(!f.replaces) })
	f.letters = widgets.NewButton(i18n.Text("Aa"), widgets.Quiet, func() { f.matchCase = !f.matchCase; f.look(); f.Refresh() }).SetSmall()
	f.letters.SetHint(i18n.Text("Match case"))
	f.whole = widgets.NewButton(i18n.Text("Whole words"), widgets.Quiet, func() { f.wholeOnly = !f.wholeOnly; f.look(); f.Refresh() }).SetSmall()
	f.one = widgets.NewButton(i18n.Text("Replace"), widgets.Secondary, f.replaceOne).SetSmall()
	f.all = widgets.NewButton(i18n.Text("Replace all"), widgets.Secondary, f.replaceAll).SetSmall()
	f.Hide()
	f.ExtendBaseWidget(f)
	return f
}

func (f *finder) look() { f.v.lines.find.search(f.words.Text, f.matchCase, f.wholeOnly) }

func (f *finder) replaceOne() { f.v.lines.find.replace(f.with.Text) }

func (f *finder) replaceAll() {
	n := f.v.lines.find.replaceAll(f.with.Text)
	if n == 0 {
		return
	}
	f.v.o.Say(i18n.Plural("Replaced {{.N}} times.", n), i18n.Text("Undo"), f.v.lines.writer.undo)
}

func (f *finder) setReplaces(on bool) {
	f.replaces = on
	f.Refresh()
	f.v.relayout()
}

// set shows the number of matches and the index of the current one.
func (f *finder) set(at, n int) {
	if f.at == at && f.found == n && f.count.Text == f.says() {
		return
	}
	f.at, f.found = at, n
	f.Refresh()
}

func (f *finder) says() string {
	if f.words.Text == "" {
		return ""
	}
	return words.MatchPosition(f.at, f.found)
}

// CreateRenderer implements fyne.Widget.
func (f *finder) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{MinSize: f.least, Place: f.place, Paint: f.paint, RefreshesChildren: true}.Of(f,
		f.words, f.count, f.letters, f.whole, f.before, f.behind, f.replacing, f.shut, f.with, f.one, f.all)
}

func (f *finder) least() fyne.Size {
	if f.replaces {
		return fyne.NewSize(200, 2*finderRow)
	}
	return fyne.NewSize(200, finderRow)
}

func (f *finder) place(size fyne.Size) {
	place := func(o fyne.CanvasObject, x, y, width float32) {
		h := o.MinSize().Height
		widgets.Place(o, x, y+(finderRow-h)/2-4, width, h)
	}
	right := size.Width - edge + 8
	before := func(o fyne.CanvasObject, gap float32) {
		right -= o.MinSize().Width
		place(o, right, 0, o.MinSize().Width)
		right -= gap
	}
	before(f.shut, 0)
	before(f.replacing, 0)
	before(f.behind, 0)
	before(f.before, 4)
	roomy := right-edge-f.whole.MinSize().Width-f.letters.MinSize().Width-90 >= 180
	widgets.SetVisible(f.whole, roomy)
	widgets.SetVisible(f.letters, roomy)
	if roomy {
		before(f.whole, 2)
		before(f.letters, 6)
	}
	count := max(f.count.MinSize().Width, 64)
	m := f.count.MinSize()
	widgets.Place(f.count, right-m.Width, (finderRow-m.Height)/2-4, m.Width, m.Height)
	right -= count + 10
	place(f.words, edge, 0, max(right-edge, 60))
	if !f.replaces {
		return
	}
	end := right
	right = size.Width - edge
	for _, b := range []*widgets.Button{f.all, f.one} {
		w := b.MinSize().Width
		right -= w
		place(b, right, finderRow, w)
		right -= 8
	}
	place(f.with, edge, finderRow, max(min(right, end)-edge, 60))
}

func (f *finder) paint() {
	f.count.Text = f.says()
	f.words.Result = f.count.Text
	f.count.TextSize = fynetheme.Size(fynetheme.SizeNameCaptionText)
	f.count.Color = fynetheme.Color(theme.ColorMuted)
	if f.words.Text != "" && f.found == 0 {
		f.count.Color = fynetheme.Color(theme.ColorCaution)
	}
	for _, o := range []fyne.CanvasObject{f.with, f.one, f.all} {
		widgets.SetVisible(o, f.replaces)
	}
	f.count.Refresh()
	f.replacing.SetChosen(f.replaces)
	f.letters.SetChosen(f.matchCase)
	f.whole.SetChosen(f.wholeOnly)
	none, locked := "", f.v.lines.writer.locked
	if f.found == 0 {
		none = i18n.Text("Nothing found.")
	}
	f.before.SetDisabled(none)
	f.behind.SetDisabled(none)
	f.one.SetDisabled(cmp.Or(locked, none))
	f.all.SetDisabled(cmp.Or(locked, none))
}

const finderRow = 46
