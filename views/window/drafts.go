package window

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/views/composer"
	"parley/views/uithread"
)

// drafts is what stands in the composer and was not sent, on its way to the disk and back.
type drafts struct {
	later *later
	// aside is what stood in the composer before an earlier message was edited; it comes back when that ends.
	aside chat.Draft
	// edited is the message that is edited, as it was.
	edited chat.Draft
	// reading is how the stored draft of the open conversation is read; nil once it stands in the composer. Until then nothing is
	// stored over it.
	reading *draftReading
	// unstored is what the disk has refused. It is tried again when its conversation is opened.
	unstored map[draftPlace]chat.Draft
	// said is what was told last about what is written.
	said string
	// turns counts the writes of each place, so that one that was overtaken is left out.
	turns map[draftPlace]*atomic.Uint64
	// line has those who read or write drafts, or send what stands in one, do it in the order in which the person did things.
	line turnstile
}

// draftPlace is where a draft is stored: as that of a conversation or, when addition is not "", behind it.
type draftPlace struct{ conversation, addition chat.ID }

// draftReading is the reading of a stored draft, again and again until it succeeds.
type draftReading struct {
	// addition is where what is typed meanwhile is stored.
	addition chat.ID
	// failed: it could not be read the last time. It is set before the place in line is left.
	failed bool
}

func newDrafts(thread *uithread.Thread) *drafts {
	return &drafts{
		later: newLater(thread, 400*time.Millisecond), reading: &draftReading{addition: chat.NewID()},
		turns: map[draftPlace]*atomic.Uint64{}, unstored: map[draftPlace]chat.Draft{},
	}
}

// turn begins a write to a place; current reports whether no later one to the same place was begun.
func (d *drafts) turn(at draftPlace) (current func() bool) {
	t := d.turns[at]
	if t == nil {
		t = &atomic.Uint64{}
		d.turns[at] = t
	}
	mine := t.Add(1)
	return func() bool { return t.Load() == mine }
}

// forget drops what stands in a composer again.
func (d *drafts) forget(refused map[draftPlace]chat.Draft) {
	for at := range refused {
		delete(d.unstored, at)
	}
}

// place is where what is typed into the composer of a conversation is stored.
func (r *draftReading) place(id chat.ID) draftPlace {
	if r == nil {
		return draftPlace{conversation: id}
	}
	return draftPlace{id, r.addition}
}

// keepDraft stores what stands in the composer a moment after the last key.
func (v *Window) keepDraft() {
	at, d := v.drafts.reading.place(v.open.ID), v.composer.Draft()
	current := v.drafts.turn(at)
	v.drafts.later.set(func() { v.storeDraft(at, d, current) })
}

// storeDraft stores a draft behind what else is done with drafts, unless current says by then that it was overtaken. Then it empties
// the places of which it has taken over what was there.
func (v *Window) storeDraft(at draftPlace, d chat.Draft, current func() bool, takenOver ...draftPlace) {
	if v.core.History.ReadOnly() != "" {
		return // the banner has said it
	}
	enter, leave := v.drafts.line.queue()
	overtaken := false
	v.write(at, func() error {
		enter()
		defer leave()
		if overtaken = !current(); overtaken {
			return nil
		}
		err := v.putDraft(v.ctx, at, d)
		for _, p := range takenOver {
			if err == nil {
				err = v.putDraft(v.ctx, p, chat.Draft{})
			}
		}
		return err
	}, func(err error) {
		switch {
		case overtaken:
		case err != nil:
			v.drafts.unstored[at] = d
			v.couldNotKeep(err)
		default:
			delete(v.drafts.unstored, at)
		}
	})
}

func (v *Window) putDraft(ctx context.Context, at draftPlace, d chat.Draft) error {
	if at.addition != "" {
		return v.core.History.AddToDraft(ctx, at.conversation, at.addition, d)
	}
	return v.core.Replies.SaveDraft(ctx, at.conversation, d)
}

// draftNotice is the key of what is said above the message of a draft that could not be read.
const draftNotice = "draft"

// loadDraft reads what was not sent in the open conversation. What is typed meanwhile stays, behind it.
func (v *Window) loadDraft() {
	v.drafts.later.drop()
	v.drafts.aside, v.drafts.edited = chat.Draft{}, chat.Draft{}
	v.show(chat.Draft{})
	v.composer.ClearNotice(draftNotice)
	v.readDraft(&draftReading{addition: chat.NewID()})
}

// readDraft reads the stored draft of the open conversation, and offers to do so again if it cannot be read.
func (v *Window) readDraft(r *draftReading) {
	v.drafts.reading = r
	id := v.open.ID
	v.openDraft(v.chatReads, id, r, func(d storedDraft) {
		v.drafts.reading = nil
		v.composer.ClearNotice(draftNotice)
		if d.Edits == "" && !d.aside.Empty() {
			// The edit was sent, and Parley ended before what was set aside came back.
			d.Draft, d.aside = d.aside.Then(d.Draft), chat.Draft{}
			v.storeAside(id, d.aside)
		}
		v.drafts.aside = d.aside
		typed := v.composer.Draft()
		v.bring(d.Draft)
		if !typed.Empty() || d.refused {
			v.drafts.later.drop()
			v.joinTyped(r.place(id), v.composer.Draft())
		}
		v.refreshQueue()
	}, func(d storedDraft) {
		v.bring(d.Draft)
		if !v.composer.Draft().Empty() {
			v.keepDraft()
		}
		if !v.middle.unread() { // else the whole chat is offered to be read again
			v.composer.SetNotice(draftUnread(func() { v.readDraft(r) }))
		}
	})
}

