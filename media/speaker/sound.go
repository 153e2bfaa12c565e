package speaker

import (
	"math"
	"sync"
	"time"

	"parlando/media/stretch"
)

// A Sound is a sound played by a Speaker. It can be used from any goroutine.
type Sound struct {
	speaker *Speaker
	open    Opener
	done    chan struct{}
	once    sync.Once
	err     error // written before done is closed

	// Guarded by speaker.mu.
	speed   float64
	paused  bool
	starved bool // the output has nothing to play and waits until enough is ready
	ranDry  bool // an underrun has occurred since the run began
	run     *decodeRun
	spans   []span
	at      Position // position last played
	final   int      // output position after the end of the sound; 0 until it is known
	lengths map[int]time.Duration
}

// soundBlock is a block of samples at one speed, with the position of its first sample.
type soundBlock struct {
	samples []float32
	place   Position
	speed   float64
}

func (p soundBlock) frames() int { return len(p.samples) / Channels }

// after returns the position in the sound after a number of samples per channel of the block.
func (p soundBlock) after(frames int) Position {
	on := time.Duration(float64(frames) * p.speed / Rate * float64(time.Second))
	return Position{p.place.Clip, p.place.Offset + on}
}

// from returns the block without its first frames samples per channel.
func (p soundBlock) from(frames int) soundBlock {
	return soundBlock{p.samples[frames*Channels:], p.after(frames), p.speed}
}

// span is a block given to the output. It is given again if the output is lost or drops it.
type span struct {
	soundBlock
	at int // output position
}

func (s span) end() int { return s.at + s.frames() }

// Done is closed when the sound has been played to its end, was stopped, or failed.
func (p *Sound) Done() <-chan struct{} { return p.done }

// Err returns nil while the sound plays and after it was played to its end, else ErrStopped or a
// [*ClipError].
func (p *Sound) Err() error {
	select {
	case <-p.done:
		return p.err
	default:
		return nil
	}
}

// Stop ends the sound at once. To play another sound instead, call only Play, which leaves the
// output open.
func (p *Sound) Stop() { p.end(ErrStopped) }

// Pause pauses the sound, after another 200 ms of samples that the device has already taken.
func (p *Sound) Pause() {
	p.speaker.mu.Lock()
	defer p.speaker.mu.Unlock()
	if !p.paused && p.speaker.playing == p {
		p.speaker.flush()
	}
	p.paused = true
}

// Resume continues after Pause with the next sample.
func (p *Sound) Resume() {
	p.speaker.mu.Lock()
	defer p.speaker.mu.Unlock()
	if p.paused && p.speaker.playing == p {
		p.paused, p.starved = false, true
		p.hurry(p.run)
		p.speaker.want()
	} else if p.speaker.playing == p && p.speaker.problem != nil {
		p.speaker.want()
	}
	p.paused = false
}

// SetSpeed sets the speed, 0.5 to 2. It applies to samples that are not decoded yet, so it takes
// effect within a second.
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

// Seek continues at another position. A time past the end of its clip carries over to the next
// clip; past the last clip the sound ends.
func (p *Sound) Seek(to Position) {
	p.speaker.mu.Lock()
	defer p.speaker.mu.Unlock()
	if p.speaker.playing != p {
		return
	}
	p.leave()
	p.begin(to)
	p.speaker.flush()
	signal(p.speaker.wake)
}

// Position returns the position being played now.
func (p *Sound) Position() Position {
	p.speaker.mu.Lock()
	defer p.speaker.mu.Unlock()
	p.follow(p.speaker.hear())
	return p.at
}

// Length returns the length of a clip, known once it has been decoded to its end.
func (p *Sound) Length(clip int) (time.Duration, bool) {
	p.speaker.mu.Lock()
	defer p.speaker.mu.Unlock()
	l, ok := p.lengths[clip]
	return l, ok
}

// levelFrames is the number of samples per channel over which Level measures.
const levelFrames = Rate / 20

// Level returns the level in dB relative to full scale of the 50 ms that end with the sample being
// played now; minus infinity where there is no sound.
func (p *Sound) Level() float64 {
	p.speaker.mu.Lock()
	defer p.speaker.mu.Unlock()
	to := p.speaker.hear()
	sum := 0.0
	for _, s := range p.spans {
		from, end := max(to-levelFrames-s.at, 0), min(to-s.at, s.frames())
		for i := from * Channels; i < end*Channels; i++ {
			sum += float64(s.samples[i]) * float64(s.samples[i])
		}
	}
	return 10 * math.Log10(sum/(levelFrames*Channels))
}

