package drafts

import (
	"context"
	"slices"
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

// Options are what drafts stands on.
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

	mu       sync.Mutex
	entries  map[chat.ID]*entry
	moves    []move
	revision uint64
	refused  func(error)
	writing  bool
	typed    chan struct{} // wakes a writer that waits to ask the disk again
	closing  chan struct{}
	closed   bool
	running  sync.WaitGroup
}

// move is the words of a conversation becoming those of another: revisions of up to until mean to.
type move struct {
	from  chat.ID
	until uint64
	to    *entry
}

// movesKept bounds the moves that are remembered: a message box follows one at once.
const movesKept = 16

// Value is a draft as it stands.
type Value struct {
	// Conversation is the one it belongs to now: a new chat has become one when its first message
	// was sent.
	Conversation chat.ID
	// Revision is to be named by whatever changes Draft.
	Revision uint64
	Draft    chat.Draft
	// Read: Draft holds all that is stored. Until then Unread is why the last try to read it
	// failed, or nil.
	Read   bool
	Unread error
	// Waiting: a message waits until the reply is finished.
	Waiting bool
	// NotSent is why a message that waited was put back, until Told.
	NotSent error
	// Joined: Draft is not what Set was given; something else has changed it since. Both: that was
	// another draft, written elsewhere, and the one given stands behind it.
	Joined, Both bool
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

// Open begins to show the draft of a conversation in a message box; Leave ends that. Where it is
// not Read yet, Read does so.
func (d *Drafts) Open(conversation chat.ID) Value {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.entry(conversation)
	e.shown++
	return e.value()
}

// Leave ends what Open began: the box shows something else. What stood in it stays.
func (d *Drafts) Leave(conversation chat.ID, revision uint64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.at(conversation, revision)
	e.shown = max(e.shown-1, 0)
	d.release(e)
}

// Get returns the draft that a message box shows at a revision as it is now.
func (d *Drafts) Get(conversation chat.ID, revision uint64) Value {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.at(conversation, revision).value()
}

// Set stores what stands in a message box, written on a revision. The Value differs from it where
// something else has changed the draft since.
func (d *Drafts) Set(conversation chat.ID, revision uint64, draft chat.Draft) Value {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.at(conversation, revision)
	joined := revision != e.revision
	w, ok := e.rebased(draft, revision)
	if !ok {
		d.o.Log.Warn("A draft was changed in two places: both are kept", "conversation", e.id)
		w = e.words.back(draft)
	}
	e.replace(d.next(), w)
	e.touched = w.draft.Edits != ""
	d.changed(e, e.shown > 1)
	v := e.value()
	v.Joined, v.Both = joined, !ok
	return v
}

// Append puts something behind the draft of a conversation, whether it is shown, was read or
// neither.
func (d *Drafts) Append(conversation chat.ID, more chat.Draft) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.entry(conversation)
	e.join(d.next(), func(w words) words { return w.back(more) })
	d.changed(e, true)
}

// BeginEdit shows a message to be edited in place of the draft, which is set aside until the edit
// ends. Where that message is being edited already nothing changes, nor before the draft is Read.
func (d *Drafts) BeginEdit(conversation chat.ID, revision uint64, edit chat.Draft) Value {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.at(conversation, revision)
	if !e.read || e.draft.Edits == edit.Edits {
		return e.value()
	}
	w := words{edit, e.aside}
	if e.draft.Edits == "" || e.touched {
		w.aside = plain(e.draft).Then(e.aside)
	}
	e.replace(d.next(), w)
	e.touched = false
	d.changed(e, true)
	return e.value()
}

// EndEdit leaves the edit without sending it, and brings back what was set aside. It returns the
// edit if something was changed in it.
func (d *Drafts) EndEdit(conversation chat.ID, revision uint64) (v Value, left chat.Draft) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.at(conversation, revision)
	if e.draft.Edits == "" {
		return e.value(), left
	}
	if e.touched {
		left = e.draft
	}
	e.replace(d.next(), words{draft: e.aside})
	d.changed(e, true)
	return e.value(), left
}

// Told notes that the user knows why a message was not sent.
func (d *Drafts) Told(conversation chat.ID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.entry(conversation)
	e.notSent = nil
	d.release(e)
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

func (e *entry) value() Value {
	return Value{
		Conversation: e.id, Revision: e.revision, Read: e.read, Unread: e.unread, NotSent: e.notSent,
		Draft:   chat.Draft{Text: e.draft.Text, Parts: slices.Clone(e.draft.Parts), Edits: e.draft.Edits},
		Waiting: e.waiting() != nil,
	}
}

func (d *Drafts) next() uint64 {
	d.revision++
	return d.revision
}

// entry is what is known of a conversation; nothing is read.
func (d *Drafts) entry(conversation chat.ID) *entry {
	if e := d.entries[conversation]; e != nil {
		return e
	}
	return d.add(conversation)
}

func (d *Drafts) add(conversation chat.ID) *entry {
	e := &entry{id: conversation, stored: conversation, beside: chat.NewID()}
	e.revision = d.next()
	e.base = e.revision
	d.entries[conversation] = e
	return e
}

// at is what a revision of a conversation's draft has become.
func (d *Drafts) at(conversation chat.ID, revision uint64) *entry {
	for _, m := range d.moves {
		if m.from == conversation && revision <= m.until {
			return d.entry(m.to.id)
		}
	}
	return d.entry(conversation)
}

// move makes the words of one conversation those of another.
func (d *Drafts) move(e *entry, to chat.ID) {
	d.moves = append(d.moves, move{e.id, e.revision, e})
	d.moves = d.moves[max(len(d.moves)-movesKept, 0):]
	if d.entries[e.id] == e {
		delete(d.entries, e.id)
	}
	e.id = to
	e.revision = d.next()
	d.entries[to] = e
}

// changed has an entry written soon, and the message boxes told that show it.
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
	if e.shown == 0 && !e.dirty() && len(e.outbox) == 0 && e.notSent == nil && d.entries[e.id] == e {
		delete(d.entries, e.id)
	}
}
