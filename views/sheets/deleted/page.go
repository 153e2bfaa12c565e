package deleted

import (
	"fmt"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// step is the number of items shown at first, and added by each press of Show more.
const step = 50

// kind is the kind of an entry.
type kind uint8

const (
	wholeChat    kind = iota
	someMessages      // messages of a chat that is not deleted
	aTranscript
	aRecording
	aSoundFile
	aProject
)

// entry is a deleted item that can be restored.
type entry struct {
	Kind kind
	// Owner restores or removes the item.
	Owner owner
	ID    chat.ID
	Title string
	// At is the time of the deletion.
	At time.Time
	// Empty is the reason why the item has nothing to read or play; else "".
	Empty string
	// Count is the number of messages, Chat the title of the chat they belong to.
	Count int
	Chat  string
}

// contents is the content of the page.
type contents struct {
	// Items are in display order.
	Items []entry
	// Playing is the item being played, "" for none.
	Playing chat.ID
	// Unread says that some items could not be read and offers to read them again; else "".
	Unread string
	// Notes are sentences about items that are missing for other reasons.
	Notes []string
	Now   time.Time
}

// page is the list of deleted items. Use it only on Fyne's thread. Callbacks may be nil.
type page struct {
	widget.BaseWidget
	*form.Form

	// OnLook shows or plays an item, OnPutBack restores it, OnDelete asks whether to purge it.
	OnLook, OnPutBack, OnDelete func(entry)
	// OnTryAgain reads the list again.
	OnTryAgain func()

	canvas fyne.Canvas
	state  contents
	shown  int               // the maximum number of items to show
	firsts []*widgets.Button // the first button of each shown item
	frame  fyne.CanvasObject // contains the form
}

// newPage returns an empty page for a canvas.
func newPage(c fyne.Canvas) *page {
	p := &page{canvas: c, shown: step}
	p.Form, p.frame = form.NewPage(8, p.fill)
	p.ExtendBaseWidget(p)
	return p
}

// Set shows the given contents.
func (p *page) Set(s contents) {
	p.state = s
	p.Update()
}

// SetPlaying shows which item is being played, "" for none.
func (p *page) SetPlaying(id chat.ID) {
	if p.state.Playing != id {
		p.state.Playing = id
		p.Update()
	}
}

func (p *page) fill(*form.Form) {
	s := p.state
	p.Muted(i18n.Text("You can restore deleted items for 30 days."))
	for _, note := range s.Notes {
		p.Caution(note)
	}
	if s.Unread != "" {
		p.Caution(s.Unread)
		p.AddRow(p.Button(i18n.Text("Try again"), p.OnTryAgain))
	}
	shown := s.Items[:min(p.shown, len(s.Items))]
	p.firsts = nil
	for _, item := range shown {
		p.Scope(fmt.Sprint(item.Kind, " ", item.ID), func() { p.addRow(item) })
	}
	switch {
	case len(shown) < len(s.Items):
		p.AddRow(p.Button(i18n.Text("Show more"), p.more))
	case len(shown) == 0 && s.Unread == "" && len(s.Notes) == 0:
		p.Body(i18n.Text("Nothing has been deleted in the last 30 days."))
	}
}

// more shows more items and focuses the first of them.
func (p *page) more() {
	first := p.shown
	p.shown += step
	p.Update()
	p.canvas.Focus(p.firsts[first])
}

// InnerContent implements widgets.ContentHolder.
func (p *page) InnerContent() fyne.CanvasObject { return p.frame }

// CreateRenderer implements fyne.Widget.
func (p *page) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.frame) }
