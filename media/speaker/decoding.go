package speaker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"parlando/media/audio"
	"parlando/media/stretch"
)

const (
	// queueFrames is the number of samples per channel decoded ahead: playback survives a stall of
	// that duration.
	queueFrames = Rate / 2
	// fewFrames is the queue length below which decoding resumes: decoding much at a time, but
	// seldom, costs less.
	fewFrames = queueFrames * 3 / 5
	// pullFrames is the number of samples per channel that a sound server takes at a time.
	pullFrames = Rate / 20
	// startFrames is the number of samples per channel decoded before playback starts: a little
	// more than the 50 ms that a device takes at a time. If a sound arrives faster than real time,
	// the next 50 ms are then ready when they are requested.
	startFrames = Rate * 6 / 100
	// againFrames is the number of samples per channel decoded before playback resumes after an
	// underrun. It is large, because few long pauses are better than many short ones.
	againFrames = Rate * 3 / 10
)

// emptyReads is the number of consecutive empty reads that a decoder may return.
const emptyReads = 100

// decodeRun decodes a sound from a position on; Seek starts another run. Its fields are guarded by
// speaker.mu.
type decodeRun struct {
	ctx    context.Context // canceled when the run is abandoned or ends
	cancel context.CancelFunc
	queue  []soundBlock
	frames int
	wake   chan struct{} // capacity 1; signals that the queue has room
	gone   bool
	ended  bool
	err    error
}

func newDecoding() *decodeRun {
	r := &decodeRun{wake: make(chan struct{}, 1)}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	return r
}

// decode fills the queue of r until the sound ends or r is abandoned.
func (p *Sound) decode(r *decodeRun, from Position) {
	err := p.decodeClips(r, from)
	r.cancel()
	p.speaker.mu.Lock()
	defer p.speaker.mu.Unlock()
	r.ended, r.err = true, err
	p.hurry(r)
}

func (p *Sound) decodeClips(r *decodeRun, from Position) error {
	for at := from; ; {
		beyond, err := p.decodeClip(r, at)
		switch {
		case r.ctx.Err() != nil || err == errNoClip: //nolint:errorlint // never wrapped
			return nil
		case err != nil:
			return &ClipError{at.Clip, err}
		}
		at = Position{at.Clip + 1, beyond}
	}
}

// errNoClip means that there is no clip with that number.
var errNoClip = errors.New("no such clip")

// decodeClip decodes a clip from a position to its end. beyond is the distance of that position
// past the end of the clip, or 0.
func (p *Sound) decodeClip(r *decodeRun, from Position) (beyond time.Duration, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("this sound is damaged (%v)", v)
		}
	}()
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	opened, err := p.open(ctx, from.Clip)
	if err == io.EOF { //nolint:errorlint // as with io.Reader, a wrapped io.EOF is an error
		return 0, errNoClip
	}
	if err != nil {
		return 0, err
	}
	clip := &counter{Decoder: opened}
	err = clip.skip(r.ctx, from.Offset)
	if err == nil {
		err = p.stretchClip(r, clip, from)
	}
	if err != io.EOF { //nolint:errorlint // as io.Reader
		return 0, err
	}
	mu := &p.speaker.mu
	mu.Lock()
	defer mu.Unlock()
	p.lengths[from.Clip] = clip.length()
	return max(0, from.Offset-clip.length()), nil
}

// stretchClip queues the rest of a clip at the current speed.
func (p *Sound) stretchClip(r *decodeRun, clip *counter, from Position) error {
	mu := &p.speaker.mu
	mu.Lock()
	speed := p.speed
	mu.Unlock()
	stretched := stretch.New(clip, speed)
	d, place := audio.Convert(stretched, Rate, Channels), from
	buf := make([]float32, Rate/50*Channels)
	for {
		n, err := d.Read(buf)
		if n > 0 {
			q := soundBlock{slices.Clone(buf[:n]), place, stretched.Speed()}
			place = q.after(q.frames())
			if !p.enqueue(r, q) {
				return r.ctx.Err()
			}
			mu.Lock()
			speed = p.speed
			mu.Unlock()
			stretched.SetSpeed(speed)
		}
		if err != nil {
			return err
		}
	}
}

// enqueue queues a block and waits until the queue has room for more. It reports whether the run is
// still wanted.
func (p *Sound) enqueue(r *decodeRun, q soundBlock) bool {
	mu := &p.speaker.mu
	mu.Lock()
	defer mu.Unlock()
	if r.gone {
		return false
	}
	r.queue = append(r.queue, q)
	r.frames += q.frames()
	p.hurry(r)
	for r.frames >= queueFrames && !r.gone {
		mu.Unlock()
		select {
		case <-r.wake:
		case <-r.ctx.Done():
		}
		mu.Lock()
	}
	return !r.gone
}

// hurry makes the output drop its buffered silence once enough sound is decoded to replace it.
// speaker.mu must be held.
func (p *Sound) hurry(r *decodeRun) {
	if p.run != r || !p.starved || p.paused || !p.enough() || r.frames == 0 {
		return
	}
	s := p.speaker
	if n := len(p.spans); s.open && (n == 0 || p.spans[n-1].end() <= s.taken) {
		p.starved = false
		s.flush()
	}
}

// counter counts the samples read from a decoder.
type counter struct {
	audio.Decoder
	read int64 // in samples, counting all channels
}

func (c *counter) Read(samples []float32) (int, error) {
	for range emptyReads {
		n, err := c.Decoder.Read(samples)
		c.read += int64(n)
		if n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

func (c *counter) length() time.Duration {
	return time.Duration(float64(c.read) / float64(c.Channels()*c.Rate()) * float64(time.Second))
}

// seeker is a decoder that seeks without decoding everything before the target, such as
// [audio.File].
type seeker interface {
	Seek(to time.Duration) error
	Length() (length time.Duration, exact bool)
}

// skip seeks to a time, or reads up to it.
func (c *counter) skip(ctx context.Context, to time.Duration) error {
	left := int(to.Seconds()*float64(c.Rate())) * c.Channels()
	if s, ok := c.Decoder.(seeker); ok && left > 0 {
		if length, exact := s.Length(); exact && length > 0 && to >= length {
			c.read = int64(length.Seconds()*float64(c.Rate())) * int64(c.Channels())
			return io.EOF
		}
		c.read = int64(left)
		return s.Seek(to)
	}
	buf := make([]float32, 4096*c.Channels())
	for left > 0 {
		n, err := c.Read(buf[:min(left, len(buf))])
		left -= n
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
	return nil
}
