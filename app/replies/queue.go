package replies

import (
	"context"

	"parley/app/changes"
	"parley/app/chat"
)

// Queued is the draft that waits for the reply of a conversation.
func (r *Replies) Queued(conversation chat.ID) (chat.Draft, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := r.waiting[conversation]
	if w == nil {
		return chat.Draft{}, false
	}
	return w.draft, true
}

// TakeBack takes a waiting draft out of the queue, for the composer to show again.
func (r *Replies) TakeBack(conversation chat.ID) (chat.Draft, bool) {
	r.mu.Lock()
	w := r.waiting[conversation]
	delete(r.waiting, conversation)
	r.mu.Unlock()
	if w == nil {
		return chat.Draft{}, false
	}
	r.markQueue(conversation)
	return w.draft, true
}

// Draft is what the composer of a conversation shows: the stored draft without the one that waits, which is stored
// in front of it so that a crash does not lose it.
func (r *Replies) Draft(ctx context.Context, conversation chat.ID) (chat.Draft, error) {
	d, err := r.o.History.Draft(ctx, conversation)
	if err != nil {
		return d, err
	}
	if w, ok := r.Queued(conversation); ok {
		d = without(d, w)
	}
	r.mu.Lock()
	if back := r.returned[conversation]; back.Empty() || holds(d, back) { // else it was put back after the disk was read
		delete(r.returned, conversation)
	}
	r.mu.Unlock()
	return d, nil
}

// Returned hands out what was put back from the queue into the draft of a conversation and not read since; ok is false
// when there is nothing. The caller shows it in front of what stands in the composer, and saves both.
func (r *Replies) Returned(conversation chat.ID) (d chat.Draft, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	d, ok = r.returned[conversation]
	delete(r.returned, conversation)
	return d, ok && !d.Empty()
}

// NotSent returns, once, why a queued message was put back into the draft instead of being sent;
// nil if none was. A message that was put back because the reply before it failed has no reason of
// its own.
func (r *Replies) NotSent(conversation chat.ID) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	err := r.notSent[conversation]
	delete(r.notSent, conversation)
	return err
}

// SaveDraft stores what the composer of a conversation shows. It keeps what waits, and what was put back and not read
// since: the composer cannot know of it yet.
func (r *Replies) SaveDraft(ctx context.Context, conversation chat.ID, d chat.Draft) error {
	d = joined(r.unread(conversation), d)
	if w, ok := r.Queued(conversation); ok {
		d = joined(w, d)
	}
	return r.o.History.SaveDraft(ctx, conversation, d)
}

// unread is what was put back into the draft of a conversation and not read since.
func (r *Replies) unread(conversation chat.ID) chat.Draft {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.returned[conversation]
}

// keepWaiting stores a draft that will have to wait before it is queued, so that a crash does not lose it. The disk may
// refuse: memory holds it all the same.
func (r *Replies) keepWaiting(ctx context.Context, conversation chat.ID, d chat.Draft) {
	r.mu.Lock()
	f, w := r.active[conversation], r.waiting[conversation]
	r.mu.Unlock()
	if f == nil || f.ended() {
		return
	}
	if w != nil {
		d = joined(w.draft, d)
	}
	if err := r.o.History.SaveDraft(ctx, conversation, joined(d, r.unread(conversation))); err != nil {
		r.o.Log.Warn("A waiting message was not stored", "error", err)
	}
}

// putBack makes the waiting draft of a conversation an ordinary one, before what was written meanwhile.
func (r *Replies) putBack(conversation chat.ID) {
	w, ok := r.Queued(conversation)
	if !ok {
		return
	}
	ctx := context.Background()
	stored, err := r.o.History.Draft(ctx, conversation)
	if err == nil {
		err = r.o.History.SaveDraft(ctx, conversation, joined(w, without(stored, w)))
	}
	r.mu.Lock()
	if now := r.waiting[conversation]; now != nil {
		if err == nil {
			delete(r.waiting, conversation)
			r.returned[conversation] = joined(w, r.returned[conversation])
		} else {
			now.stranded = true
		}
	}
	r.mu.Unlock()
	if err != nil {
		r.o.Log.Warn("A waiting message was not put back", "error", err)
	}
	r.markQueue(conversation)
}

// sendWaiting sends a draft that was taken from the queue, in the place that f has reserved. What the composer
// holds stays a draft.
func (r *Replies) sendWaiting(f *flight, w chat.Draft) {
	ctx := context.Background()
	stored, err := r.o.History.Draft(ctx, f.conversation)
	rest := without(stored, w)
	if err == nil {
		err = r.send(ctx, f, w, rest.Empty())
	}
	if err != nil {
		r.o.Log.Warn("A waiting message was not sent", "error", err)
		r.mu.Lock()
		if later := r.waiting[f.conversation]; later != nil {
			w = joined(w, later.draft)
		}
		r.waiting[f.conversation] = &waiting{draft: w}
		r.notSent[f.conversation] = err
		r.mu.Unlock()
		r.release(f)
		return
	}
	if !rest.Empty() {
		if err := r.o.History.SaveDraft(ctx, f.conversation, rest); err != nil {
			r.o.Log.Warn("A draft was not stored", "error", err)
		}
	}
	r.markQueue(f.conversation)
}

func (r *Replies) markQueue(conversation chat.ID) {
	r.o.Marks.Mark(changes.Change{Topic: changes.Queue, ID: string(conversation)})
}
