package speaker

import (
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"parley/media/audio"
	"parley/media/stretch"
)

const (
	queueFrames = Rate / 2
	lookEvery   = 250 * time.Millisecond
)

// A Sound is one that a Speaker plays. It is safe from any goroutine.
type Sound struct {
	speaker *Speaker
	open    Opener
	done    chan struct{}
	once    sync.Once
	err     error // written before done is closed

	// Guarded by speaker.mu.
	speed  float64
	paused bool
	run    *decoding
	spans  []span
	at     time.Duration // what was heard last
	final  int           // frame of the output after the last of the sound; 0 until it is given
}

// span says what frames of the output are of the sound.
type span struct {
	from, frames int
	at           time.Duration // place in the sound of the first
	speed        float64
}

// piece is sound that waits for the output.
type piece struct {
	samples []float32
	at      time.Duration
	speed   float64
}

// decoding is the way from one place of the sound on; Seek begins another. Guarded by speaker.mu.
type decoding struct {
	queue  []piece
	frames int
	wake   chan struct{} // holds one: the queue has room, or gone is true
	gone   bool
	ended  bool
	err    error
	stop   func()
}

// Done is closed when the sound has been heard to its end, was stopped, or failed.
func (p *Sound) Done() <-chan struct{} { return p.done }

// Err is nil while it plays and when it was heard to its end, else ErrStopped, ErrNoDevice, ErrLost or the decoder's error.
func (p *Sound) Err() error {
	select {
	case <-p.done:
		return p.err
	default:
		return nil
	}
}

// Stop ends the sound. The output still plays what it holds, 300 ms at most.
func (p *Sound) Stop() { p.end(ErrStopped) }

// Pause holds the sound.
func (p *Sound) Pause() { p.hold(true) }

// Resume goes on after Pause.
func (p *Sound) Resume() { p.hold(false) }

func (p *Sound) hold(paused bool) {
	p.speaker.mu.Lock()
	defer p.speaker.mu.Unlock()
	p.paused = paused
}

// SetSpeed plays at another speed, 0.5 to 2, from what is not yet decoded on.
func (p *Sound) SetSpeed(speed float64) {
	p.speaker.mu.Lock()
	defer p.speaker.mu.Unlock()
	p.setSpeed(speed)
}

func (p *Sound) setSpeed(speed float64) {
	if math.IsNaN(speed) {
		speed = 1
	}
	p.speed = min(max(speed, stretch.MinSpeed), stretch.MaxSpeed)
}

// Seek goes on at a place of the sound. Beyond its end it ends.
func (p *Sound) Seek(to time.Duration) {
	p.speaker.mu.Lock()
	defer p.speaker.mu.Unlock()
	select {
	case <-p.done:
		return
	default:
	}
	p.leave()
	p.begin(max(0, to))
}

// Position is the place of the sound that is heard now.
func (p *Sound) Position() time.Duration {
	p.speaker.mu.Lock()
	defer p.speaker.mu.Unlock()
	p.follow(p.speaker.hear())
	return p.at
}

// begin decodes from a place on. speaker.mu is held, as for leave, follow and give.
func (p *Sound) begin(from time.Duration) {
	p.at, p.spans, p.final = from, nil, 0
	p.run = &decoding{wake: make(chan struct{}, 1)}
	go p.decode(p.run, from)
}

// leave ends the decoding.
func (p *Sound) leave() {
	r := p.run
	if r.gone {
		return
	}
	r.gone, r.queue = true, nil
	select {
	case r.wake <- struct{}{}:
	default:
	}
	if r.stop != nil {
		go r.stop()
	}
}

// follow notes what is heard at a frame of the output.
func (p *Sound) follow(heard int) {
	for len(p.spans) > 0 && heard >= p.spans[0].from {
		s := p.spans[0]
		played := min(heard-s.from, s.frames)
		p.at = s.at + time.Duration(float64(played)*s.speed/Rate*float64(time.Second))
		if played < s.frames {
			return
		}
		p.spans = p.spans[1:]
	}
}

