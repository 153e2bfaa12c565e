// Package autoread reads replies aloud while they are being written: those that begin in the open
// conversation while "Read replies aloud" is on, and a reply that the user asked to hear while it
// was written. It needs no window, because the open conversation and the switch are settings.
package autoread

import (
	"context"
	"sync"
	"time"

	"parlando/app/answers"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/owner"
	"parlando/app/replies"
	"parlando/app/settings"
	"parlando/app/speech"
)

const (
	// pollInterval is the minimum time between two checks for changes.
	pollInterval = 150 * time.Millisecond
	// young is the maximum age of a reply that is read from its beginning. An older one was already
	// in flight when its chat was opened.
	young = 3 * time.Second
	// retryAfter is the delay before a reply that could not be read from the store is tried again.
	retryAfter = time.Second
)

// Options are the dependencies of a Follower.
type Options struct {
	owner.CommonOptions
	// Changes reports changes.Message and changes.Settings; it must be a Fork of its own.
	Changes  *changes.Marks
	Speech   Speech
	Replies  Replies
	History  History
	Settings func() settings.Settings
}

// Speech reads aloud (package speech).
type Speech interface {
	Say(t speech.Text, v speech.Voice)
	ExtendText(src speech.Source, body string, done bool)
	SayPermissionNeeded(src speech.Source)
	StopSource(src speech.Source)
	Snapshot() speech.Snapshot
	PreferredVoiceFor(connection chat.ID) speech.Voice
}

// Replies provides the replies in flight (package replies).
type Replies interface {
	Snapshot(message chat.ID) (replies.Snapshot, bool)
}

// History provides stored messages (package history).
type History interface {
	Messages(ctx context.Context, ids []chat.ID) ([]chat.Message, error)
	Conversation(ctx context.Context, id chat.ID) (chat.Conversation, error)
}

// Follower starts reading aloud as replies arrive. Create it with New and end it with Close.
type Follower struct {
	o       Options
	stop    context.CancelFunc
	running sync.WaitGroup

	// Owned by the goroutine.
	reading chat.ID // the reply being followed, "" if none
	started chat.ID // the reply that was begun because of the switch, and ends with it; "" if none
	unread  bool    // the last attempt to load it failed
	asking  bool    // the listener has been told that the model asks the user
	// decided maps each reply in flight to the request it was checked for: a request's output is
	// followed from its beginning or not at all. A reply that was cut off may be continued by
	// another request.
	decided map[chat.ID]chat.ID
	// unopened is a reply that arrived in a chat that is not open, "" if none. A new chat is opened
	// a moment after its first reply has begun.
	unopened chat.ID
}

// New makes a Follower and starts it.
func New(o Options) *Follower {
	o.SetDefaults()
	f := &Follower{o: o, decided: map[chat.ID]chat.ID{}}
	ctx, stop := context.WithCancel(context.Background())
	f.stop = stop
	f.running.Go(func() { f.run(ctx) })
	return f
}

// Close stops the goroutine and waits for it.
func (f *Follower) Close() error {
	f.stop()
	f.running.Wait()
	return nil
}

// run checks each changed reply, and after a change of the settings whether a chat was opened or
// the switch is off. It sleeps while nothing changes.
func (f *Follower) run(ctx context.Context) {
	rest := time.NewTimer(0)
	defer rest.Stop()
	<-rest.C
	for {
		var again <-chan time.Time
		if f.unread = f.unread && f.reading != ""; f.unread {
			again = time.After(retryAfter)
		}
		select {
		case <-f.o.Changes.Ready():
		case <-again:
			f.look(ctx, f.reading)
		case <-ctx.Done():
			return
		}
		for _, c := range f.o.Changes.Take() {
			if c.Topic == changes.Message {
				f.look(ctx, chat.ID(c.ID))
				continue
			}
			if f.started != "" && f.isUnwanted(f.started) {
				f.end(f.started)
			}
			if f.unopened != "" {
				f.look(ctx, f.unopened)
			}
		}
		rest.Reset(pollInterval)
		select {
		case <-rest.C:
		case <-ctx.Done():
			return
		}
	}
}

