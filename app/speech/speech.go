package speech

import (
	"context"
	"log/slog"
	"math"
	"sync"
	"time"

	"parley/app/catalog"
	"parley/app/changes"
	"parley/app/chat"
	"parley/app/problem"
	"parley/app/settings"
	"parley/app/speech/clips"
	"parley/app/speech/script"
	"parley/media/speaker"
)

// usualModel is asked where nothing says which model speaks (GATEWAY.md 2.7).
const usualModel = "tts-1"

// Speech is the owner of what is being read aloud. Its methods never wait and are safe from any goroutine; what they change
// is marked as changes.Speech. Use New; end with Close.
type Speech struct {
	o       Options
	running sync.WaitGroup

	mu     sync.Mutex
	words  script.Words
	now    *reading // nil while nothing is read
	speed  float64
	volume float64
	closed bool
	// changed is closed and made anew with each change of what is guarded here.
	changed chan struct{}
}

// New makes the owner. It starts nothing. Gateways, Settings, Catalog, Clips and Speaker must be there.
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
	preferred := o.Settings.Get().Speech
	s := &Speech{o: o, changed: make(chan struct{}), speed: preferred.PlayingSpeed, volume: preferred.Volume}
	o.Speaker.SetVolume(s.volume)
	return s
}

// SetWords sets what is said in place of what cannot be read, in the language of the window, for what is read from now on.
func (s *Speech) SetWords(words script.Words) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.words = words
}

// Words are those of SetWords.
func (s *Speech) Words() script.Words { return s.spoken() }

func (s *Speech) spoken() script.Words {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.words
}

// Preferred is the voice of the settings, for the connection in use.
func (s *Speech) Preferred() Voice {
	preferred := s.o.Settings.Get().Speech
	connection, _ := s.o.Gateways.Service("")
	return Voice{
		Connection: connection, Model: s.DefaultModel(connection), Voice: preferred.Voice, Speed: preferred.RequestSpeed, Local: preferred.Local,
	}
}

// DefaultModel is the model for speech of a connection ("" is the one in use): that of the settings, else the first that the
// service lists for speech, else tts-1.
func (s *Speech) DefaultModel(connection chat.ID) string {
	model, _ := s.defaultModel(connection)
	return model
}

// defaultModel also tells whether somebody has named the model, or it is only the usual one.
func (s *Speech) defaultModel(connection chat.ID) (model string, named bool) {
	connection, _ = s.o.Gateways.Service(connection)
	if model := s.o.Settings.Get().Speech.Models[connection]; model != "" {
		return model, true
	}
	if all := s.o.Catalog.ModelsFor(connection, catalog.Speech); len(all) > 0 {
		return all[0].ID, true
	}
	return usualModel, false
}

