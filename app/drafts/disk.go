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
	// saveAfter is the time that words may wait for others before they are written to the disk.
	saveAfter = 400 * time.Millisecond
	// retryAfter is the wait before a disk that has refused is asked again; it doubles up to
	// retryMost. New words end it.
	retryAfter = time.Second
	retryMost  = time.Minute
)

// Read reads the stored draft of a conversation, and joins it with what was written meanwhile. With
// an error that stays beside it, and Read may be called again.
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
	u, err := d.o.Store.Unsent(ctx, e.id)
	d.mu.Lock()
	defer d.mu.Unlock()
	e.found(u, err)
	d.changed(e, true)
	return err
}

// RemoveEmpty removes a conversation in which nothing was said and of which nothing unsent is left.
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

// Flush writes what is not on disk yet. The error tells that some of it still is not. A library
// that can only be read is no error: nothing can be stored in it.
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
	var errs error
	for _, e := range all {
		errs = errors.Join(errs, d.save(e))
	}
	return errs
}

// Close is Flush, after which nothing is written any more.
func (d *Drafts) Close() error {
	d.mu.Lock()
	if !d.closed {
		d.closed = true
		close(d.closing)
	}
	d.mu.Unlock()
	d.running.Wait()
	return d.Flush()
}

// write writes what changes until there is nothing left to write.
func (d *Drafts) write() {
	retry := retryAfter
	for d.sleep(saveAfter, nil) {
		select {
		case <-d.typed: // that is written now
		default:
		}
		err := d.flush()
		if errors.Is(err, history.ErrReadOnly) {
			return // for good
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

// left reports whether something is not on disk. mu is held.
func (d *Drafts) left() bool {
	for _, e := range d.entries {
		if e.dirty() {
			return true
		}
	}
	return false
}

// sleep waits for a time or until woken, and reports false when Close was called.
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

// tellRefused tells of words that were refused, each once.
func (d *Drafts) tellRefused(err error) {
	d.mu.Lock()
	news := false
	for _, e := range d.entries {
		news = news || e.dirty() && e.version != e.told
		e.told = e.version
	}
	refused := d.refused
	d.mu.Unlock()
	if news {
		d.o.Log.Error("A draft was not stored", "error", err)
		refused(err)
	}
}

// sent waits until nothing is being sent of what is to become a conversation of its own: of an
// entry, or of those that are to be written before it.
func (d *Drafts) sent(ctx context.Context, e *entry) error {
	for {
		d.mu.Lock()
		var settled chan struct{}
		for waits := e; waits != nil && settled == nil; waits = waits.after {
			if i := slices.IndexFunc(waits.outbox, func(t *TakenMessage) bool { return !t.waiting }); i >= 0 && waits.becomes != nil {
				settled = waits.outbox[i].settled
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

// save writes an entry if the disk does not have it as it is. What is being sent on its way to a
// conversation of its own is left for later. disk is held.
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
	if e.after != nil || !e.dirty() || e.becomes != nil && e.sending() {
		d.release(e)
		d.mu.Unlock()
		return nil
	}
	becomes, version, u := e.becomes, e.version, e.change(nil)
	d.mu.Unlock()
	var kept bool
	var err error
	if becomes != nil {
		kept, err = d.o.Store.KeepUnsent(context.Background(), *becomes, u)
	} else {
		err = d.o.Store.SaveUnsent(context.Background(), u)
	}
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	e.saved, e.joined = version, nil
	if becomes != nil {
		e.becomes, e.stored, e.kept = nil, e.id, kept
	}
	d.release(e)
	return nil
}

// storeDetached stores what Detach has begun.
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

// before writes what lies in the rows of an entry and is not of it.
func (d *Drafts) before(e *entry) error {
	d.mu.Lock()
	after := e.after
	d.mu.Unlock()
	if after == nil {
		return nil
	}
	if err := d.sent(context.Background(), after); err != nil {
		return err
	}
	d.disk.Lock()
	defer d.disk.Unlock()
	return d.save(after)
}