// State returns the current state of the sound.
func (p *Sound) State() State {
	s := p.speaker
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-p.done:
		return Ended
	default:
	}
	switch {
	case p.paused:
		return Paused
	case s.problem != nil:
		return NoOutput
	case !s.open || p.starved:
		return Loading
	}
	return Playing
}

// begin starts decoding at a position. speaker.mu must be held, as for all methods below except
// end.
func (p *Sound) begin(from Position) {
	from = Position{max(0, from.Clip), max(0, from.Offset)}
	p.at, p.spans, p.final, p.starved, p.ranDry = from, nil, 0, true, false
	p.run = newDecoding()
	go p.decode(p.run, from)
}

// leave abandons the decode run.
func (p *Sound) leave() {
	p.run.gone, p.run.queue = true, nil
	p.run.cancel()
}

// follow sets p.at to the position in the sound that is heard at an output position.
func (p *Sound) follow(heard int) {
	for _, s := range p.spans {
		if heard < s.at {
			return
		}
		p.at = s.after(min(heard-s.at, s.frames()))
	}
}

// give fills samples with decoded sound and returns the number of samples per channel. more means
// that the output should play these samples and ask again, because the rest is still being decoded.
// After an underrun, give returns no samples until enough is decoded to resume.
func (p *Sound) give(samples []float32, given, heard int) (n int, more bool) {
	p.follow(heard)
	for sure := p.speaker.sure(); len(p.spans) > 0 && p.spans[0].end() <= sure; {
		p.spans = p.spans[1:]
	}
	if p.paused {
		return 0, false
	}
	r, wanted := p.run, len(samples)/Channels
	if !p.starved && given == p.speaker.taken && r.frames < pullFrames {
		// The output has run dry, or will at the device's next request.
		p.starved, p.ranDry = true, true
	}
	if p.starved && !p.enough() {
		return 0, false
	}
	p.starved = false
	for len(r.queue) > 0 && n < wanted {
		q := r.queue[0]
		k := copy(samples[n*Channels:], q.samples) / Channels
		p.spans = append(p.spans, span{soundBlock{q.samples[:k*Channels], q.place, q.speed}, given + n})
		if k < q.frames() {
			r.queue[0] = q.from(k)
		} else {
			r.queue = r.queue[1:]
		}
		n += k
		r.frames -= k
	}
	if r.frames < fewFrames {
		signal(r.wake)
	}
	if r.ended && len(r.queue) == 0 && !r.gone {
		if p.final == 0 {
			p.final = given + n
		}
		if heard >= p.final {
			r.gone = true
			go p.end(r.err)
		}
	}
	return n, n < wanted && !r.ended
}

// enough reports whether enough is decoded to start or resume playback.
func (p *Sound) enough() bool {
	frames := startFrames
	if p.ranDry {
		frames = againFrames
	}
	return p.run.ended || p.run.frames >= frames
}

// takeBack requeues all samples given from an output position on, because they will not be played.
func (p *Sound) takeBack(frame int) {
	p.final = 0
	var again []soundBlock
	kept := p.spans[:0]
	for _, s := range p.spans {
		played := min(max(frame-s.at, 0), s.frames())
		if played > 0 {
			kept = append(kept, span{soundBlock{s.samples[:played*Channels], s.place, s.speed}, s.at})
		}
		if played < s.frames() {
			again = append(again, s.from(played))
			p.run.frames += s.frames() - played
		}
	}
	p.spans = kept
	p.run.queue = append(again, p.run.queue...)
}

// end ends the sound. Only the first call has an effect.
func (p *Sound) end(why error) {
	p.once.Do(func() {
		s := p.speaker
		s.mu.Lock()
		defer s.mu.Unlock()
		p.follow(s.hear())
		p.leave()
		if s.playing == p {
			s.playing = nil
			if why == ErrStopped { //nolint:errorlint // never wrapped
				s.silence()
			}
		}
		p.err = why
		close(p.done)
	})
}
