package deleted

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// step is the number of items shown at first, and added each time.
const step = 50

// kind is the kind of an entry.
type kind uint8

const (
	wholeChat    kind = iota
	someMessages      // of a chat that is not deleted
	aTranscript
	aRecording
	aSoundFile
)

// entry is a deleted item that can be restored.
type entry struct {
	Kind  kind
	ID    chat.ID
	Title string
	// At is the time of its deletion.
	At time.Time
	// Empty explains why there is nothing to read or play, "" if there is.
	Empty string
	// Count is the number of messages, Chat the title of their chat.
	Count int
	Chat  string
}

// contents is the content of the page.
type contents struct {
	// Items are in display order.
	Items []entry
	// Playing is the item being played, "" for none.
	Playing chat.ID
	// Unread explains that some items could not be read and can be read again, "" if all were.
	Unread string
	// Notes explain which other items are missing.
	Notes []string
	Now   time.Time
}

// page is the list of deleted items. All of it is used on Fyne's thread. Callbacks may be nil.
type page struct {
	widget.BaseWidget

	// OnLook shows or plays an item, OnPutBack restores it, OnDelete asks whether to purge it.
	OnLook, OnPutBack, OnDelete func(entry)
	// OnTryAgain reads the list again.
	OnTryAgain func()

	canvas fyne.Canvas
	state  contents
	shown  int // maximum number of items
	rows   []*itemRow
	column *fyne.Container
	scroll *wheel.Scroll
	frame  fyne.CanvasObject // around scroll
}

// newPage returns an empty page for a canvas.
func newPage(c fyne.Canvas) *page {
	p := &page{canvas: c, shown: step, column: container.New(&widgets.Column{Gap: 8})}
	p.scroll, p.frame = widgets.NewPageScroll(p.column)
	p.ExtendBaseWidget(p)
	return p
}

// Set shows another list. The focus is kept; if the focused item is gone, the item in its place is
// focused.
func (p *page) Set(s contents) {
	p.state = s
	p.build()
}

// SetPlaying shows which item is being played, "" for none.
func (p *page) SetPlaying(id chat.ID) {
	p.state.Playing = id
	for _, r := range p.rows {
		r.setPlaying(id)
	}
}

func (p *page) build() {
	at, button := p.focused()
	before := make(map[key]*itemRow, len(p.rows))
	for _, r := range p.rows {
		before[r.key()] = r
	}
	objects := []fyne.CanvasObject{widgets.NewMuted(i18n.Text("Deleted items can be restored for 30 days. Then they are deleted forever.")).NoMargin()}
	for _, note := range p.state.Notes {
		objects = append(objects, caution(note))
	}
	if p.state.Unread != "" {
		again := widgets.NewButton(i18n.Text("Try again"), widgets.Secondary, func() { widgets.CallIfSet(p.OnTryAgain) })
		objects = append(objects, caution(p.state.Unread), container.New(&widgets.Flow{Gap: 8}, again))
	}
	shown := p.state.Items[:min(p.shown, len(p.state.Items))]
	p.rows = make([]*itemRow, len(shown))
	for i, item := range shown {
		r := before[key{item.Kind, item.ID}]
		if r == nil {
			r = newRow(p, item)
		}
		r.set(item, p.state.Now)
		r.setPlaying(p.state.Playing)
		p.rows[i] = r
		objects = append(objects, r.object)
	}
	switch {
	case len(shown) < len(p.state.Items):
		objects = append(objects, container.New(&widgets.Flow{Gap: 8}, widgets.NewButton(i18n.Text("Show more"), widgets.Secondary, p.more)))
	case len(shown) == 0 && p.state.Unread == "" && len(p.state.Notes) == 0:
		objects = append(objects, widgets.NewBody(i18n.Text("Nothing here. Deleted items stay for 30 days.")).NoMargin())
	}
	p.column.Objects = objects
	p.column.Refresh()
	p.scroll.Content.Refresh()
	p.scroll.Refresh()
	p.refocus(at, button)
}

// more shows more items and focuses the first of them.
func (p *page) more() {
	first := len(p.rows)
	p.shown += step
	p.build()
	p.canvas.Focus(p.rows[first].buttons()[0])
}

// focused returns the focused row and the index of its focused button, -1 for none.
func (p *page) focused() (at, button int) {
	f := p.canvas.Focused()
	for i, r := range p.rows {
		for j, b := range r.buttons() {
			if f == fyne.Focusable(b) {
				return i, j
			}
		}
	}
	return -1, -1
}

// refocus focuses the row that has taken the place of a focused row that is gone.
func (p *page) refocus(at, button int) {
	if at < 0 {
		return
	}
	if now, _ := p.focused(); now >= 0 {
		return
	}
	if len(p.rows) == 0 {
		p.canvas.Unfocus()
		return
	}
	p.canvas.Focus(p.rows[min(at, len(p.rows)-1)].buttons()[button])
}

func caution(sentence string) fyne.CanvasObject {
	return widgets.NewText(sentence, theme.ColorCaution, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin()
}

// InnerContent implements widgets.ContentHolder.
func (p *page) InnerContent() fyne.CanvasObject { return p.frame }

// CreateRenderer implements fyne.Widget.
func (p *page) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.frame) }
