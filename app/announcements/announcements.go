// Package announcements speaks short sentences to users who cannot see the window, one after the
// other, with the voice of this computer.
//
// An announcement waits while a text is being read aloud and while the microphone is open, which
// would record it; an announcement that either interrupts is repeated afterwards. Only the
// announcement that the microphone opens is spoken beforehand: the microphone waits for it, at most
// three seconds (Opening). What has the focus is spoken at once or not at all: a newer one
// interrupts it, and it is not repeated (Focus).
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
	// maxSentence is the timeout of one announcement; the voice may hang without a sound output.
	maxSentence = 30 * time.Second
	// maxOpening is the maximum time that the microphone waits for an announcement.
	maxOpening = 3 * time.Second
)

// Microphone is the subject of announcements about recording and dictation. The announcement spoken
// before the microphone opens replaces waiting ones with this subject.
const Microphone = "microphone"

// Focus is the subject of announcements about what has the keyboard focus.
const Focus = "focus"

// ScreenReader is the subject of the announcement about Parlando for screen readers.
const ScreenReader = "screen reader"

// Voice speaks announcements.
type Voice interface {
	// Say speaks a sentence and returns at its end. When ctx ends, it is silent before it returns.
	Say(ctx context.Context, sentence string) error
	// HasVoice reports whether this computer has a voice.
	HasVoice(ctx context.Context) bool
}

// Options configure Announcements.
type Options struct {
	owner.CommonOptions
	Voice Voice
	// Wanted reports whether the user has enabled announcements.
	Wanted func() bool
	// Busy reports whether a text is being read aloud or the microphone is open.
	Busy func() bool
	// News reports changes that may affect Wanted or Busy; it must be a changes.Marks.Fork of its
	// own.
	News *changes.Marks
}

// announcement is a waiting sentence. A newer one about the same subject replaces it.
type announcement struct {
	subject, sentence string
	// always speaks the sentence even if announcements are disabled.
	always bool
}

// Announcements speaks announcements. It is safe for concurrent use. Create it with New and end it
// with Close.
type Announcements struct {
	o       Options
	ctx     context.Context
	stop    context.CancelFunc
	running owner.Goroutines
	// speaking is a semaphore: it holds one element while the voice speaks.
	speaking chan struct{}
	wake     chan struct{}

	mu      sync.Mutex
	waiting []announcement
	opening func(recordings.Purpose) string
}

// New starts Announcements with nothing to announce.
func New(o Options) *Announcements {
	o.SetDefaults()
	a := &Announcements{o: o, speaking: make(chan struct{}, 1), wake: make(chan struct{}, 1)}
	a.ctx, a.stop = context.WithCancel(context.Background())
	a.running.Go("announcements", a.run)
	return a
}

// Close silences the voice and waits for all goroutines until ctx ends.
func (a *Announcements) Close(ctx context.Context) error {
	a.stop()
	return a.running.Wait(ctx)
}

// HasVoice reports whether this computer has a voice. It may start a program to find out.
func (a *Announcements) HasVoice(ctx context.Context) bool { return a.o.Voice.HasVoice(ctx) }

// Say queues a sentence, which replaces a waiting one about the same subject; "" only removes the
// waiting one. A new sentence is dropped unless announcements are enabled.
func (a *Announcements) Say(subject, sentence string) {
	if !a.o.Wanted() || subject == Focus && a.o.Busy() {
		sentence = ""
	}
	a.queue(announcement{subject: subject, sentence: sentence})
}

// SayAlways queues a sentence like Say, but speaks it even if announcements are disabled: for
// the sentence that says so, and for users who may not know of them yet.
func (a *Announcements) SayAlways(subject, sentence string) {
	a.queue(announcement{subject: subject, sentence: sentence, always: true})
}

func (a *Announcements) queue(one announcement) {
	a.mu.Lock()
	a.drop(one.subject)
	if one.sentence != "" {
		a.waiting = append(a.waiting, one)
	}
	a.mu.Unlock()
	owner.Wake(a.wake)
}

// SetOpening sets the function that returns the sentence to speak before the microphone opens for a
// purpose, "" for none.
func (a *Announcements) SetOpening(sentence func(recordings.Purpose) string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.opening = sentence
}

// Opening silences the voice and announces that the microphone is about to open. It returns at the
// end of the announcement, after three seconds, or when ctx ends. Busy must return true already.
func (a *Announcements) Opening(ctx context.Context, p recordings.Purpose) {
	ctx, cancel := context.WithTimeout(ctx, maxOpening)
	defer cancel()
	defer context.AfterFunc(a.ctx, cancel)()
	select {
	case a.speaking <- struct{}{}: // an announcement in progress is interrupted: see say
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

// drop removes waiting announcements about a subject. The caller must hold mu.
func (a *Announcements) drop(subject string) {
	a.waiting = slices.DeleteFunc(a.waiting, func(w announcement) bool { return w.subject == subject })
}

// run speaks the waiting announcements, and sleeps while there are none.
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

// sayNext speaks the oldest announcement, and reports whether another one may follow.
func (a *Announcements) sayNext() bool {
	select {
	case a.speaking <- struct{}{}:
		defer func() { <-a.speaking }()
	case <-a.ctx.Done():
		return false
	}
	if a.ctx.Err() != nil {
		return false
	}
	if a.o.Busy() {
		a.mu.Lock()
		a.drop(Focus)
		a.mu.Unlock()
		return false
	}
	next, ok := a.take(a.o.Wanted())
	if ok && !a.say(next) && next.subject != Focus {
		a.putBack(next)
	}
	return ok
}

// take removes and returns the oldest announcement; unless wanted, it discards those that are not
// always spoken.
func (a *Announcements) take(wanted bool) (next announcement, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !wanted {
		a.waiting = slices.DeleteFunc(a.waiting, func(w announcement) bool { return !w.always })
	}
	if len(a.waiting) == 0 {
		return next, false
	}
	next, a.waiting = a.waiting[0], a.waiting[1:]
	return next, true
}

// say speaks an announcement, and returns false if it was interrupted.
func (a *Announcements) say(one announcement) (heard bool) {
	ctx, cancel := context.WithTimeout(a.ctx, maxSentence)
	defer cancel()
	ended := make(chan error, 1)
	a.running.Go("voice", func() { ended <- a.o.Voice.Say(ctx, one.sentence) })
	for {
		select {
		case err := <-ended:
			a.note(err)
			return true
		case <-a.o.News.Ready():
			a.o.News.Take()
			if a.o.Busy() || !a.o.Wanted() && !one.always {
				cancel()
				if err := <-ended; err == nil {
					return true // the announcement ended before the cancellation
				}
				return false
			}
		case <-a.wake:
			if one.subject == Focus && a.hasNewer(Focus) {
				cancel()
				<-ended //nolint:errcheck // it was interrupted
				return false
			}
		}
	}
}

func (a *Announcements) hasNewer(subject string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.isWaiting(subject)
}

// isWaiting reports whether an announcement about a subject waits. The caller must hold mu.
func (a *Announcements) isWaiting(subject string) bool {
	return slices.ContainsFunc(a.waiting, func(w announcement) bool { return w.subject == subject })
}

// putBack queues an interrupted announcement again, unless there is a newer one about its subject.
func (a *Announcements) putBack(one announcement) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.isWaiting(one.subject) {
		a.waiting = slices.Insert(a.waiting, 0, one)
	}
}

func (a *Announcements) note(err error) {
	if err != nil && a.ctx.Err() == nil {
		a.o.Log.Debug("An announcement could not be spoken", "error", err)
	}
}
