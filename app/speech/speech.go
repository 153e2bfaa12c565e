package speech

import (
	"context"
	"sync"

	"parlando/app/changes"
	"parlando/app/owner"
	"parlando/app/speech/clips"
	"parlando/app/speech/speechtext"
)

// Speech reads aloud, one thing at a time. Its methods never block and are safe for concurrent use;
// changes are marked as changes.Speech. Create it with New and end it with Close.
type Speech struct {
	o       Options
	running owner.Goroutines

	mu    sync.Mutex
	words speechtext.Words
	now   *reading // nil while nothing is being read
	// finished counts the readings that reached their end.
	finished int
	speed    float64
	volume   float64
	closed   bool
	// changed is closed and replaced at each change of the guarded fields.
	changed chan struct{}
}

// New returns an idle Speech. Services, Settings, Catalog, Clips and Speaker are required.
func New(o Options) *Speech {
	o.SetDefaults()
	preferred := o.Settings.Get().Speech
	s := &Speech{o: o, changed: make(chan struct{}), speed: preferred.PlayingSpeed, volume: preferred.Volume}
	o.Speaker.SetVolume(s.volume)
	return s
}

// SetWords sets the words, in the language of the window, that replace unreadable content such as
// code. They apply to readings that start later.
func (s *Speech) SetWords(words speechtext.Words) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.words = words
}

// Words returns the words set by SetWords.
func (s *Speech) Words() speechtext.Words { return s.spoken() }

func (s *Speech) spoken() speechtext.Words {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.words
}

// Say reads a text aloud, replacing the current reading. The zero Voice means PreferredVoice.
func (s *Speech) Say(t Text, v Voice) {
	v, address, named := s.complete(v)
	s.start(&reading{text: t, voice: v, address: address, chosen: named, pages: newPages(v.Speed)})
}

// PlayFile plays a sound file through the same player. Of the settings only the playback speed
// applies.
func (s *Speech) PlayFile(src Source, title, path string) {
	s.start(&reading{text: Text{Source: src, Title: title}, path: path, pages: newPages(1)})
}

func (s *Speech) start(r *reading) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return
	}
	r.s, r.wake = s, make(chan struct{}, 1)
	r.ctx, r.cancel = context.WithCancel(context.Background())
	if old := s.now; old != nil {
		old.cancel()
		if old.line != nil && old.line.sound != nil {
			// The output stays open for the new sound.
			old.line.sound.Pause()
			r.before = old.line.sound
		} else {
			r.before = old.before
		}
	}
	s.now = r
	s.running.Go("reading", func() {
		s.o.Speaker.OpenInAdvance()
		r.run()
	})
	s.mu.Unlock()
	s.mark()
}

// ExtendText extends a text that is still being written: body is the whole text so far, and done
// reports that it is complete. It does nothing if src is not being read.
func (s *Speech) ExtendText(src Source, body string, done bool) {
	s.change(func(r *reading) {
		if r.text.Source == src && r.text.Writing && !r.written {
			r.grown, r.written = &body, done
		}
	})
}

// SayPermissionNeeded announces, after the text so far, that the model asks the user for permission
// to use a tool.
func (s *Speech) SayPermissionNeeded(src Source) {
	s.change(func(r *reading) {
		if r.text.Source == src && r.text.Writing && !r.written {
			r.asks = true
		}
	})
}

// change applies a change to the current reading, if any, and wakes its goroutine.
func (s *Speech) change(change func(r *reading)) {
	s.mu.Lock()
	if r := s.now; r != nil {
		change(r)
		owner.Wake(r.wake)
		s.notify()
	}
	s.mu.Unlock()
	s.mark()
}

// sound returns the playing sound, nil if there is none yet. Speech.mu is held.
func (r *reading) sound() Sound {
	if r.line == nil {
		return nil
	}
	return r.line.sound
}

// Cache returns the cache, to show its size and to clear it.
func (s *Speech) Cache() *clips.Clips { return s.o.Clips }

// Close stops the current reading and waits for all goroutines until ctx ends.
func (s *Speech) Close(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.Stop()
	return s.running.Wait(ctx)
}

func (s *Speech) mark() { s.o.Marks.Mark(changes.Change{Topic: changes.Speech}) }

// notify wakes all waiting goroutines. mu is held.
func (s *Speech) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// wait blocks until ready returns true or ctx ends, and returns the error of ctx. ready is called
// with mu held, again after each change.
func (s *Speech) wait(ctx context.Context, ready func() bool) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.mu.Lock()
		ok, changed := ready(), s.changed
		s.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