// give fills samples with what is ready and returns the frames it wrote; where nothing is, the sound waits.
func (p *Sound) give(samples []float32, given, heard int) int {
	p.follow(heard)
	if p.paused {
		return 0
	}
	r, n := p.run, 0
	for len(r.queue) > 0 && n < len(samples)/Channels {
		q := &r.queue[0]
		k := copy(samples[n*Channels:], q.samples) / Channels
		p.spans = append(p.spans, span{given + n, k, q.at, q.speed})
		q.at += time.Duration(float64(k) * q.speed / Rate * float64(time.Second))
		q.samples = q.samples[k*Channels:]
		if len(q.samples) == 0 {
			r.queue = r.queue[1:]
		}
		n += k
		r.frames -= k
	}
	if r.frames < queueFrames {
		select {
		case r.wake <- struct{}{}:
		default:
		}
	}
	if r.ended && len(r.queue) == 0 && !r.gone {
		if p.final == 0 {
			p.final = given + n
		}
		if heard >= p.final {
			go p.end(r.err)
			r.gone = true
		}
	}
	return n
}

// end is how every sound ends, with the first of the reasons.
func (p *Sound) end(why error) {
	p.once.Do(func() {
		s := p.speaker
		s.mu.Lock()
		p.leave()
		if s.playing == p {
			s.playing = nil
		}
		p.err = why
		close(p.done)
		s.mu.Unlock()
	})
}

// watch opens the output and looks for its loss until the sound ends.
func (p *Sound) watch() {
	if err := p.speaker.opened(); err != nil {
		p.end(err)
		return
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		if err := p.speaker.trouble(); err != nil {
			p.end(err)
			return
		}
		select {
		case <-p.done:
			return
		case <-tick.C:
		}
	}
}

// decode fills the queue of r until the sound ends or r is left.
func (p *Sound) decode(r *decoding, from time.Duration) {
	mu := &p.speaker.mu
	err := p.pump(r, from)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	mu.Lock()
	defer mu.Unlock()
	r.ended, r.err = true, err
	if r.stop != nil && !r.gone {
		go r.stop()
	}
	r.stop = nil
}

func (p *Sound) pump(r *decoding, from time.Duration) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("this sound is damaged (%v)", v)
		}
	}()
	d, stop, err := p.open()
	if err != nil {
		return err
	}
	mu := &p.speaker.mu
	mu.Lock()
	gone, speed := r.gone, p.speed
	if !gone {
		r.stop = stop
	}
	mu.Unlock()
	if gone {
		if stop != nil {
			stop()
		}
		return nil
	}
	if err := skip(d, from); err != nil {
		return err
	}
	if d.Channels() > Channels {
		d = audio.Mono(d)
	}
	stretched := stretch.New(d, speed)
	d = audio.Resample(stretched, Rate)
	channels, at := d.Channels(), from
	buf := make([]float32, Rate/50*channels)
	for {
		n, err := d.Read(buf)
		if n > 0 {
			q := piece{samples: stereo(buf[:n], channels), at: at, speed: stretched.Speed()}
			frames := n / channels
			at += time.Duration(float64(frames) * q.speed / Rate * float64(time.Second))
			mu.Lock()
			r.queue = append(r.queue, q)
			r.frames += frames
			for r.frames >= queueFrames && !r.gone {
				mu.Unlock()
				<-r.wake
				mu.Lock()
			}
			gone, speed = r.gone, p.speed
			mu.Unlock()
			if gone {
				return nil
			}
			stretched.SetSpeed(speed)
		}
		if err != nil {
			return err
		}
	}
}

// skip reads up to a place of d.
func skip(d audio.Decoder, to time.Duration) error {
	left := int(to.Seconds()*float64(d.Rate())) * d.Channels()
	buf := make([]float32, 4096*d.Channels())
	for left > 0 {
		n, err := d.Read(buf[:min(left, len(buf))])
		left -= n
		if err != nil {
			return err
		}
	}
	return nil
}

// stereo copies samples of one or two channels into two.
func stereo(samples []float32, channels int) []float32 {
	out := make([]float32, len(samples)/channels*Channels)
	for i := range out {
		out[i] = samples[i*channels/Channels]
	}
	return out
}
