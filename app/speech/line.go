package speech

import (
	"context"
	"io"
	"os"
	"time"

	"parley/app/speech/clips"
	"parley/app/speech/script"
	"parley/media/audio"
	"parley/media/speaker"
)

// line is a text from one sentence on as the clips of one sound. A jump to where nothing is there begins another.
type line struct {
	r      *reading
	ctx    context.Context
	cancel context.CancelFunc
	start  int // the first sentence
	local  bool

	// Guarded by Speech.mu.
	parts  []*part
	ended  bool // there are no more parts
	opened int  // the clip that was opened last, -1 before the first
	sound  Sound
}

// part is one stretch and its sound. Guarded by Speech.mu, but for what never changes.
type part struct {
	stretch
	text string
	// starts has the character where each sentence begins, as a share of the part, 0 to 1.
	starts []float64
	key    clips.Key
	// state, and body where it is in memory; tries counts the bodies, so that a reader of a broken one knows the next.
	state state
	body  *body
	tries int
	// wanted: the sound waits for it.
	wanted bool
	err    error
}

// state is how far a part has come.
type state uint8

const (
	missing state = iota
	loading
	there
)

func newPart(s stretch, sentences []script.Sentence, key func(text string) clips.Key) *part {
	joined := script.Join(sentences[s.first : s.first+s.count])
	p := &part{stretch: s, text: joined.Text, key: key(joined.Text)}
	all := float64(script.Characters(joined.Text))
	for _, at := range joined.Starts {
		p.starts = append(p.starts, float64(script.Characters(joined.Text[:at]))/all)
	}
	return p
}

// sentenceAt is the sentence of the part that is read at a share of its time.
func (p *part) sentenceAt(share float64) int {
	for i := len(p.starts) - 1; i > 0; i-- {
		if p.starts[i] <= share {
			return p.first + i
		}
	}
	return p.first
}

// shareOf is where a sentence of the part begins; a hair later, so that it is found there.
func (p *part) shareOf(sentence int) float64 {
	if i := sentence - p.first; i > 0 && i < len(p.starts) {
		return min(p.starts[i]+1e-6, 1)
	}
	return 0
}

// open is the speaker.Opener of the line.
func (l *line) open(ctx context.Context, clip int) (audio.Decoder, error) {
	p, err := l.part(ctx, clip)
	if err != nil {
		return nil, err
	}
	l.r.s.mu.Lock()
	l.opened, p.wanted = clip, true
	if p.err != nil && passing(p.err) {
		p.err = nil // it was asked for ahead, and may be there now
	}
	l.forgetBodies()
	l.r.s.notify()
	l.r.s.mu.Unlock()
	return newClip(ctx, l, p)
}

// part is the part with a number; it waits for its text. io.EOF says that there is none.
func (l *line) part(ctx context.Context, n int) (*part, error) {
	for {
		var p *part
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
func (l *line) plannable() bool {
	if l.ended {
		return false
	}
	next := l.next()
	if next >= len(l.r.pages.sentences) && l.r.pages.whole {
		l.ended = true
	}
	return next < len(l.r.pages.sentences)
}

// next is the first sentence that no part has. Speech.mu is held.
func (l *line) next() int {
	if n := len(l.parts); n > 0 {
		return l.parts[n-1].first + l.parts[n-1].count
	}
	return l.start
}

// plan adds the next part. It looks for what is kept, which may need the disk.
func (l *line) plan() {
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
		st = planner{sentences, func(text string) bool { return s.o.Clips.Has(key(text)) }}.next(first, made)
	}
	l.add(newPart(st, sentences, key))
}

func (l *line) add(p *part) {
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

// forgetBodies lets go of the sounds that were heard. Speech.mu is held.
func (l *line) forgetBodies() {
	for n, p := range l.parts {
		if p.body != nil && p.state == there && (n < l.opened-1 || n > l.opened+1) {
			p.body, p.state, p.wanted = nil, missing, false
		}
	}
}

// bytes gives the sound of a part from its beginning, after so many tries have broken off, as it arrives; and the
// format of its bytes, and which try it is. The error is why there is none.
func (l *line) bytes(ctx context.Context, p *part, after int) (r io.Reader, format string, try int, err error) {
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
			// It was thrown away meanwhile.
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

// closing is a file that is closed when ctx ends.
func closing(ctx context.Context, f *os.File) io.ReadSeeker {
	context.AfterFunc(ctx, func() { _ = f.Close() })
	return f
}

// length is that of a part, measured if its sound was heard or decoded to its end. Speech.mu is held.
func (l *line) length(n int) (d time.Duration, exact bool) {
	p := l.parts[n]
	if l.sound != nil {
		if d, ok := l.sound.Length(n); ok {
			l.r.pages.measured(p.first, p.count, d)
		}
	}
	return l.r.pages.length(p.first, p.count)
}

// sentenceAt is the sentence at a place of the sound, and the time since its part, which begins with first. Speech.mu is held.
func (l *line) sentenceAt(where speaker.Place) (sentence, first int, at time.Duration) {
	if where.Clip >= len(l.parts) {
		next := l.next()
		return next, next, 0
	}
	p := l.parts[where.Clip]
	length, _ := l.length(where.Clip)
	share := 0.0
	if length > 0 {
		share = float64(where.At) / float64(length)
	}
	return p.sentenceAt(share), p.first, min(where.At, length)
}

// failing reports whether nothing of the part can be heard where the sound stands. Speech.mu is held.
func (l *line) failing() bool {
	where := l.sound.Position()
	return where.At == 0 && where.Clip < len(l.parts) && l.parts[where.Clip].err != nil
}
