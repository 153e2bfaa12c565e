package speech

import (
	"errors"

	"parlando/app/problem"
	"parlando/media/speaker"
)

// ended handles the end of the sound by its cause, and reports whether the whole reading has ended.
func (r *reading) ended() bool {
	s := r.s
	s.mu.Lock()
	if r.ctx.Err() != nil {
		s.mu.Unlock()
		return true
	}
	l := r.line
	if r.jump != nil || l == nil || l.sound == nil {
		s.mu.Unlock()
		return false
	}
	select {
	case <-l.sound.Done():
	default: // another sound has begun meanwhile
		s.mu.Unlock()
		return false
	}
	err := l.sound.Err()
	where := l.sound.Position()
	var at *speaker.ClipError
	if errors.As(err, &at) && at.Clip > where.Clip {
		where = speaker.Position{Clip: at.Clip}
	}
	if at != nil {
		err = at.Err
	}
	for n := range l.parts {
		l.length(n) // stores the measured length of a part that was heard
	}
	s.mu.Unlock()
	switch {
	case err == nil:
		r.finish()
		return true
	case errors.Is(err, speaker.ErrStopped):
		// Another sound took the speaker.
		r.finish()
		return true
	}
	s.o.Log.Warn("Reading aloud has stopped", "error", err)
	kind := problem.KindOf(err)
	switch {
	case r.path != "" || l.local || !standsInFor(kind):
	case HasLocalVoice(r.ctx, r.s.o.Voice):
		s.mu.Lock()
		r.standsIn = err
		at := l.positionAt(where)
		s.mu.Unlock()
		r.readFrom(position{sentence: at.sentence})
		return false
	case kind == problem.NoSpeech || kind == problem.NoSuchModel:
		p := problem.From(err, "", s.o.Now())
		p.Kind = problem.NoVoiceLeft
		err = p
	}
	r.fail(err, where)
	return false
}

// standsInFor reports whether the voice of this computer replaces a service that failed with kind.
func standsInFor(kind problem.Kind) bool {
	switch kind {
	case problem.NoSpeech, problem.NoSuchModel, problem.Offline, problem.NoCredit:
		return true
	}
	return false
}
