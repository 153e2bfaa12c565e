package window

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/views/uithread"
)

// drafts is what stands in the composer and was not sent, on its way to the disk and back.
type drafts struct {
	later *later
	// aside is what stood in the composer before an earlier message was edited; it comes back when that ends.
	aside chat.Draft
	// edited is the message that is edited, as it was.
	edited chat.Draft
	// reading: the stored draft of the open conversation is not here yet, so that nothing may be stored over it.
	reading bool
	// said is what was told last about what is written.
	said string
	// turns counts the writes of each conversation, so that one that was overtaken is left out.
	turns map[chat.ID]*atomic.Uint64
	// line has those who read or write drafts, or send what stands in one, do it in the order in which the person did things.
	line turnstile
}

func newDrafts(thread *uithread.Thread) *drafts {
	return &drafts{later: newLater(thread, 400*time.Millisecond), turns: map[chat.ID]*atomic.Uint64{}}
}

// turn begins a write for a conversation; current reports whether no later one was begun.
func (d *drafts) turn(id chat.ID) (current func() bool) {
	t := d.turns[id]
	if t == nil {
		t = &atomic.Uint64{}
		d.turns[id] = t
	}
	mine := t.Add(1)
	return func() bool { return t.Load() == mine }
}

// keepDraft stores what stands in the composer a moment after the last key.
func (v *Window) keepDraft() {
	if v.drafts.reading {
		return // it is stored together with what is being read
	}
	id, d := v.open.ID, v.composer.Draft()
	current := v.drafts.turn(id)
	v.drafts.later.set(func() { v.storeDraft(id, d, current) })
}

func (v *Window) storeDraft(id chat.ID, d chat.Draft, current func() bool) {
	if v.core.History.ReadOnly() != "" {
		return // the banner has said it
	}
	enter, leave := v.drafts.line.queue()
	v.change(func(ctx context.Context) error {
		enter()
		defer leave()
		if !current() {
			return nil
		}
		return v.core.Replies.SaveDraft(ctx, id, d)
	})
}

// loadDraft reads what was not sent in the open conversation. What is typed meanwhile stays, behind it.
func (v *Window) loadDraft() {
	id, asked := v.open.ID, v.opening
	v.drafts.later.drop()
	v.drafts.aside, v.drafts.edited = chat.Draft{}, chat.Draft{}
	v.drafts.reading = true
	v.composer.SetDraft(chat.Draft{})
	enter, leave := v.drafts.line.queue()
	v.thread.Go(func() func() {
		enter()
		d, aside, err := v.readDraft(v.ctx, id)
		leave()
		return func() {
			if asked != v.opening {
				return // leaveDraft has stored what was typed
			}
			v.drafts.reading = false
			if err != nil {
				v.core.Log.Error("Draft was not read", "error", err)
				return
			}
			if d.Edits == "" && !aside.Empty() {
				// The edit was sent, and Parley ended before what was set aside came back.
				d, aside = aside.Then(d), chat.Draft{}
				v.storeAside(id, aside)
			}
			v.drafts.aside = aside
			typed := v.composer.Draft()
			v.bring(d)
			if !typed.Empty() {
				v.keepDraft()
			}
			v.refreshQueue()
		}
	})
}

func (v *Window) readDraft(ctx context.Context, id chat.ID) (d, aside chat.Draft, err error) {
	if d, err = v.core.Replies.Draft(ctx, id); err != nil || id == "" {
		return d, aside, err
	}
	aside, err = v.core.History.Aside(ctx, id)
	return d, aside, err
}

// leaveDraft stores what belongs to the conversation that is left, without waiting.
func (v *Window) leaveDraft() {
	if !v.drafts.reading {
		v.drafts.later.now()
		return
	}
	v.drafts.reading = false
	if typed := v.composer.Draft(); !typed.Empty() {
		v.append(v.open.ID, typed)
	}
}

// append puts something behind the draft of a conversation that is not open.
func (v *Window) append(id chat.ID, more chat.Draft) {
	enter, leave := v.drafts.line.queue()
	v.change(func(ctx context.Context) error {
		enter()
		defer leave()
		return v.appendNow(ctx, id, more)
	})
}

func (v *Window) appendNow(ctx context.Context, id chat.ID, more chat.Draft) error {
	d, err := v.core.History.Draft(ctx, id)
	if err != nil {
		return err
	}
	if strings.HasSuffix(d.Text, more.Text) && (len(more.Parts) == 0 || slices.EqualFunc(d.Parts, more.Parts, samePart)) {
		return nil // it was stored already
	}
	return v.core.History.SaveDraft(ctx, id, d.Then(more))
}

func samePart(a, b chat.Part) bool {
	return a.Kind == b.Kind && a.Text == b.Text && a.Name == b.Name && a.AsIs == b.AsIs &&
		(a.Blob == nil) == (b.Blob == nil) && (a.Blob == nil || *a.Blob == *b.Blob)
}

