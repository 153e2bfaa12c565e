// Package changes notifies the window that something has changed, but not how. Marks are a set, not
// a queue: however often a reply grows between two repaints, the window finds its ID once, reads a
// snapshot and paints. The set cannot overflow, and no final change is lost.
package changes

import (
	"context"
	"slices"
	"sync"
)

// Topic is the kind of object that changed.
type Topic uint8

// The topics, with the meaning of Change.ID.
const (
	// Conversations: the list entry of a conversation; conversation ID, "" for several.
	Conversations Topic = iota
	Thread              // the visible messages of a conversation; conversation ID
	Message             // the content or state of a message; message ID
	Models              // the catalog of models; ID ""
	Connection          // the connection in use, or its state; ID ""
	// Draft: unsent or queued content of a conversation; conversation ID.
	Draft
	Speech        // reading aloud and its progress; ID ""
	SpeechExports // the speech exports; ID ""
	Microphone    // the running recording: level, length, end; ID ""
	Recordings    // the stored recordings; ID ""
	Dictation     // the dictated text; ID ""
	Transcripts   // the list of transcripts and their progress; ID ""
	Transcript    // the lines of one transcript; transcript ID
	Waveform      // the waveform of a transcript; transcript ID
	VoiceChat     // the voice chat; ID ""
	Settings      // the settings; ID ""
	Tools         // the tool calls of a conversation that wait for the user; conversation ID
	ToolRequests  // the tool calls waiting for the user; conversation ID
	Costs         // the costs of requests; conversation ID, "" for those outside chats
	Backups       // the state of the backups; ID ""
	Projects      // a project, its files and instructions; project ID
	Imports       // the imports and the progress of the one that runs; ID ""
	Memories      // the remembered sentences; ID ""
	Library       // whether the library's file is at its path; ID ""
)

// Change identifies an object that changed.
type Change struct {
	Topic Topic
	ID    string
}

// Marks collects changes until they are taken. Create it with New.
type Marks struct {
	mu    sync.Mutex
	set   map[Change]struct{}
	order []Change
	ready chan struct{}
	forks []fork
}

// fork is a set that also receives the changes of some topics.
type fork struct {
	marks  *Marks
	topics []Topic
}

// New returns an empty set.
func New() *Marks {
	return &Marks{set: map[Change]struct{}{}, ready: make(chan struct{}, 1)}
}

// Mark adds changes. It is safe for concurrent use, never blocks and runs no callbacks.
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
	default: // a pending signal covers these changes, too
	}
	for _, f := range forks {
		for _, c := range cs {
			if slices.Contains(f.topics, c.Topic) {
				f.marks.Mark(c)
			}
		}
	}
}

// Fork returns another set that receives the changes of these topics until Unfork. The caller must
// take the changes of that set.
func (m *Marks) Fork(topics ...Topic) *Marks {
	other := New()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.forks = append(m.forks[:len(m.forks):len(m.forks)], fork{other, topics})
	return other
}

// Unfork stops sending changes to a set returned by Fork.
func (m *Marks) Unfork(other *Marks) {
	m.mu.Lock()
	defer m.mu.Unlock()
	// Mark may be iterating over the old slice
	m.forks = slices.DeleteFunc(slices.Clone(m.forks), func(f fork) bool { return f.marks == other })
}

// Await waits until done returns true, or returns the error of ctx once ctx ends. It calls done at
// once and after each change of these topics.
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

// Ready returns a channel that receives when there may be changes to take.
func (m *Marks) Ready() <-chan struct{} { return m.ready }

// Take empties the set and returns its changes in the order of first marking, nil if there are
// none.
func (m *Marks) Take() []Change {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := m.order
	m.order = nil
	clear(m.set)
	return out
}
