package speech

import (
	"context"
	"sync"

	"parlando/app/changes"
	"parlando/app/owner"
	"parlando/app/speech/clips"
	"parlando/app/speech/speechtext"
)

// Speech is the owner of what is being read aloud. Its methods never wait and are safe from any
// goroutine; what they change is marked as changes.Speech. Use New; end with Close.
type Speech struct {
	o       Options
	running sync.WaitGroup

	mu     sync.Mutex
	words  speechtext.Words
	now    *reading // nil while nothing is read
	speed  float64
	volume float64
	closed bool
	// changed is closed and made anew with each change of what is guarded here.
	changed chan struct{}
}

// New makes the owner. It starts nothing. Gateways, Settings, Catalog, Clips and Speaker must be
// there.
func New(o Options) *Speech {
	o.SetDefaults()
	preferred := o.Settings.Get().Speech
	s := &Speech{o: o, changed: make(chan struct{}), speed: preferred.PlayingSpeed, volume: preferred.Volume}
	o.Speaker.SetVolume(s.volume)
	return s
}

// SetWords sets what is said in place of what cannot be read, in the language of the window, for
// what is read from now on.
func (s *Speech) SetWords(words speechtext.Words) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.words = words
}

// Words are those of SetWords.
func (s *Speech) Words() speechtext.Words { return s.spoken() }

func (s *Speech) spoken() speechtext.Words {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.words
}

// Say reads a text aloud and stops what was read before. The zero Voice is Preferred.
func (s *Speech) Say(t Text, v Voice) {
	v, address, named := s.complete(v)
	s.start(&reading{text: t, voice: v, address: address, chosen: named, pages: newPages(v.Speed)})
}

// PlayFile plays a sound file through the same player. Only the speed of playing counts.
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
	s.running.Add(1)
	s.mu.Unlock()
	s.o.Speaker.Warm()
	go r.run()
	s.mark()
}

// Grow gives more of a text that is being written: body is all of it so far. done says that this is
// the end. It does nothing when something else is read.
func (s *Speech) Grow(src Source, body string, done bool) {
	s.change(func(r *reading) {
		if r.text.Source == src && r.text.Writing && !r.written {
			r.grown, r.written = &body, done
		}
	})
}

// AskForUser has it said, after what there is of a text that is being written, that the user is
// asked whether a tool may run.
func (s *Speech) AskForUser(src Source) {
	s.change(func(r *reading) {
		if r.text.Source == src && r.text.Writing && !r.written {
			r.asks = true
		}
	})
}

// change changes what is read, if anything is, and wakes its goroutine.
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

// sound is the one that plays; nil if there is none yet. Speech.mu is held.
func (r *reading) sound() Sound {
	if r.line == nil {
		return nil
	}
	return r.line.sound
}

// Kept is the cache of sound, for its size and to clear it.
func (s *Speech) Kept() *clips.Clips { return s.o.Clips }

// Close stops what is read, and waits until nothing runs any more.
func (s *Speech) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.Stop()
	s.running.Wait()
	return nil
}

func (s *Speech) mark() { s.o.Marks.Mark(changes.Change{Topic: changes.Speech}) }

// notify lets those look again who wait. mu is held.
func (s *Speech) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// wait returns when ready says so, which is asked with mu held and again after each change, or with
// the error of ctx.
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
