package speech

import (
	"fmt"
	"io"
	"slices"
	"time"

	"parlando/app/ask"
	"parlando/app/cost"
	"parlando/app/problem"
	"parlando/app/speech/clips"
	"parlando/client/failure"
	"parlando/client/fieldname"
)

const (
	// tries is the maximum number of requests for a part whose response is lost on the way.
	tries = 3
	// retryAfter is the delay before the second attempt; it doubles each time.
	retryAfter = time.Second
)

// fetch loads the parts of a line one after the other, until the line is canceled.
func (l *speechLine) fetch() {
	for {
		n := -1
		if err := l.r.s.wait(l.ctx, func() bool {
			n = l.due()
			return n >= 0
		}); err != nil {
			return
		}
		l.r.s.mu.Lock()
		var p *speechPart
		if n < len(l.parts) {
			p = l.parts[n]
		}
		l.r.s.mu.Unlock()
		if p == nil {
			l.plan()
			continue
		}
		err := l.load(p)
		if err == nil {
			l.measure(n, false)
		} else if l.ctx.Err() == nil {
			l.r.s.mu.Lock()
			p.err = err
			p.state = missing
			l.r.s.notify()
			l.r.s.mu.Unlock()
		}
	}
}

// due returns the index of the part to load next: the one playback waits for, otherwise the one
// after the part being heard. It returns -1 if there is none or during a pause. Speech.mu is held.
func (l *speechLine) due() int {
	if l.r.paused {
		return -1
	}
	for n, p := range l.parts {
		if p.wanted && p.state == missing && p.err == nil {
			return n
		}
	}
	n := l.opened + 1
	switch {
	case l.opened < 0 || l.parts[l.opened].state != there:
	case l.sound == nil || l.sound.Position().Clip < l.opened:
		// The part was opened half a second early and is not being heard yet.
	case n < len(l.parts) && l.parts[n].state == missing && l.parts[n].err == nil:
		return n
	case n == len(l.parts) && l.plannable():
		return n
	}
	return -1
}

// load loads one part and returns the error of the last attempt.
func (l *speechLine) load(p *speechPart) error {
	wait := retryAfter
	for try := 1; ; try++ {
		err := l.ask(p)
		if err == nil || try == tries || !passing(err) || l.ctx.Err() != nil || try > 1 && problem.KindOf(err) == problem.Offline {
			return err
		}
		l.r.s.o.Log.Info("A part of the text being read aloud is requested again", "error", err)
		select {
		case <-time.After(wait):
			wait *= 2
		case <-l.ctx.Done():
			return err
		}
		if l.r.s.wait(l.ctx, func() bool { return !l.r.paused }) != nil {
			return err
		}
	}
}

// passing reports whether an error may be temporary, so that a retry can help.
func passing(err error) bool {
	switch problem.KindOf(err) {
	case problem.CutOff, problem.Silent, problem.Timeout, problem.ServerError, problem.Offline, problem.Empty:
		return true
	}
	return false
}

// ask requests a part once and streams the response to memory and, unless the chat is temporary, to
// the cache. Only a complete response is cached.
func (l *speechLine) ask(p *speechPart) error {
	from, asMeant, err := l.source(p)
	if err != nil {
		return err
	}
	if !l.local {
		l.noteVoice()
	}
	defer func() { _ = from.Close() }()
	b := newBody(string(from.Format()))
	s := l.r.s
	s.mu.Lock()
	p.body, p.state = b, loading
	p.tries++
	s.notify()
	s.mu.Unlock()
	var kept *clips.Writer
	if temporary := s.o.Temporary; !l.local && asMeant && (temporary == nil || !temporary(l.r.text.Conversation)) {
		if kept, err = s.o.Clips.Create(p.key); err != nil {
			s.o.Log.Warn("A clip could not be cached", "error", err)
		}
	}
	if err := arrive(from, b, kept); err != nil {
		if kept != nil {
			kept.Discard()
		}
		b.end(err)
		return err
	}
	inFile := false
	if kept != nil {
		if err := kept.Commit(b.format); err != nil {
			s.o.Log.Warn("A clip could not be cached", "error", err)
		} else {
			inFile = true
		}
	}
	s.mu.Lock()
	p.state = there
	if inFile {
		p.body = nil // current readers have their own reference
	}
	s.notify()
	s.mu.Unlock()
	b.end(io.EOF)
	return nil
}

// arrive copies a sound to the playback buffer and to the cache. If caching fails, the sound is
// still played.
func arrive(from io.Reader, b *body, kept *clips.Writer) error {
	buf := make([]byte, 16<<10)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			_, _ = b.Write(buf[:n])
			if kept != nil {
				_, _ = kept.Write(buf[:n])
			}
		}
		if err == io.EOF { //nolint:errorlint // as io.Reader
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// source requests the sound of a part. asMeant reports whether the sound has the requested speed
// and instructions, so that it may be cached under them.
func (l *speechLine) source(p *speechPart) (_ ask.Sound, asMeant bool, err error) {
	s, v := l.r.s, l.r.lineVoice(l)
	if l.local {
		s.mu.Lock()
		sentences := l.r.pages.sentences
		s.mu.Unlock()
		language := s.o.Languages.OfSentence(l.ctx, string(l.r.text.Conversation), sentences, p.first)
		b, err := SpeakLocally(l.ctx, s.o.Voice, p.text, language, v)
		return b, true, err
	}
	service, err := s.o.Services.Service(l.ctx, v.Connection)
	if err != nil {
		return nil, false, fmt.Errorf("reach the service: %w", err)
	}
	r := NewRequest(s.o.Catalog, v, p.text, format)
	left := s.o.Catalog.RefusedFields(v.Connection, v.Model)
	b, err := service.Speech(cost.WithSubject(l.ctx, cost.Subject{Purpose: cost.ReadingAloud}), r)
	if err != nil {
		return nil, false, l.r.withoutSpeech(err)
	}
	left = append(left, failure.RefusedFields(b.Dropped())...)
	asMeant = (r.Speed == 0 || !slices.Contains(left, fieldname.Speed)) && (r.Instructions == "" || !slices.Contains(left, fieldname.Instructions))
	return b, asMeant, nil
}

// noteVoice makes the reading use the voice that the service really used, if the service refused
// the chosen one. The sound of this part and of later parts is cached under that voice.
func (l *speechLine) noteVoice() {
	s := l.r.s
	v := l.r.lineVoice(l)
	used := s.voiceFor(v.Connection, v.Model, v.Voice)
	s.mu.Lock()
	defer s.mu.Unlock()
	if used == v.Voice || l.r.line != l {
		return
	}
	l.r.voice.Voice = used
	key := l.r.key()
	for _, p := range l.parts {
		if p.state != there {
			p.key = key(p.text)
		}
	}
}
