package speech

import (
	"bytes"
	"context"
	"io"
	"os"
	"time"

	"parlando/app/problem"
	"parlando/media/audio"
	"parlando/media/speaker"
)

// speechLine plays a text from one sentence on, as the clips of one sound. A jump to a place
// without sound starts a new line.
type speechLine struct {
	r      *reading
	ctx    context.Context
	cancel context.CancelFunc
	start  int // index of the first sentence
	local  bool

	// Guarded by Speech.mu.
	parts  []*speechPart
	ended  bool // no part follows
	opened int  // index of the last opened clip, -1 before the first
	sound  Sound
	begun  speaker.Position // position where the sound started or to which it was last moved
}

// open is the speaker.Opener of the line.
func (l *speechLine) open(ctx context.Context, clip int) (audio.Decoder, error) {
	p, err := l.part(ctx, clip)
	if err != nil {
		return nil, err
	}
	l.r.s.mu.Lock()
	l.opened, p.wanted = clip, true
	if p.err != nil && passing(p.err) {
		p.err = nil // an error of loading the part in advance may be temporary
	}
	l.forgetBodies()
	l.r.s.notify()
	l.r.s.mu.Unlock()
	return newClip(ctx, l, p)
}

// part returns part n once its text is known, and io.EOF after the last part.
func (l *speechLine) part(ctx context.Context, n int) (*speechPart, error) {
	for {
		var p *speechPart
		var more bool
		if err := l.r.s.wait(ctx, func() bool {
			if n < len(l.parts) {
				p = l.parts[n]
				return true
			}
			more = l.plannable()
			return more || l.ended || l.ctx.Err() != nil
		}); err != nil {
			return nil, err
		}
		switch {
		case p != nil:
			return p, nil
		case !more:
			return nil, io.EOF
		}
		l.plan()
	}
}

// plannable reports whether the sentences of the next part are known. Speech.mu is held.
func (l *speechLine) plannable() bool {
	if l.ended {
		return false
	}
	next := l.next()
	if next >= len(l.r.pages.sentences) && l.r.pages.whole {
		l.ended = true
	}
	return next < len(l.r.pages.sentences)
}

// next returns the first sentence that is not in a part yet. Speech.mu is held.
func (l *speechLine) next() int {
	if n := len(l.parts); n > 0 {
		return l.parts[n-1].first + l.parts[n-1].count
	}
	return l.start
}

// plan adds the next part. It checks the cache, which may read the disk.
func (l *speechLine) plan() {
	l.r.planning.Lock()
	defer l.r.planning.Unlock()
	s := l.r.s
	s.mu.Lock()
	plannable := l.plannable()
	first, made, sentences := l.next(), len(l.parts), l.r.pages.sentences
	key := l.r.key()
	s.mu.Unlock()
	if !plannable {
		return
	}
	var st stretch
	if l.local {
		st = stretch{first, 1}
	} else {
		st = s.planner(sentences, key).next(first, made)
	}
	l.add(newPart(st, sentences, key))
}

func (l *speechLine) add(p *speechPart) {
	s := l.r.s
	if !l.local && s.o.Clips.Has(p.key) {
		p.state = there
	}
	s.mu.Lock()
	l.parts = append(l.parts, p)
	n := len(l.parts) - 1
	s.notify()
	s.mu.Unlock()
	if p.state == there {
		l.measure(n, false)
	}
}

// forgetBodies frees the sound of all but the opened part and its neighbors. Speech.mu is held.
func (l *speechLine) forgetBodies() {
	for n, p := range l.parts {
		if p.body != nil && p.state == there && (n < l.opened-1 || n > l.opened+1) {
			p.body, p.state, p.wanted = nil, missing, false
		}
	}
}

// bytes returns the sound of a part from its beginning while it arrives, its format, and the number
// of the attempt. It must be an attempt later than after, which was interrupted.
func (l *speechLine) bytes(ctx context.Context, p *speechPart, after int) (r io.Reader, format string, try int, err error) {
	for {
		var b *body
		kept := false
		if err := l.r.s.wait(ctx, func() bool {
			b, try, err = p.body, p.tries, p.err
			kept = p.state == there && b == nil
			return b != nil && try > after || kept || err != nil || l.ctx.Err() != nil
		}); err != nil {
			return nil, "", 0, err
		}
		switch {
		case b != nil && try > after:
			return b.reader(ctx), b.format, try, nil
		case kept:
			f, format, err := l.r.s.o.Clips.Open(p.key)
			if err == nil {
				return closing(ctx, f), format, try, nil
			}
			// The clip was evicted meanwhile.
			l.r.s.mu.Lock()
			p.state, p.wanted = missing, true
			l.r.s.notify()
			l.r.s.mu.Unlock()
		case err != nil:
			return nil, "", 0, err
		default:
			return nil, "", 0, l.ctx.Err()
		}
	}
}

