// Package putback is the sheet that asks which chats of a backup are put back.
package putback

import (
	"context"
	"maps"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/sidebar"
	"parlando/views/ticklist"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Chats lists the chats of the backup (history.Store).
type Chats interface {
	Order(ctx context.Context) (chat.Order, error)
	Summaries(ctx context.Context, ids []chat.ID) (map[chat.ID]chat.Summary, error)
}

// Open shows the sheet over the window. putBack is called with the chosen chats, nil for all.
func Open(f shell.Host, t *uithread.Thread, chats Chats, putBack func(ids []chat.ID)) {
	p := &page{chosen: map[chat.ID]bool{}}
	p.list = ticklist.List{
		Search: i18n.TextIn("field", "Search"), ID: func(i int) chat.ID { return p.chats[i].id }, Title: func(i int) string { return p.chats[i].title },
		IsChosen: func(i int) bool { return p.chosen[p.chats[i].id] }, Choose: func(i int, on bool) { p.choose(p.chats[i].id, on) },
		Row: func(i int) { p.row(p.chats[i]) },
	}
	p.Form, p.frame = form.NewPageWithFoot(4, p.fill)
	p.ExtendBaseWidget(p)
	p.Update()
	reads := uithread.NewScope(t)
	s := shell.ShowStep(f, i18n.Text("Put back"), p, 560, 640)
	s.OnHide = reads.Reset
	p.onPutBack = func(ids []chat.ID) {
		shell.CloseOverlays(f)
		putBack(ids)
	}
	uithread.Load(reads, func() (list []listedChat, err error) {
		order, err := chats.Order(f.Context())
		if err != nil {
			return nil, err
		}
		ids := make([]chat.ID, len(order))
		for i, e := range order {
			ids[i] = e.ID
		}
		found, err := chats.Summaries(f.Context(), ids)
		for _, id := range ids {
			if s, ok := found[id]; ok {
				list = append(list, listedChat{id, sidebar.Title(s), time.UnixMilli(s.Updated)})
			}
		}
		return list, err
	}, func(list []listedChat) {
		p.chats, p.read = list, true
		p.Update()
	}, f.ReadErrorHandler(i18n.Text("The chats couldn't be listed. They're still saved."), func() { s.Hide(); Open(f, t, chats, putBack) }))
}

// listedChat is a chat of the backup.
type listedChat struct {
	id    chat.ID
	title string
	at    time.Time
}

// page lists the chats with ticks. Use it only on Fyne's thread.
type page struct {
	widget.BaseWidget
	*form.Form

	onPutBack func(ids []chat.ID)
	chats     []listedChat
	read      bool
	chosen    map[chat.ID]bool
	list      ticklist.List
	frame     fyne.CanvasObject
}

// InnerContent implements widgets.ContentHolder.
func (p *page) InnerContent() fyne.CanvasObject { return p.frame }

// CreateRenderer implements fyne.Widget.
func (p *page) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.frame) }

func (p *page) fill(f *form.Form) {
	p.Muted(i18n.Text("Nothing is overwritten: a chat that has changed since becomes a second one."))
	p.Add(widgets.Gap(4))
	if p.read {
		p.list.AddTo(f, len(p.chats))
	} else {
		p.Muted(i18n.Text("Reading the chats…"))
	}
	f.Foot(func() {
		put := p.Primary(i18n.Text("Put back"), p.putBack)
		switch {
		case p.isAll():
			p.Muted(i18n.Text("Transcripts, recordings and sound files come back, too."))
			put.SetText(i18n.Text("Put back everything"))
		case len(p.chosen) > 0:
			put.SetText(i18n.Plural("Put back {{.N}} chats", len(p.chosen)))
		default:
			put.SetDisabled(i18n.Text("Choose chats first."))
		}
		p.Add(container.New(&widgets.EndRow{}, put))
	})
}

// row adds the row of a chat.
func (p *page) row(c listedChat) {
	name := words.ShortName(c.title, words.MaxNameInSentence) + " · " + words.TimeText(c.at, time.Now())
	p.Add(p.Check(name, p.chosen[c.id], func(on bool) {
		p.choose(c.id, on)
		p.Update()
	}))
}

func (p *page) choose(id chat.ID, on bool) {
	if on {
		p.chosen[id] = true
	} else {
		delete(p.chosen, id)
	}
}

// isAll reports whether everything is put back, also of a backup without chats.
func (p *page) isAll() bool { return p.read && len(p.chosen) == len(p.chats) }

// putBack passes on the chosen chats, nil for all.
func (p *page) putBack() {
	if p.isAll() {
		p.onPutBack(nil)
		return
	}
	p.onPutBack(slices.Collect(maps.Keys(p.chosen)))
}
