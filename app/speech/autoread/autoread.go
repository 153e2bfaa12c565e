// Package autoread reads replies aloud while they are written: those that begin in the open
// conversation while "Read replies aloud" is on, and any reply that the user asks to hear
// meanwhile. It needs no window, because the open conversation and the switch are settings.
package autoread

import (
	"context"
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
	// young is the maximum age of a request whose reply is read from its beginning. If the request
	// is older, its reply was already in progress when the chat was opened.
	young = 3 * time.Second
	// retryAfter is the delay before a reply that could not be read from the store is tried again.
	retryAfter = time.Second
)

// Options are the dependencies of a Follower.
type Options struct {
	owner.CommonOptions
	// Changes reports changes.Message and changes.Settings; it must be a Fork for the Follower
	// only.
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

// Replies provides the replies in progress (package replies).
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
	running owner.Goroutines

	// Used only by the goroutine of run.
	reading chat.ID // the reply being followed, "" if none
	started chat.ID // reply that the switch started; switching off ends it; "" if none
	unread  bool    // the last attempt to load the reply failed
	asking  bool    // the user has been told that the model asks for permission
	// decided maps each reply in progress to its last request that begin decided about: a request's
	// output is read from its beginning or not at all. Another request may continue a reply that
	// was cut off.
	decided map[chat.ID]chat.ID
	// unopened is a reply that began in a chat that is not open, "" if none. A new chat is opened
	// only shortly after its first reply has begun.
	unopened chat.ID
}

// New makes a Follower and starts it.
func New(o Options) *Follower {
	o.SetDefaults()
	f := &Follower{o: o, decided: map[chat.ID]chat.ID{}}
	ctx, stop := context.WithCancel(context.Background())
	f.stop = stop
	f.running.Go("follow replies", func() { f.run(ctx) })
	return f
}

// Close stops the goroutine and waits for it until ctx ends.
func (f *Follower) Close(ctx context.Context) error {
	f.stop()
	return f.running.Wait(ctx)
}

// run checks each changed reply. When the settings change, it checks whether a chat was opened and
// whether the switch is off. It sleeps while nothing changes.
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
	if m.Conversation != wishes.Conversation && m.Conversation != wishes.Temporary {
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
		body += chat.ToolCallSeparator // end the last sentence: no text continues it
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

// before returns the length in bytes of the text that a reply already had when its current request
// began: that request may continue a reply that was cut off.
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