// closing returns f as a reader that is closed when ctx ends.
func closing(ctx context.Context, f *os.File) io.ReadSeeker {
	context.AfterFunc(ctx, func() { _ = f.Close() })
	return f
}

// length returns the length of part n; exact is set once the sound was heard or decoded to its end.
// Speech.mu is held.
func (l *speechLine) length(n int) (d time.Duration, exact bool) {
	p := l.parts[n]
	if l.sound != nil {
		if d, ok := l.sound.Length(n); ok {
			l.r.pages.measured(p.first, p.count, d)
		}
	}
	return l.r.pages.length(p.first, p.count)
}

// positionAt converts a position in the sound to a position in the text. Speech.mu is held.
func (l *speechLine) positionAt(where speaker.Position) position {
	if where.Clip >= len(l.parts) {
		if n := l.next(); n > l.start || where.Offset == 0 || n >= len(l.r.pages.sentences) {
			return position{sentence: n}
		}
		// The part is not planned yet: assume that it is this one sentence.
		length, _ := l.r.pages.length(l.start, 1)
		return position{l.start, share(where.Offset, length)}
	}
	length, _ := l.length(where.Clip)
	return l.r.pages.positionIn(l.parts[where.Clip].stretch, where.Offset, length)
}

// placeOf converts a position within part n to a position in the sound. It measures the part if its
// sound is available.
func (l *speechLine) placeOf(n int, at position) speaker.Position {
	p := l.parts[n]
	if at == (position{sentence: p.first}) {
		return speaker.Position{Clip: n}
	}
	length := l.measure(n, true)
	l.r.s.mu.Lock()
	defer l.r.s.mu.Unlock()
	return speaker.Position{Clip: n, Offset: l.r.pages.timeIn(p.stretch, at, length)}
}

// failing reports whether the part at the current position is unplayable. Speech.mu is held.
func (l *speechLine) failing() bool {
	where := l.sound.Position()
	return (where.Offset == 0 || where == l.begun) && where.Clip < len(l.parts) && l.parts[where.Clip].err != nil
}

// forgive clears the errors of all parts, so that they are requested again. If the part with the
// given index was unplayable, its sound is requested again, too. Speech.mu is held.
func (l *speechLine) forgive(clip int, kind problem.Kind) {
	for n, p := range l.parts {
		p.err = nil
		if n == clip && kind == problem.Unplayable {
			l.r.s.o.Clips.Remove(p.key)
			p.state, p.body = missing, nil
		}
	}
}

// holding returns the index of the part that contains a sentence, if the part has sound or begins
// with that sentence; otherwise -1. Speech.mu is held.
func (l *speechLine) holding(sentence int) int {
	for n, p := range l.parts {
		if sentence < p.first || sentence >= p.first+p.count {
			continue
		}
		if p.state == there || p.first == sentence {
			return n
		}
	}
	return -1
}

func (l *speechLine) alive() bool { return l.sound != nil && l.sound.State() != speaker.Ended }

// measure returns the length of a part, or an estimate if its sound is not available. With decode,
// it decodes the sound if necessary.
func (l *speechLine) measure(n int, decode bool) time.Duration {
	s := l.r.s
	s.mu.Lock()
	p := l.parts[n]
	b := p.body
	length, known := l.length(n)
	known = known || p.state != there
	s.mu.Unlock()
	if known {
		return length
	}
	var from io.Reader
	var form string
	if b != nil {
		b.mu.Lock()
		from, form = bytes.NewReader(b.data), b.format
		b.mu.Unlock()
	} else {
		f, named, err := s.o.Clips.Open(p.key)
		if err != nil {
			return length
		}
		defer func() { _ = f.Close() }()
		from, form = f, named
	}
	measured, ok := lengthOf(l.ctx, from, form, decode)
	if !ok {
		return length
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	l.r.pages.measured(p.first, p.count, measured)
	return measured
}
