// Package putback is the sheet that asks which chats of a backup are put back.
package putback

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/sidebar"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Chats lists the chats of the backup (history.Store).
type Chats interface {
	Order(ctx context.Context) (chat.Order, error)
	Summaries(ctx context.Context, ids []chat.ID) (map[chat.ID]chat.Summary, error)
}

// step is the number of chats shown at first, and added by each press of Show more.
const step = 50

// Open shows the sheet over the window. putBack is called with the chosen chats, nil for all.
func Open(f shell.Host, t *uithread.Thread, chats Chats, putBack func(ids []chat.ID)) {
	p := &page{chosen: map[chat.ID]bool{}, shown: step}
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
	query     string
	shown     int // the maximum number of chats to show
	frame     fyne.CanvasObject
}

// InnerContent implements widgets.ContentHolder.
func (p *page) InnerContent() fyne.CanvasObject { return p.frame }

// CreateRenderer implements fyne.Widget.
func (p *page) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.frame) }

func (p *page) fill(f *form.Form) {
	p.Muted(i18n.Text("Nothing is overwritten: a chat that has changed since becomes a second one."))
	p.Add(widgets.Gap(4), p.Field(form.Field{Name: i18n.Text("Search"), Placeholder: i18n.Text("Search"), Value: p.query, OnChange: func(query string) {
		p.query, p.shown = query, step
		p.Update()
	}}), widgets.Gap(4))
	found := p.found()
	switch {
	case !p.read:
		p.Muted(i18n.Text("Reading the chats…"))
	case len(found) == 0:
		p.Muted(i18n.Text("Nothing found."))
	default:
		p.Add(p.Check(i18n.Text("All"), p.hasAll(found), func(on bool) {
			for _, c := range found {
				p.choose(c.id, on)
			}
			p.Update()
		}))
	}
	now := time.Now()
	for _, c := range found[:min(p.shown, len(found))] {
		p.Scope(string(c.id), func() {
			name := words.ShortName(c.title, words.MaxNameInSentence) + " · " + words.TimeText(c.at, now)
			p.Add(p.Check(name, p.chosen[c.id], func(on bool) {
				p.choose(c.id, on)
				p.Update()
			}))
		})
	}
	if len(found) > p.shown {
		p.AddRow(p.Button(i18n.Text("Show more"), func() {
			p.shown += step
			p.Update()
		}))
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

// found returns the chats with the query in their titles.
func (p *page) found() (found []listedChat) {
	for _, c := range p.chats {
		if strings.Contains(strings.ToLower(c.title), strings.ToLower(strings.TrimSpace(p.query))) {
			found = append(found, c)
		}
	}
	return found
}

func (p *page) hasAll(list []listedChat) bool {
	return !slices.ContainsFunc(list, func(c listedChat) bool { return !p.chosen[c.id] })
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
