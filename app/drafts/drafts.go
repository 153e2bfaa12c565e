package drafts

import (
	"context"
	"sync"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/owner"
)

// Store keeps what is unsent (package history).
type Store interface {
	Unsent(ctx context.Context, conversation chat.ID) (history.Unsent, error)
	SaveUnsent(ctx context.Context, u history.UnsentChange) error
	KeepUnsent(ctx context.Context, c chat.Conversation, u history.UnsentChange) (kept bool, err error)
	RemoveEmpty(ctx context.Context, conversation chat.ID) error
}

// Options are the dependencies of Drafts.
type Options struct {
	owner.Common
	Store Store
}

// Drafts is the owner of everything unsent. Use New; end with Close. All methods may be called from
// any goroutine. Those with a context, Flush and Close wait for the disk; the others are of memory
// alone. The conversation "" is the new chat.
type Drafts struct {
	o Options

	// disk is held while something is read or written, so that it happens in one order. It is taken
	// before mu.
	disk sync.Mutex

	mu      sync.Mutex
	entries map[chat.ID]*entry
	refused func(error)
	writing bool
	typed   chan struct{} // wakes a writer that waits to ask the disk again
	closing chan struct{}
	closed  bool
	running sync.WaitGroup
}

// New makes the owner. It starts nothing.
func New(o Options) *Drafts {
	o.SetDefaults()
	return &Drafts{
		o: o, entries: map[chat.ID]*entry{}, refused: func(error) {},
		typed: make(chan struct{}, 1), closing: make(chan struct{}),
	}
}

// OnRefused has f called, on a goroutine of its own, when the disk has refused something new.
func (d *Drafts) OnRefused(f func(error)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.refused = f
}

// Append puts something behind the draft of a conversation, whether it is shown, was read or
// neither.
func (d *Drafts) Append(conversation chat.ID, more chat.Draft) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.entry(conversation)
	e.join(func(w words) words { return w.back(more) })
	d.changed(e, true)
}

// Detach makes a conversation of what is unsent in the new chat, which begins anew at once. store
// is to be called in the background; it returns when that is stored, and whether there was
// anything.
func (d *Drafts) Detach(c chat.Conversation) (store func(context.Context) (kept bool, err error)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.entry("")
	if e.read && !e.dirty() && e.whole(nil).draft.Empty() {
		return func(context.Context) (bool, error) { return false, nil }
	}
	fresh := d.add("")
	fresh.read, fresh.after = true, e
	d.move(e, c.ID)
	e.becomes = &c
	d.changed(e, false)
	return func(ctx context.Context) (bool, error) { return d.storeDetached(ctx, e) }
}

// entry is the state of a conversation; nothing is read.
func (d *Drafts) entry(conversation chat.ID) *entry {
	if e := d.entries[conversation]; e != nil {
		return e
	}
	return d.add(conversation)
}

func (d *Drafts) add(conversation chat.ID) *entry {
	e := &entry{id: conversation, stored: conversation, beside: chat.NewID()}
	d.entries[conversation] = e
	return e
}

// move makes the words of one conversation those of another.
func (d *Drafts) move(e *entry, to chat.ID) {
	if d.entries[e.id] == e {
		delete(d.entries, e.id)
	}
	e.id = to
	d.entries[to] = e
}

// changed has an entry written soon, and the message box told that shows it.
func (d *Drafts) changed(e *entry, tell bool) {
	if tell {
		d.o.Marks.Mark(changes.Change{Topic: changes.Draft, ID: string(e.id)})
	}
	owner.Wake(d.typed)
	if e.dirty() && !d.writing && !d.closed {
		d.writing = true
		d.running.Go(d.write)
	}
}

// release forgets what nobody shows and the disk has: it is read anew.
func (d *Drafts) release(e *entry) {
	if e.box == nil && !e.dirty() && len(e.outbox) == 0 && e.notSent == nil && d.entries[e.id] == e {
		delete(d.entries, e.id)
	}
}
