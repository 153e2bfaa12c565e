// Package changes carries "this has changed" from the owners to the window, and nothing else. Marks
// are a set, not a queue: however often a reply grows between two looks, the window finds its id
// once, reads a snapshot and paints. Nothing can overflow and no end can be lost.
package changes

import (
	"context"
	"slices"
	"sync"
)

// Topic is the kind of thing that changed.
type Topic uint8

// The topics, with what Change.ID names.
const (
	// what the list shows of a conversation; conversation id, "" for many of them
	Conversations Topic = iota
	Thread              // which messages a conversation shows; conversation id
	Message             // the content or state of one message; message id
	Models              // the catalog of models; ID ""
	Connection          // which service is used, or its state; ID ""
	// what is unsent in a conversation, or waits to be sent; conversation id
	Draft
	Speech        // what is read aloud, or how far it is; ID ""
	SpeechExports // the sound files made of texts; ID ""
	Microphone    // what is being recorded: its level, its length, its end; ID ""
	Recordings    // the recordings that are kept; ID ""
	Dictation     // what is dictated; ID ""
	Transcripts   // the list of transcripts, and how far each is; ID ""
	Transcript    // the lines of one transcript; transcript id
	Waveform      // how the sound of a transcript looks; transcript id
	VoiceChat     // the conversation by voice; ID ""
	Settings      // what the user prefers; ID ""
	Tools         // which tools there are, and what is chosen about them; ID ""
	ToolRequests  // which tool calls wait for the user; conversation id
	Costs         // what requests cost; conversation id, "" for those outside of chats
)

// Change names one thing that is no longer as it was.
type Change struct {
	Topic Topic
	ID    string
}

// Marks collects changes until somebody takes them. The zero value is not usable; use New.
type Marks struct {
	mu    sync.Mutex
	set   map[Change]struct{}
	order []Change
	ready chan struct{}
	forks []fork
}

// fork is a set that gets the changes of some topics too.
type fork struct {
	marks  *Marks
	topics []Topic
}

// New makes an empty set.
func New() *Marks {
	return &Marks{set: map[Change]struct{}{}, ready: make(chan struct{}, 1)}
}

// Mark adds changes. Safe from any goroutine; never blocks, never calls out.
func (m *Marks) Mark(cs ...Change) {
	m.mu.Lock()
	for _, c := range cs {
		if _, ok := m.set[c]; !ok {
			m.set[c] = struct{}{}
			m.order = append(m.order, c)
		}
	}
	forks := m.forks
	m.mu.Unlock()
	select {
	case m.ready <- struct{}{}:
	default: // a signal that nobody took yet counts for this one
	}
	for _, f := range forks {
		for _, c := range cs {
			if slices.Contains(f.topics, c.Topic) {
				f.marks.Mark(c)
			}
		}
	}
}

// Fork gives a set for somebody else, who is told of the changes of these topics from now on, until
// Unfork. Somebody must take them.
func (m *Marks) Fork(topics ...Topic) *Marks {
	other := New()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.forks = append(m.forks[:len(m.forks):len(m.forks)], fork{other, topics})
	return other
}

// Unfork ends what Fork began: other is told of nothing more.
func (m *Marks) Unfork(other *Marks) {
	m.mu.Lock()
	defer m.mu.Unlock()
	// Mark may be reading the old one
	m.forks = slices.DeleteFunc(slices.Clone(m.forks), func(f fork) bool { return f.marks == other })
}

// Await returns nil once done is true, which is asked now and after each change of these topics, or
// the error of ctx.
func (m *Marks) Await(ctx context.Context, done func() bool, topics ...Topic) error {
	news := m.Fork(topics...)
	defer m.Unfork(news)
	for !done() {
		select {
		case <-news.Ready():
			news.Take()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Ready receives when there may be something to take.
func (m *Marks) Ready() <-chan struct{} { return m.ready }

// Take empties the set and returns it in the order of first marking; nil when there is nothing.
func (m *Marks) Take() []Change {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := m.order
	m.order = nil
	clear(m.set)
	return out
}
