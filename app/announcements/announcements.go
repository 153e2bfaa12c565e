// Package announcements is the owner of the short sentences that are said aloud to users who do not
// see the window, one after the other, with the voice of this computer.
//
// An announcement waits while a text is read aloud and while the microphone is open, which would
// record it; one that is interrupted by either is said again afterwards. That the microphone opens
// is said before it opens, as afterwards it would be too late: the microphone waits for that
// sentence, three seconds at most (Opening).
package announcements

import (
	"context"
	"slices"
	"sync"
	"time"

	"parlando/app/changes"
	"parlando/app/owner"
	"parlando/app/recordings"
)

const (
	// maxSentence bounds the time for one announcement, which waits where there is no sound output.
	maxSentence = 30 * time.Second
	// maxOpening bounds how long the microphone waits for an announcement.
	maxOpening = 3 * time.Second
)

// Microphone is the subject of announcements about recordings and dictations. One that the
// microphone opens takes the place of those that wait.
const Microphone = "microphone"

// Voice says announcements.
type Voice interface {
	// Say returns when the sentence was heard. When ctx ends, it is silent before it returns.
	Say(ctx context.Context, sentence string) error
	// Present reports whether this computer has a voice.
	Present(ctx context.Context) bool
}

// Options configure Announcements.
type Options struct {
	owner.Common
	Voice Voice
	// Wanted reports whether the user wants announcements.
	Wanted func() bool
	// Busy reports whether a text is read aloud, or the microphone is open.
	Busy func() bool
	// News hears when one of the two may have changed; a changes.Marks.Fork of its own.
	News *changes.Marks
}

// announcement is a sentence that waits. One about the same subject takes its place.
type announcement struct{ subject, sentence string }

// Announcements is the owner. Use New; end with Close. It is safe from any goroutine.
type Announcements struct {
	o       Options
	ctx     context.Context
	stop    context.CancelFunc
	running sync.WaitGroup
	// speaking is full while the voice speaks.
	speaking chan struct{}
	wake     chan struct{}

	mu      sync.Mutex
	waiting []announcement
	opening func(recordings.Purpose) string
}

// New makes the owner and starts it. It says nothing by itself.
func New(o Options) *Announcements {
	o.SetDefaults()
	a := &Announcements{o: o, speaking: make(chan struct{}, 1), wake: make(chan struct{}, 1)}
	a.ctx, a.stop = context.WithCancel(context.Background())
	a.running.Go(a.run)
	return a
}

// Close silences the voice and returns when nothing runs any more.
func (a *Announcements) Close() error {
	a.stop()
	a.running.Wait()
	return nil
}

// Present reports whether this computer has a voice. It may start a program to find out.
func (a *Announcements) Present(ctx context.Context) bool { return a.o.Voice.Present(ctx) }

// Say has a sentence said as soon as nothing else is heard, in the place of one that waits about
// the same subject; "" only takes that away. It does nothing more unless announcements are wanted.
func (a *Announcements) Say(subject, sentence string) {
	wanted := sentence != "" && a.o.Wanted()
	a.mu.Lock()
	a.drop(subject)
	if wanted {
		a.waiting = append(a.waiting, announcement{subject, sentence})
	}
	a.mu.Unlock()
	owner.Wake(a.wake)
}

// SetOpening sets what is said before the microphone opens for a purpose; "" is nothing.
func (a *Announcements) SetOpening(sentence func(recordings.Purpose) string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.opening = sentence
}

// Opening silences the voice and says that the microphone is about to open. It returns once that
// was heard, after three seconds, or when ctx ends. Busy must be true already.
func (a *Announcements) Opening(ctx context.Context, p recordings.Purpose) {
	ctx, cancel := context.WithTimeout(ctx, maxOpening)
	defer cancel()
	defer context.AfterFunc(a.ctx, cancel)()
	select {
	case a.speaking <- struct{}{}: // what was said is interrupted: see say
	case <-ctx.Done():
		return
	}
	defer func() { <-a.speaking }()
	a.mu.Lock()
	a.drop(Microphone)
	sentence := ""
	if a.opening != nil {
		sentence = a.opening(p)
	}
	a.mu.Unlock()
	if sentence != "" && a.o.Wanted() && ctx.Err() == nil {
		a.note(a.o.Voice.Say(ctx, sentence))
	}
}

// drop takes away what waits about a subject. mu is held.
func (a *Announcements) drop(subject string) {
	a.waiting = slices.DeleteFunc(a.waiting, func(w announcement) bool { return w.subject == subject })
}

// run says the waiting announcements, and sleeps while there are none.
func (a *Announcements) run() {
	for {
		for a.sayNext() {
		}
		select {
		case <-a.wake:
		case <-a.o.News.Ready():
			a.o.News.Take()
		case <-a.ctx.Done():
			return
		}
	}
}

// sayNext says the announcement that waits longest, and reports whether there may be another one to
// say now.
func (a *Announcements) sayNext() bool {
	select {
	case a.speaking <- struct{}{}:
		defer func() { <-a.speaking }()
	case <-a.ctx.Done():
		return false
	}
	if a.ctx.Err() != nil || a.o.Busy() {
		return false
	}
	next, ok := a.take(a.o.Wanted())
	if ok && !a.say(next) {
		a.putBack(next)
	}
	return ok
}

// take takes the announcement that waits longest, or all away unless they are wanted.
func (a *Announcements) take(wanted bool) (next announcement, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !wanted {
		a.waiting = nil
	}
	if len(a.waiting) == 0 {
		return next, false
	}
	next, a.waiting = a.waiting[0], a.waiting[1:]
	return next, true
}

// say says an announcement, and reports false when it was interrupted.
func (a *Announcements) say(one announcement) (heard bool) {
	ctx, cancel := context.WithTimeout(a.ctx, maxSentence)
	defer cancel()
	ended := make(chan error, 1)
	a.running.Go(func() { ended <- a.o.Voice.Say(ctx, one.sentence) })
	for {
		select {
		case err := <-ended:
			a.note(err)
			return true
		case <-a.o.News.Ready():
			a.o.News.Take()
			if a.o.Busy() || !a.o.Wanted() {
				cancel()
				if err := <-ended; err == nil {
					return true // it had just ended
				}
				return false
			}
		}
	}
}

// putBack lets an announcement wait again, unless there is a newer one about its subject.
func (a *Announcements) putBack(one announcement) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !slices.ContainsFunc(a.waiting, func(w announcement) bool { return w.subject == one.subject }) {
		a.waiting = slices.Insert(a.waiting, 0, one)
	}
}

func (a *Announcements) note(err error) {
	if err != nil && a.ctx.Err() == nil {
		a.o.Log.Debug("An announcement was not heard", "error", err)
	}
}
