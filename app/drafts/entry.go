package drafts

import (
	"slices"

	"parlando/app/chat"
	"parlando/app/history"
)

// words is the content of one message box. The box shows draft. shelved replaces draft when the
// edit in draft ends; it is empty unless draft edits a message.
type words struct{ draft, shelved chat.Draft }

// entry holds all unsent content of one conversation.
type entry struct {
	id chat.ID
	words
	// box shows the draft; nil for none. joins are additions that the box has not displayed yet;
	// replaced reports that it has not displayed the current words.
	box      *MessageBox
	joins    []join
	replaced bool
	// touched reports whether the edit in draft was changed. message is the message before the
	// edit; its Edits is "" if unknown.
	touched bool
	message chat.Draft
	// edits holds the canceled edits by message.
	edits map[chat.ID]keptEdit
	// outbox holds messages being sent that were not queued, oldest first. queue holds queued
	// messages by ID, including one being sent. unqueued lists messages taken out of the queue,
	// whose rows the next write removes. place is the queue ID of the message in draft, "" for
	// none.
	outbox, queue []*TakenMessage
	unqueued      []history.DraftAddition
	place         chat.ID
	// notSent is the error of a message that was given back.
	notSent error

	// read reports whether words includes all stored content. unread is the error of the last
	// attempt to read the stored content.
	read   bool
	unread error
	// beside is the ID of the row that stores words separately until read is set.
	beside chat.ID
	// joined lists separately stored rows that words already includes; the next write removes them.
	joined []history.DraftAddition

	// disk is the stored content, as last read or written.
	disk words
	// version counts changes, saved is the version on disk, and told the last version whose failed
	// write was reported.
	version, saved, told uint64
	// stored is the conversation whose rows hold the stored content; after a move it is not id.
	stored chat.ID
	// becomes is the conversation to create from the entry; nil if none is to be created. kept
	// reports whether the conversation was created.
	becomes *chat.Conversation
	kept    bool
	// after is an entry that must be written first, because its content is still in the rows of
	// this one.
	after *entry
}

// join is an addition before or after the words.
type join struct {
	// shelved is the shelved draft before the addition.
	shelved chat.Draft
	do      func(words) words
}

// front prepends a draft. An edit and other content are not merged: the edit is shown, the other
// content is shelved.
func (w words) front(d chat.Draft) words {
	switch {
	case d.Empty():
		return w
	case w.draft.Edits == d.Edits, w.draft.Empty():
		return words{d.Append(w.draft), w.shelved}
	case w.draft.Edits == "":
		return words{d, w.draft.Append(w.shelved)}
	}
	return words{w.draft, plain(d).Append(w.shelved)}
}

// back appends a draft. It treats edits as front does.
func (w words) back(d chat.Draft) words {
	switch {
	case d.Empty():
		return w
	case w.draft.Edits == d.Edits, w.draft.Empty():
		return words{w.draft.Append(d), w.shelved}
	case w.draft.Edits == "":
		return words{d, w.draft.Append(w.shelved)}
	}
	return words{w.draft, w.shelved.Append(plain(d))}
}

// settled restores the shelved draft if draft edits no message.
func (w words) settled() words {
	if w.draft.Edits != "" {
		return w
	}
	return words{draft: w.shelved.Append(w.draft)}
}

func plain(d chat.Draft) chat.Draft { return chat.Draft{Text: d.Text, Parts: d.Parts} }

// join applies an addition before or after the words.
func (e *entry) join(do func(words) words) {
	if e.box != nil {
		e.joins = append(e.joins, join{e.shelved, do})
	}
	e.words = do(e.words)
	e.touched = true
	e.version++
}

// replace sets the words; the box must display them.
func (e *entry) replace(w words) {
	e.words, e.joins, e.replaced = w, nil, true
	e.version++
}

// withJoins returns a draft typed in the box, with the additions that the box has not displayed.
func (e *entry) withJoins(d chat.Draft) words {
	w := words{d, e.shelved}
	if len(e.joins) > 0 {
		w.shelved = e.joins[0].shelved
	}
	if e.place == "" {
		w = w.settled()
	}
	for _, j := range e.joins {
		w = j.do(w)
	}
	return w
}

// whole returns the content to store: the outbox, except without, followed by the words. The outbox
// is included so that a crash loses no message.
func (e *entry) whole(without *TakenMessage) words {
	w := e.words
	for _, t := range slices.Backward(e.outbox) {
		if t != without {
			w = w.front(t.draft)
		}
	}
	return w
}

// change returns the content to store, except the message without, in the form of package history.
func (e *entry) change(without *TakenMessage) history.UnsentChange {
	w := e.whole(without)
	u := history.UnsentChange{Conversation: e.id, Draft: w.draft, Shelved: w.shelved, Joined: e.joined, Edits: e.changedEdits()}
	u.Queued, u.Unqueued = e.queueRows(without)
	if !e.read {
		u.Beside = e.beside
	}
	return u
}

// found merges the stored content. err is set if part of it could not be read.
func (e *entry) found(u history.UnsentContent, err error) {
	e.unread = err
	for _, a := range u.Additions {
		if a.ID == e.beside || slices.ContainsFunc(e.joined, func(j history.DraftAddition) bool { return j.ID == a.ID }) {
			if err == nil && a.ID == e.beside {
				e.joined = append(e.joined, history.DraftAddition{ID: a.ID})
			}
			continue
		}
		u.Draft, u.Shelved = words{u.Draft, u.Shelved}.back(a.Draft).parts()
		e.joined = append(e.joined, a)
	}
	if err == nil {
		e.read = true
		// Parlando may have quit after an edit was sent and before the shelved draft was restored.
		u.Draft, u.Shelved = words{u.Draft, u.Shelved}.settled().parts()
	}
	for _, edit := range u.Edits {
		if _, ok := e.edits[edit.Edits]; !ok {
			if e.edits == nil {
				e.edits = map[chat.ID]keptEdit{}
			}
			e.edits[edit.Edits] = keptEdit{draft: edit}
		}
	}
	stored := words{u.Draft, u.Shelved}
	e.disk = stored
	clean := e.version == e.saved && len(e.joined) == 0
	e.join(func(w words) words { return stored.back(w.draft).back(w.shelved) })
	if clean {
		e.saved = e.version
	}
}

func (w words) parts() (draft, shelved chat.Draft) { return w.draft, w.shelved }

// sending returns a message of the entry that is being sent, nil if there is none.
func (e *entry) sending() *TakenMessage {
	for _, t := range slices.Concat(e.outbox, e.queue) {
		if !t.waiting {
			return t
		}
	}
	return nil
}

// dirty reports whether the entry has changes that are not on disk.
func (e *entry) dirty() bool { return e.version != e.saved || e.becomes != nil || e.after != nil }
