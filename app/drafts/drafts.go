package drafts

import (
	"context"
	"strings"
	"sync"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/owner"
)

// Store stores unsent content (package history).
type Store interface {
	Unsent(ctx context.Context, conversation chat.ID) (history.UnsentContent, error)
	SaveUnsent(ctx context.Context, u history.UnsentChange) error
	PromoteUnsent(ctx context.Context, c chat.Conversation, u history.UnsentChange) (kept bool, err error)
	RemoveEmpty(ctx context.Context, conversation chat.ID) error
	FormFields(ctx context.Context) ([]history.FormField, error)
	SaveFormFields(ctx context.Context, fields []history.FormField) error
	Gone() bool
}

// Options are the dependencies of Drafts.
type Options struct {
	owner.CommonOptions
	Store Store
}

// Drafts stores all unsent content. Create it with New, read the forms with LoadForms, and call
// Close when done. All methods may be called from any goroutine. Methods with a context, Flush and
// Close wait for the disk; the others do not block. The conversation "" is the new chat.
type Drafts struct {
	o Options

	// disk serializes reads and writes. It is locked before mu.
	disk sync.Mutex

	mu      sync.Mutex
	entries map[chat.ID]*entry
	// forms holds the unsent text of forms; formsRead reports that it includes all stored text.
	// formsVersion counts changes of forms, and formsTold is the last version whose failed write
	// was reported.
	forms                   map[formKey]*formField
	formsRead               bool
	formsVersion, formsTold uint64

	refused func(error)
	writing bool
	typed   chan struct{} // wakes a writer that waits to retry
	closing chan struct{}
	closed  bool
	running owner.Goroutines
}

// New returns Drafts. It starts nothing.
func New(o Options) *Drafts {
	o.SetDefaults()
	return &Drafts{
		o: o, entries: map[chat.ID]*entry{}, forms: map[formKey]*formField{}, refused: func(error) {},
		typed: make(chan struct{}, 1), closing: make(chan struct{}),
	}
}

// OnRefused sets a function that is called, on a separate goroutine, when writing a new change has
// failed.
func (d *Drafts) OnRefused(f func(error)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.refused = f
}

// Append appends content to the draft of a conversation. The draft need not be shown or Read.
func (d *Drafts) Append(conversation chat.ID, more chat.Draft) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.entry(conversation)
	e.join(func(w words) words { return w.back(more) })
	d.changed(e, true)
}

// Detach moves the unsent content of the new chat to the conversation c; the new chat is then
// empty. The caller calls store in the background. kept reports whether there was any content to
// store.
func (d *Drafts) Detach(c chat.Conversation) (store func(context.Context) (kept bool, err error)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.entry("")
	if e.read && !e.dirty() && len(e.queue) == 0 && e.whole(nil).draft.Empty() {
		return func(context.Context) (bool, error) { return false, nil }
	}
	fresh := d.add("")
	fresh.read, fresh.after = true, e
	d.move(e, c.ID)
	e.becomes = &c
	d.changed(e, false)
	return func(ctx context.Context) (bool, error) { return d.storeDetached(ctx, e) }
}

// Forget drops all unsent content of a discarded conversation, including its forms.
func (d *Drafts) Forget(conversation chat.ID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.entries, conversation)
	for key := range d.forms {
		if strings.HasPrefix(key.form, string(conversation)+"/") {
			delete(d.forms, key)
		}
	}
}

// entry returns the entry of a conversation, without reading the disk.
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

// move moves the unsent content of an entry to another conversation.
func (d *Drafts) move(e *entry, to chat.ID) {
	if d.entries[e.id] == e {
		delete(d.entries, e.id)
	}
	e.id = to
	d.entries[to] = e
}

// changed schedules writing an entry. If tell is set, it also notifies the window.
func (d *Drafts) changed(e *entry, tell bool) {
	if tell {
		d.o.Marks.Mark(changes.Change{Topic: changes.Draft, ID: string(e.id)})
	}
	if e.dirty() {
		d.startWriter()
	}
}

// startWriter starts the background writer, or ends its delay before a retry. The caller holds mu.
func (d *Drafts) startWriter() {
	owner.Wake(d.typed)
	if !d.writing && !d.closed {
		d.writing = true
		d.running.Go("writer", d.write)
	}
}

// release evicts an entry that is neither shown nor dirty and has no messages waiting. While the
// library's file is missing it evicts nothing, because memory may hold the only copy.
func (d *Drafts) release(e *entry) {
	if !d.o.Store.Gone() && e.box == nil && !e.dirty() && len(e.outbox)+len(e.queue) == 0 && e.notSent == nil && d.entries[e.id] == e {
		delete(d.entries, e.id)
	}
}
