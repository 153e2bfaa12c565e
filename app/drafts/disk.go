package drafts

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"parlando/app/chat"
	"parlando/app/history"
)

const (
	// saveAfter is the delay before changes are written, to batch them.
	saveAfter = 400 * time.Millisecond
	// retryAfter is the delay before a failed write is retried; it doubles up to retryMost. A new
	// change ends the delay.
	retryAfter = time.Second
	retryMost  = time.Minute
)

// Read reads the stored draft of a conversation and merges it with text typed meanwhile. On error
// that text is stored separately, and Read may be called again.
func (d *Drafts) Read(ctx context.Context, conversation chat.ID) error {
	d.mu.Lock()
	e := d.entry(conversation)
	d.mu.Unlock()
	if err := d.sent(ctx, e); err != nil {
		return err
	}
	d.disk.Lock()
	defer d.disk.Unlock()
	d.mu.Lock()
	done, moving := e.read, e.becomes != nil
	d.mu.Unlock()
	if done {
		return nil
	}
	if moving {
		if err := d.save(e); err != nil {
			return err
		}
	}
	d.mu.Lock()
	from := e.stored // e.id may change meanwhile, but the rows stay until the entry is saved
	d.mu.Unlock()
	u, err := d.o.Store.Unsent(ctx, from)
	d.mu.Lock()
	defer d.mu.Unlock()
	e.foundQueued(d, u.Queued)
	e.found(u, err)
	d.changed(e, true)
	return err
}

// RemoveEmpty removes a conversation if it has neither messages nor unsent content.
func (d *Drafts) RemoveEmpty(ctx context.Context, conversation chat.ID) error {
	d.disk.Lock()
	defer d.disk.Unlock()
	d.mu.Lock()
	e := d.entries[conversation]
	d.mu.Unlock()
	if e != nil {
		if err := d.save(e); err != nil {
			return err
		}
	}
	return d.o.Store.RemoveEmpty(ctx, conversation)
}

// Flush writes all changes. It returns an error if some of them are still not on disk. A read-only
// library is no error, because nothing can be stored in it; see Unsaved.
func (d *Drafts) Flush() error {
	if err := d.flush(); !errors.Is(err, history.ErrReadOnly) {
		return err
	}
	return nil
}

func (d *Drafts) flush() error {
	d.disk.Lock()
	defer d.disk.Unlock()
	d.mu.Lock()
	all := slices.Collect(maps.Values(d.entries))
	d.mu.Unlock()
	errs := d.saveForms()
	for _, e := range all {
		errs = errors.Join(errs, d.save(e))
	}
	return errs
}

// Close stops the background writer and calls Flush.
func (d *Drafts) Close() error {
	d.mu.Lock()
	if !d.closed {
		d.closed = true
		close(d.closing)
	}
	d.mu.Unlock()
	_ = d.running.Wait(context.Background())
	return d.Flush()
}

// write writes changes in the background until all are on disk.
func (d *Drafts) write() {
	retry := retryAfter
	for d.sleep(saveAfter, nil) {
		select {
		case <-d.typed: // flush also writes the change behind this signal
		default:
		}
		err := d.flush()
		if errors.Is(err, history.ErrReadOnly) {
			return // no retry can succeed
		}
		d.mu.Lock()
		d.writing = d.left()
		left := d.writing
		d.mu.Unlock()
		switch {
		case !left:
			return
		case err == nil:
			retry = retryAfter
		default:
			d.tellRefused(err)
			if !d.sleep(retry-saveAfter, d.typed) {
				return
			}
			retry = min(2*retry, retryMost)
		}
	}
}

// left reports whether any change is not on disk. The caller holds mu.
func (d *Drafts) left() bool {
	if d.formsLeft() {
		return true
	}
	for _, e := range d.entries {
		if e.dirty() {
			return true
		}
	}
	return false
}

// sleep waits for a duration or a value from woken. It returns false if Close was called.
func (d *Drafts) sleep(wait time.Duration, woken <-chan struct{}) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-woken:
	case <-d.closing:
		return false
	}
	return true
}

// tellRefused calls OnRefused's function, once for each change that cannot be written.
func (d *Drafts) tellRefused(err error) {
	d.mu.Lock()
	news := d.formsLeft() && d.formsVersion != d.formsTold
	d.formsTold = d.formsVersion
	for _, e := range d.entries {
		news = news || e.dirty() && e.version != e.told
		e.told = e.version
	}
	refused := d.refused
	d.mu.Unlock()
	if news {
		d.o.Log.Error("A draft could not be stored", "error", err)
		refused(err)
	}
}

// sent waits while a message is being sent from e or an entry to be written before e, if that entry
// is to become a conversation.
func (d *Drafts) sent(ctx context.Context, e *entry) error {
	for {
		d.mu.Lock()
		var settled chan struct{}
		for waits := e; waits != nil && settled == nil; waits = waits.after {
			if t := waits.sending(); t != nil && waits.becomes != nil {
				settled = t.settled
			}
		}
		d.mu.Unlock()
		if settled == nil {
			return nil
		}
		select {
		case <-settled:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// save writes an entry if it is dirty. An entry that is to become a conversation is skipped while a
// message is being sent from it. The caller holds disk.
func (d *Drafts) save(e *entry) error {
	d.mu.Lock()
	after := e.after
	d.mu.Unlock()
	if after != nil {
		if err := d.save(after); err != nil {
			return err
		}
	}
	d.mu.Lock()
	if after != nil && after.becomes == nil {
		e.after = nil
	}
	if e.after != nil || !e.dirty() || e.becomes != nil && e.sending() != nil {
		d.release(e)
		d.mu.Unlock()
		return nil
	}
	becomes, version, u, unqueued := e.becomes, e.version, e.change(nil), len(e.unqueued)
	d.mu.Unlock()
	var kept bool
	var err error
	if becomes != nil {
		kept, err = d.o.Store.PromoteUnsent(context.Background(), *becomes, u)
	} else {
		err = d.o.Store.SaveUnsent(context.Background(), u)
	}
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	e.saved, e.joined, e.disk = version, nil, words{u.Draft, u.Shelved}
	e.savedQueue(u.Queued, unqueued)
	e.savedEdits(version)
	if becomes != nil {
		e.becomes, e.stored, e.kept = nil, e.id, kept
	}
	d.release(e)
	return nil
}

// storeDetached stores the conversation that Detach created.
func (d *Drafts) storeDetached(ctx context.Context, e *entry) (kept bool, err error) {
	if err := d.sent(ctx, e); err != nil {
		return false, err
	}
	d.disk.Lock()
	defer d.disk.Unlock()
	if err := d.save(e); err != nil {
		return false, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return e.kept, nil
}

// before writes the entry e.after, whose content is still in the rows of e.
func (d *Drafts) before(e *entry) error {
	d.mu.Lock()
	after := e.after
	d.mu.Unlock()
	if after == nil {
		return nil
	}
	_, err := d.storeDetached(context.Background(), after)
	return err
}