// show puts a draft into the composer in place of what stands there.
func (v *Window) show(d chat.Draft) {
	d.Parts = lastOfEach(d.Parts)
	v.composer.SetDraft(d)
	v.loadThumbnails(d.Parts)
	v.refreshSight()
}

// bring puts a draft in front of what stands in the composer. An edit and other words do not mix: the other words are set aside.
func (v *Window) bring(d chat.Draft) {
	now := v.composer.Draft()
	switch {
	case d.Empty():
	case now.Empty():
		v.show(d)
	case now.Edits == d.Edits:
		v.show(d.Then(now))
	case now.Edits == "":
		v.setAside(now)
		v.show(d)
	default:
		v.setAside(d)
		v.toasts.Say(lang.L("What you took back is here again when you have finished editing."), "", nil)
	}
}

// setAside keeps a draft for when editing ends.
func (v *Window) setAside(d chat.Draft) {
	v.drafts.aside = d.Then(v.drafts.aside)
	v.storeAside(v.open.ID, v.drafts.aside)
}

func (v *Window) storeAside(id chat.ID, d chat.Draft) {
	v.change(func(ctx context.Context) error { return v.core.History.SaveAside(ctx, id, d) })
}

// comeBack ends editing: what was set aside stands in the composer again, in front of rest.
func (v *Window) comeBack(rest chat.Draft) {
	back := v.drafts.aside
	v.drafts.aside, v.drafts.edited = chat.Draft{}, chat.Draft{}
	v.show(back.Then(rest))
	v.keepDraft()
	if !back.Empty() {
		v.drafts.later.now()
		v.storeAside(v.open.ID, chat.Draft{})
	}
}

// cancelEdit leaves editing an earlier message. What was changed in it can be had back for a moment.
func (v *Window) cancelEdit() {
	edit, edited, conversation := v.composer.Draft(), v.drafts.edited, v.open.ID
	v.comeBack(chat.Draft{})
	v.composer.FocusText()
	if edited.Edits == "" || edit.Text == edited.Text && slices.EqualFunc(edit.Parts, edited.Parts, samePart) {
		return
	}
	v.toasts.Say(lang.L("Your changes were left out."), lang.L("Undo"), func() {
		if v.open.ID == conversation {
			v.beginEdit(edit)
		}
	})
}

// edit puts an earlier message into the composer; sending it makes a new branch beside the old one.
func (v *Window) edit(id chat.ID) {
	asked := v.opening
	v.thread.Go(func() func() {
		ms, err := v.core.History.Messages(v.ctx, []chat.ID{id})
		if err != nil || len(ms) == 0 {
			return nil
		}
		return func() {
			if asked == v.opening {
				v.beginEdit(draftOf(ms[0]))
			}
		}
	})
}

// beginEdit shows an earlier message for editing. What stands in the composer is set aside.
func (v *Window) beginEdit(d chat.Draft) {
	now := v.composer.Draft()
	switch {
	case now.Edits == d.Edits: // it is being edited
		v.composer.FocusText()
		return
	case now.Edits == "" && !now.Empty():
		v.setAside(now)
	case now.Edits != "" && now.Text != v.drafts.edited.Text:
		v.setAside(chat.Draft{Text: now.Text, Parts: now.Parts})
	}
	v.drafts.edited = d
	v.show(d)
	v.keepDraft()
	v.composer.FocusText()
}

// draftOf is a message of the person's for editing.
func draftOf(m chat.Message) chat.Draft {
	d := chat.Draft{Text: m.Text(), Edits: m.ID}
	for _, p := range m.Parts {
		switch p.Kind {
		case chat.PartImage, chat.PartFile, chat.PartRemoteImage, chat.PartPasted, chat.PartTranscript:
			d.Parts = append(d.Parts, p)
		case chat.PartText, chat.PartReasoning, chat.PartRefusal, chat.PartSeam:
		}
	}
	return d
}

func (v *Window) editLast() {
	if id, ok := v.view.LastUserMessage(); ok {
		v.edit(id)
	}
}

// takeBack takes the message that waits out of the queue.
func (v *Window) takeBack() {
	if d, ok := v.core.Replies.TakeBack(v.open.ID); ok {
		v.bring(d)
		v.keepDraft()
	}
	v.refreshQueue()
	v.composer.FocusText()
}

// refreshQueue shows whether a message waits. One that does not any more, because the reply before it did not end well, stands in
// front of what is written now.
func (v *Window) refreshQueue() {
	_, waiting := v.core.Replies.Queued(v.open.ID)
	v.composer.SetQueued(waiting)
	if waiting || v.drafts.reading || v.open.ID == "" {
		return
	}
	if d, ok := v.core.Replies.Returned(v.open.ID); ok {
		v.bring(d)
		v.keepDraft()
	}
}