// draftUnread says above the message that what was not sent could not be read, and that it is not lost.
func draftUnread(again func()) composer.Notice {
	return composer.Notice{
		Key: draftNotice, Danger: true, Button: lang.L("Try again"), Action: again,
		Text: lang.L("What you had begun to write here could not be read. It is still stored."),
	}
}

// storedDraft is what is stored of a composer.
type storedDraft struct {
	chat.Draft
	aside chat.Draft
	// refused: the disk has not taken all of it.
	refused bool
}

// openDraft reads what was not sent in a conversation. failed is also given what was typed since that could not be read.
func (v *Window) openDraft(scope *uithread.Scope, id chat.ID, r *draftReading, show, failed func(storedDraft)) {
	enter, leave := v.drafts.line.queue()
	refused := map[draftPlace]chat.Draft{}
	for at, d := range v.drafts.unstored {
		if at.conversation == id && at != r.place(id) { // what is still typed is stored by itself
			refused[at] = d
		}
	}
	var d storedDraft
	uithread.Load(scope, func() (_ storedDraft, err error) {
		enter()
		defer leave()
		d, err = v.storedDraft(v.ctx, id, r.addition, refused)
		r.failed = err != nil
		return d, err
	}, func(d storedDraft) {
		v.drafts.forget(refused)
		show(d)
	}, func(err error) {
		v.core.Log.Error("Draft was not read", "error", err)
		v.drafts.forget(refused)
		failed(d)
	})
}

// storedDraft reads a draft with what was typed behind it, after storing what the disk has refused before.
func (v *Window) storedDraft(ctx context.Context, id, addition chat.ID, refused map[draftPlace]chat.Draft) (d storedDraft, err error) {
	var whole *chat.Draft
	var rest chat.Draft
	for at, r := range refused {
		switch {
		case v.putDraft(ctx, at, r) == nil:
			v.thread.Do(func() { delete(v.drafts.unstored, at) })
			continue
		case at.addition == "":
			whole = &r // it was written on when the stored one had been read
		default:
			rest = rest.Then(r)
		}
		d.refused = true
	}
	added, err := v.core.History.JoinDraft(ctx, id, addition)
	if err == nil {
		d.Draft, err = v.core.Replies.Draft(ctx, id)
	}
	if err == nil && id != "" {
		d.aside, err = v.core.History.Aside(ctx, id)
	}
	if err != nil {
		d.Draft, d.aside = chat.Draft{}, chat.Draft{}
	}
	d.Draft = d.Then(added)
	if whole != nil {
		d.Draft, err = *whole, nil
	}
	d.Draft = d.Then(rest)
	return d, err
}

// joinTyped stores a draft that what was typed has become part of, and then removes what was stored of that alone.
func (v *Window) joinTyped(typed draftPlace, d chat.Draft) {
	v.drafts.turn(typed)
	delete(v.drafts.unstored, typed)
	v.storeDraft(draftPlace{conversation: typed.conversation}, d, always, typed)
}

// always is for a write that nothing overtakes.
func always() bool { return true }

// leaveDraft stores what belongs to the conversation that is left, without waiting.
func (v *Window) leaveDraft() { v.drafts.later.now() }

// retryDrafts stores once more what the disk has refused.
func (v *Window) retryDrafts() {
	for at, d := range v.drafts.unstored {
		switch at.conversation {
		case v.open.ID:
			v.keepDraft()
		case quickDraft:
			v.quick.keepDraft()
		default:
			v.storeDraft(at, d, always)
		}
	}
}

// append puts something behind the draft of a conversation that is not open.
func (v *Window) append(id chat.ID, more chat.Draft) {
	v.storeDraft(draftPlace{id, chat.NewID()}, more, always)
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
	if v.drafts.reading != nil { // nor is what was set aside before read yet
		v.append(v.open.ID, d)
		return
	}
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
	uithread.Load(v.chatReads, func() (chat.Message, error) { return v.readMessage(id) }, func(m chat.Message) {
		v.beginEdit(draftOf(m))
	}, v.couldNotRead(lang.L("This message could not be read."), func() { v.edit(id) }))
}

// beginEdit shows an earlier message for editing. What stands in the composer is set aside.
func (v *Window) beginEdit(d chat.Draft) {
	now := v.composer.Draft()
	switch {
	case v.drafts.reading != nil: // an edit has no place beside it
		v.composer.FocusText()
		v.toasts.Say(lang.L("What you had begun to write here has to be read first."), "", nil)
		return
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
	if waiting || v.drafts.reading != nil || v.open.ID == "" {
		return
	}
	if d, ok := v.core.Replies.Returned(v.open.ID); ok {
		v.bring(d)
		v.keepDraft()
	}
	if err := v.core.Replies.NotSent(v.open.ID); err != nil {
		v.notSent(err)
	}
}