func (f *Follower) look(ctx context.Context, id chat.ID) {
	if s := f.o.Speech.Snapshot(); id != f.reading && s.Writing && s.Source == source(id) {
		f.reading, f.asking = id, false
		if f.started == id {
			f.started = "" // the user asked to hear it
		}
	}
	m, ok := f.message(ctx, id)
	switch {
	case !ok:
		delete(f.decided, id)
	case id == f.reading:
		f.follow(m)
	case m.State.Ended():
		delete(f.decided, id)
	case m.Request == nil || f.decided[id] != m.Request.ID:
		f.begin(ctx, m.Message)
		if m.Asking && id == f.reading {
			f.follow(m)
		}
	}
}

// message returns a reply in flight, or the followed one, which may have been stored meanwhile.
func (f *Follower) message(ctx context.Context, id chat.ID) (replies.Snapshot, bool) {
	if s, ok := f.o.Replies.Snapshot(id); ok {
		return s, s.Role == chat.Assistant
	}
	if id != f.reading {
		return replies.Snapshot{}, false
	}
	stored, err := f.o.History.Messages(ctx, []chat.ID{id})
	if err != nil {
		if !f.unread {
			f.o.Log.Warn("A reply being read aloud could not be read", "error", err)
		}
		f.unread = true
		return replies.Snapshot{}, false // keep reading the text received so far
	}
	f.unread = false
	if len(stored) == 0 {
		f.o.Log.Info("A reply being read aloud was deleted")
		f.end(id)
		return replies.Snapshot{}, false
	}
	return replies.Snapshot{Message: stored[0]}, true
}

// begin starts reading a reply if the user wants it.
func (f *Follower) begin(ctx context.Context, m chat.Message) {
	wishes := f.o.Settings()
	if m.Request == nil {
		return
	}
	if !wishes.Speech.ReadReplies || f.o.Now().Sub(m.Request.Started) > young {
		f.decided[m.ID] = m.Request.ID
		return
	}
	if wishes.Conversation != m.Conversation {
		f.unopened = m.ID
		return
	}
	f.unopened = ""
	f.decided[m.ID] = m.Request.ID
	if now := f.o.Speech.Snapshot(); now.Phase != speech.Idle && now.Source.Kind != speech.Message {
		return // a new reply never interrupts a text or file that the user plays
	}
	c, err := f.o.History.Conversation(ctx, m.Conversation)
	if err != nil {
		f.o.Log.Warn("The chat of a reply to be read aloud could not be read", "error", err)
		delete(f.decided, m.ID) // try again at the next change
		return
	}
	f.reading, f.started, f.asking = m.ID, m.ID, false
	f.o.Speech.Say(speech.Text{
		Source: source(m.ID), Conversation: m.Conversation, Title: c.Title, Body: answers.Text(m), From: before(m), Writing: true,
	}, f.o.Speech.PreferredVoiceFor(c.Connection))
}

// follow passes on the text that has arrived since the last call.
func (f *Follower) follow(m replies.Snapshot) {
	if m.State == chat.Stopped || f.isUnwanted(m.ID) {
		f.end(m.ID)
		return
	}
	body := answers.Text(m.Message)
	begins := m.Asking && !f.asking
	if f.asking = m.Asking; m.Asking && body != "" {
		body += chat.ToolCallSeparator // ends the last sentence: nothing can follow it
	}
	f.o.Speech.ExtendText(source(m.ID), body, m.State.Ended())
	if begins {
		f.o.Speech.SayPermissionNeeded(source(m.ID))
	}
	if m.State.Ended() {
		f.reading = ""
		delete(f.decided, m.ID)
	}
}

// isUnwanted reports whether a reply was begun because of the switch, which is off now.
func (f *Follower) isUnwanted(id chat.ID) bool {
	return id == f.started && !f.o.Settings().Speech.ReadReplies
}

// end stops reading a reply.
func (f *Follower) end(id chat.ID) {
	if f.reading == id {
		f.reading = ""
	}
	if f.started == id {
		f.started = ""
	}
	f.o.Speech.StopSource(source(id))
}

// before returns the length in bytes of the text a reply had before its current request, which may
// continue one that was cut off.
func before(m chat.Message) int {
	before := m
	continuedAt := -1
	for at, p := range m.Parts {
		if p.Kind == chat.PartContinued {
			continuedAt = at
		}
	}
	switch {
	case continuedAt >= 0:
		before.Parts = m.Parts[:continuedAt]
	case m.State != chat.Waiting:
		return 0
	}
	return len(answers.Text(before))
}

func source(id chat.ID) speech.Source { return speech.Source{Kind: speech.Message, ID: string(id)} }
