package drafts

import (
	"slices"

	"parlando/app/chat"
	"parlando/app/history"
)

// words are those of one message box: draft is shown, shelved returns when the edit in draft ends.
// shelved is empty unless draft edits a message.
type words struct{ draft, shelved chat.Draft }

// entry is all that is unsent in one conversation.
type entry struct {
	id chat.ID
	words
	// box shows the draft; nil for none. It has not seen joins yet, nor new words if replaced is
	// set.
	box      *Box
	joins    []join
	replaced bool
	// touched: the edit in draft is not as BeginEdit was given it.
	touched bool
	// outbox has the messages on their way out, the oldest first. At most one of them waits for a
	// reply.
	outbox []*TakenMessage
	// notSent is the error of a waiting message that came back.
	notSent error

	// read: words hold everything stored. unread is the error of the last try to read that.
	read   bool
	unread error
	// beside is the addition in which words are stored until read.
	beside chat.ID
	// joined are stored additions that words hold; they are removed by the next write.
	joined []history.Addition

	// version counts changes of what is to be stored, saved is the one that the disk has, told the
	// one whose refusal was told.
	version, saved, told uint64
	// stored is the conversation in whose rows it lies.
	stored chat.ID
	// becomes is the conversation to create of it, nil when there is one or none is wanted. kept:
	// it was created.
	becomes *chat.Conversation
	kept    bool
	// after has to be written before it: until then its words lie in the rows of this entry.
	after *entry
}

// join is a change that puts something beside the words, whatever they are.
type join struct {
	// shelved is the draft that was shelved before.
	shelved chat.Draft
	do      func(words) words
}

// front puts a draft before the words. An edit and other words do not mix: the edit is shown, the
// others are set aside.
func (w words) front(d chat.Draft) words {
	switch {
	case d.Empty():
		return w
	case w.draft.Edits == d.Edits, w.draft.Empty():
		return words{d.Then(w.draft), w.shelved}
	case w.draft.Edits == "":
		return words{d, w.draft.Then(w.shelved)}
	}
	return words{w.draft, plain(d).Then(w.shelved)}
}

// back puts a draft behind the words.
func (w words) back(d chat.Draft) words {
	switch {
	case d.Empty():
		return w
	case w.draft.Edits == d.Edits, w.draft.Empty():
		return words{w.draft.Then(d), w.shelved}
	case w.draft.Edits == "":
		return words{d, w.draft.Then(w.shelved)}
	}
	return words{w.draft, w.shelved.Then(plain(d))}
}

// settled brings back what was set aside where nothing is edited any more.
func (w words) settled() words {
	if w.draft.Edits != "" {
		return w
	}
	return words{draft: w.shelved.Then(w.draft)}
}

func plain(d chat.Draft) chat.Draft { return chat.Draft{Text: d.Text, Parts: d.Parts} }

// join changes the words by putting something beside them.
func (e *entry) join(do func(words) words) {
	if e.box != nil {
		e.joins = append(e.joins, join{e.shelved, do})
	}
	e.words = do(e.words)
	e.touched = true
	e.version++
}

// replace changes the words in any other way.
func (e *entry) replace(w words) {
	e.words, e.joins, e.replaced = w, nil, true
	e.version++
}

// withJoins applies the joins that the box has not seen to a draft that was written in it.
func (e *entry) withJoins(d chat.Draft) words {
	w := words{d, e.shelved}
	if len(e.joins) > 0 {
		w.shelved = e.joins[0].shelved
	}
	w = w.settled()
	for _, j := range e.joins {
		w = j.do(w)
	}
	return w
}

// whole is the content to store: the words behind all that was taken, so that a crash loses none of
// it.
func (e *entry) whole(without *TakenMessage) words {
	w := e.words
	for _, t := range slices.Backward(e.outbox) {
		if t != without {
			w = w.front(t.draft)
		}
	}
	return w
}

// change is the stored form.
func (e *entry) change(without *TakenMessage) history.UnsentChange {
	w := e.whole(without)
	u := history.UnsentChange{Conversation: e.id, Draft: w.draft, Shelved: w.shelved, Joined: e.joined}
	if !e.read {
		u.Beside = e.beside
	}
	return u
}

// found takes over the stored content. err is set if not all of it could be read.
func (e *entry) found(u history.Unsent, err error) {
	e.unread = err
	for _, a := range u.Added {
		if a.ID == e.beside || slices.ContainsFunc(e.joined, func(j history.Addition) bool { return j.ID == a.ID }) {
			if err == nil && a.ID == e.beside {
				e.joined = append(e.joined, history.Addition{ID: a.ID})
			}
			continue
		}
		u.Draft, u.Shelved = words{u.Draft, u.Shelved}.back(a.Draft).parts()
		e.joined = append(e.joined, a)
	}
	if err == nil {
		e.read = true
		// An edit may have been sent, and Parlando ended before what was set aside came back.
		u.Draft, u.Shelved = words{u.Draft, u.Shelved}.settled().parts()
	}
	stored := words{u.Draft, u.Shelved}
	clean := e.version == e.saved && len(e.joined) == 0
	e.join(func(w words) words { return stored.back(w.draft).back(w.shelved) })
	if clean {
		e.saved = e.version
	}
}

func (w words) parts() (draft, shelved chat.Draft) { return w.draft, w.shelved }

// sending reports whether something of it is being sent.
func (e *entry) sending() bool {
	return slices.ContainsFunc(e.outbox, func(t *TakenMessage) bool { return !t.waiting })
}

func (e *entry) waiting() *TakenMessage {
	if i := slices.IndexFunc(e.outbox, func(t *TakenMessage) bool { return t.waiting }); i >= 0 {
		return e.outbox[i]
	}
	return nil
}

// dirty reports whether the disk does not have it as it is.
func (e *entry) dirty() bool { return e.version != e.saved || e.becomes != nil || e.after != nil }