// complete fills in what a voice does not say; the zero Voice is Preferred.
func (s *Speech) complete(v Voice) (_ Voice, address string, named bool) {
	if v == (Voice{}) {
		v = s.Preferred()
	}
	v.Connection, address = s.o.Gateways.Service(v.Connection)
	model, named := s.defaultModel(v.Connection)
	if v.Model == "" {
		v.Model = model
	}
	named = named || v.Model != model
	if v.Voice == "" {
		v.Voice = s.o.Settings.Get().Speech.Voice
	}
	if v.Speed == 0 || math.IsNaN(v.Speed) {
		v.Speed = 1
	}
	v.Speed = min(max(v.Speed, settings.RequestSpeedMin), settings.RequestSpeedMax)
	return v, address, named
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

// Grow gives more of a text that is being written: body is all of it so far. done says that this is the end. It does nothing
// when something else is read.
func (s *Speech) Grow(src Source, body string, done bool) {
	s.change(func(r *reading) {
		if r.text.Source == src && r.text.Writing && !r.written {
			r.grown, r.written = &body, done
		}
	})
}

// change changes what is read, if anything is, and wakes its goroutine.
func (s *Speech) change(change func(r *reading)) {
	s.mu.Lock()
	if r := s.now; r != nil {
		change(r)
		select {
		case r.wake <- struct{}{}:
		default:
		}
		s.notify()
	}
	s.mu.Unlock()
	s.mark()
}

// Pause holds what is read. What is already asked for still arrives, and nothing more is asked for.
func (s *Speech) Pause() { s.change((*reading).pause) }

// Resume goes on after Pause, at the next sample; after Failed it is Retry.
func (s *Speech) Resume() { s.change((*reading).resume) }

// Toggle pauses or resumes; after Failed it is Retry.
func (s *Speech) Toggle() {
	s.change(func(r *reading) {
		switch {
		case r.failed != nil, r.paused:
			r.resume()
		default:
			r.pause()
		}
	})
}

func (r *reading) pause() {
	r.paused = true
	if r.line != nil && r.line.sound != nil {
		r.line.sound.Pause()
	}
}

func (r *reading) resume() {
	r.paused = false
	if r.failed != nil {
		r.retry()
		return
	}
	if r.line != nil && r.line.sound != nil {
		r.line.sound.Resume()
	}
}

// Stop ends what is read.
func (s *Speech) Stop() { s.stopIf(func(*reading) bool { return true }) }

// StopConversation ends what is read if it is of this conversation, such as when that is deleted.
func (s *Speech) StopConversation(id chat.ID) {
	s.stopIf(func(r *reading) bool { return id != "" && r.text.Conversation == id })
}

// StopSource ends what is read if it is this one.
func (s *Speech) StopSource(src Source) {
	s.stopIf(func(r *reading) bool { return r.text.Source == src })
}

func (s *Speech) stopIf(meant func(r *reading) bool) {
	s.mu.Lock()
	r := s.now
	if r == nil || !meant(r) {
		s.mu.Unlock()
		return
	}
	s.now = nil
	r.cancel()
	for _, sound := range []Sound{r.before, r.sound()} {
		if sound != nil {
			sound.Stop()
		}
	}
	s.notify()
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

// Next goes on at the next sentence; after the last it ends.
func (s *Speech) Next() {
	s.change(func(r *reading) {
		if r.path == "" {
			now, _ := r.place()
			r.jump = &jump{sentence: now + 1, offset: -1, at: -1}
		}
	})
}

// Previous goes back to the sentence before, or to the beginning of this one once two seconds of it were heard.
func (s *Speech) Previous() {
	s.change(func(r *reading) {
		if r.path != "" {
			return
		}
		now, since := r.place()
		if since < 2*time.Second {
			now--
		}
		r.jump = &jump{sentence: max(0, now), offset: -1, at: -1}
	})
}

// GoTo goes on at the sentence that holds a byte of the text, or the next one. A pause ends.
func (s *Speech) GoTo(offset int) {
	s.change(func(r *reading) {
		if r.path == "" {
			r.paused = false
			r.jump = &jump{offset: max(0, offset), at: -1}
		}
	})
}

// Seek goes on at a time, 0 to Snapshot.Length.
func (s *Speech) Seek(to time.Duration) {
	s.change(func(r *reading) {
		to = max(0, to)
		r.jump = &jump{sentence: r.pages.sentenceAt(to), offset: -1, at: to}
	})
}

// SetSpeed sets how fast sound is played, 0.5 to 2, and remembers it.
func (s *Speech) SetSpeed(speed float64) {
	s.o.Settings.Change(func(all *settings.Settings) { all.Speech.PlayingSpeed = speed })
	speed = s.o.Settings.Get().Speech.PlayingSpeed
	s.mu.Lock()
	s.speed = speed
	if s.now != nil && s.now.sound() != nil {
		s.now.sound().SetSpeed(speed)
	}
	s.mu.Unlock()
	s.mark()
}

// SetVolume sets how loud sound is played, 0 to 1, and remembers it.
func (s *Speech) SetVolume(volume float64) {
	s.o.Settings.Change(func(all *settings.Settings) { all.Speech.Volume = volume })
	volume = s.o.Settings.Get().Speech.Volume
	s.mu.Lock()
	s.volume = volume
	s.mu.Unlock()
	s.o.Speaker.SetVolume(volume)
	s.mark()
}

// SetVoice goes on with another voice, from the sentence that is read. It is not remembered: that is settings.Speech.
func (s *Speech) SetVoice(v Voice) {
	v, address, named := s.complete(v)
	s.change(func(r *reading) {
		if r.path != "" {
			return
		}
		now, _ := r.place()
		at := r.pages
		r.voice, r.address, r.chosen, r.standsIn = v, address, named, nil
		r.pages = newPages(v.Speed)
		r.pages.sentences, r.pages.before, r.pages.whole = at.sentences, at.before, at.whole
		r.jump = &jump{sentence: now, offset: -1, at: -1, anew: true}
	})
}

// Retry goes on after Failed, where it stopped. Where the voice of this computer stands in, it asks the service again.
func (s *Speech) Retry() { s.change((*reading).retry) }

func (r *reading) retry() {
	switch {
	case r.failed != nil:
		r.jump = &jump{offset: -1, at: -1, retry: true}
	case r.standsIn != nil:
		now, _ := r.place()
		r.standsIn = nil
		r.jump = &jump{sentence: now, offset: -1, at: -1, anew: true}
	}
}

// place is the sentence that is read, and for how long it was heard. Speech.mu is held.
func (r *reading) place() (sentence int, since time.Duration) {
	l := r.line
	switch {
	case r.jump != nil && !r.jump.retry:
		return r.target(*r.jump), 0
	case l == nil:
		return r.pages.sentenceOf(r.text.From), 0
	}
	sentence, first, at := l.sentenceAt(r.where())
	if sentence < len(r.pages.sentences) {
		from, _ := r.pages.time(sentence)
		start, _ := r.pages.time(first)
		since = max(0, at-(from-start))
	}
	return sentence, since
}

// where is the place in the sound. Speech.mu is held.
func (r *reading) where() speaker.Place {
	if r.failed != nil || r.sound() == nil {
		return r.stopped
	}
	return r.sound().Position()
}

// Snapshot is what the window shows. It asks memory alone.
func (s *Speech) Snapshot() Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.now
	if r == nil {
		return Snapshot{Speed: s.speed, Volume: s.volume}
	}
	shot := Snapshot{
		Phase: r.phase(), Source: r.text.Source, Conversation: r.text.Conversation, Title: r.text.Title,
		Voice: r.voice, Speed: s.speed, Volume: s.volume, Writing: r.text.Writing,
	}
	switch {
	case r.failed != nil:
		shot.Problem = problem.From(r.failed, "", s.o.Now())
	case shot.Phase == NoOutput:
		shot.Problem = problem.Problem{Kind: problem.NoOutput, At: s.o.Now()}
		if err := s.o.Speaker.Trouble(); err != nil {
			shot.Problem.Detail = err.Error()
		}
	case r.standsIn != nil:
		shot.Problem = problem.From(r.standsIn, "", s.o.Now())
	}
	shot.Voice.Local = shot.Voice.Local || r.standsIn != nil
	if r.path != "" {
		shot.Place = r.where().At
		shot.Length = r.length
		if l := r.line; l != nil && l.sound != nil && shot.Length == 0 {
			shot.Length, _ = l.sound.Length(0)
		}
		shot.Length = max(shot.Length, shot.Place)
		shot.Estimated = !r.exact
		return shot
	}
	r.follow(&shot)
	return shot
}

// follow fills in how far a text is read. Speech.mu is held.
func (r *reading) follow(shot *Snapshot) {
	p := &r.pages
	shot.Sentences = len(p.sentences)
	if shot.Sentences == 0 {
		shot.Estimated = true
		return
	}
	var exact bool
	shot.Length, exact = p.time(shot.Sentences)
	shot.Estimated = !exact || !p.whole
	sentence, since := r.place()
	shot.Place, _ = p.time(min(sentence, shot.Sentences))
	shot.Place = min(shot.Place+since, shot.Length)
	if r.jump != nil && r.jump.at >= 0 {
		shot.Place = min(r.jump.at, shot.Length)
	}
	if sentence >= shot.Sentences {
		shot.Sentence = shot.Sentences
		return // it waits for more: nothing is marked
	}
	shot.Sentence = sentence + 1
	shot.Start, shot.End = p.sentences[sentence].Start, p.sentences[sentence].End
}

// phase is what the player does. Speech.mu is held.
func (r *reading) phase() Phase {
	switch {
	case r.failed != nil:
		return Failed
	case r.paused:
		return Paused
	case r.sound() == nil:
		return Preparing
	}
	switch r.sound().State() {
	case speaker.Playing:
		if r.line.failing() {
			return Preparing // what stands in, or the trouble, comes in a moment
		}
		return Playing
	case speaker.NoOutput:
		return NoOutput
	case speaker.Ended:
		if r.sound().Err() == nil {
			return Playing // for a moment
		}
	}
	return Preparing
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

// wait returns when ready says so, which is asked with mu held and again after each change, or with the error of ctx.
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
