package split

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"parlando/media/audio"
	"parlando/media/vad"
)

const (
	// overlap is the duration that two consecutive parts share, half of it on each side of the
	// split.
	overlap = time.Second
	// window is the duration before the limit that is searched for a quiet moment. Decoding it is
	// the main cost of splitting.
	window = 30 * time.Second
	// shortest is the shortest duration that must fit into a part.
	shortest = 5 * time.Second
	// mostUnits is the largest number of units in a part, which are in memory while the part is
	// planned.
	mostUnits = 1 << 20
	// mostParts is the largest number of parts of a recording.
	mostParts = 10_000
)

var (
	// ErrFormat means that the recording cannot be split: it is not a known sound, or not a WAV,
	// MP3, AAC, MP4 with AAC, Ogg or WebM with Opus or Vorbis.
	ErrFormat = errors.New("a recording of this format cannot be cut")
	// ErrDamaged means that the recording contains data that is not sound, so that what follows
	// would be lost.
	ErrDamaged = errors.New("the recording is damaged")
	// ErrLimit means that the limits do not even allow some seconds of this recording.
	ErrLimit = errors.New("the limit is too small for this recording")
)

// Limits bound the parts of a recording.
type Limits struct {
	// Bytes is the largest size of a part in bytes.
	Bytes int64
	// Duration is the longest duration of a part, from its Start to its End; 0 means unlimited.
	Duration time.Duration
	// Shortest, unless 0, asks for parts that end at pauses: each ends at the longest pause after
	// that duration, without an overlap.
	Shortest time.Duration
	// LongAfter, unless 0, is the number of parts after which Duration and Shortest are LongFactor
	// times as long.
	LongAfter int
	// Levels holds the sound levels that Listen measured, so that parts can end at pauses. If nil,
	// Plan calls Listen itself.
	Levels *vad.BoundsFinder
}

// LongFactor multiplies the limits of the parts after Limits.LongAfter.
const LongFactor = 4

// duration and shortest return the limits of part n, from 0.
func (l Limits) duration(n int) time.Duration { return l.long(l.Duration, n) }
func (l Limits) shortest(n int) time.Duration { return l.long(l.Shortest, n) }

func (l Limits) long(d time.Duration, n int) time.Duration {
	if l.LongAfter > 0 && n >= l.LongAfter {
		return d * LongFactor
	}
	return d
}

// Plan splits a recording of size bytes into parts within limits. A recording within the limits, or
// within the size limit and of unknown duration, becomes a single part unchanged; its End is 0 if
// its duration is unknown. r must stay readable as long as the parts are used.
//
// It returns one of the Err values, wrapped, the error of ctx, or an error of r.
func Plan(ctx context.Context, r io.ReaderAt, size int64, limits Limits) ([]Part, error) {
	file := &contextReader{ctx, r}
	head := make([]byte, min(64, max(0, size)))
	p := &planner{file: file, limits: limits}
	if err := readFull(file, head, 0); err != nil {
		return nil, p.explain(ctx, err)
	}
	p.format = audio.DetectFormat(head)
	sound, err := openSound(p.format, file, size)
	if size <= limits.Bytes && p.format != "" {
		whole := Part{Format: p.format, file: r, length: size, pieces: []partSegment{{size: size}}}
		unknown := false // decodable, but of unknown length, as with several sounds in one file
		if err == nil {
			whole.End, err = length(sound)
		}
		// The decoder may know the length of a file that cannot be split.
		if errors.Is(err, ErrFormat) {
			var opened error
			whole.End, _, opened = audio.Length(io.NewSectionReader(file, 0, size))
			unknown = opened == nil && whole.End == 0
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if limits.Duration <= 0 || whole.End <= limits.Duration && !unknown {
			whole.To = whole.End
			return []Part{whole}, nil
		}
		// Start again: length has read sound to its end.
		sound, err = openSound(p.format, file, size)
	}
	if err == nil && limits.Shortest > 0 {
		if p.levels = limits.Levels; p.levels == nil {
			p.levels, err = levelsOf(io.NewSectionReader(file, 0, size))
		}
	}
	if err == nil {
		p.sound = sound
		err = p.run()
	}
	if err != nil {
		return nil, p.explain(ctx, err)
	}
	for i := range p.parts {
		p.parts[i].file = r
	}
	return p.parts, nil
}

// Listen measures the levels of a recording of size bytes, in which Plan finds its pauses. They are
// nil if it cannot be decoded. It decodes all of it, which takes about a minute for two hours of
// MP3. It returns the error of ctx, or an error of r.
func Listen(ctx context.Context, r io.ReaderAt, size int64) (*vad.BoundsFinder, error) {
	levels, err := levelsOf(io.NewSectionReader(&contextReader{ctx, r}, 0, size))
	if err != nil {
		return nil, (&planner{}).explain(ctx, err)
	}
	return levels, nil
}

// length reads a sound to its end and returns its duration.
func length(s sound) (end time.Duration, err error) {
	for {
		u, err := s.next()
		switch {
		case errors.Is(err, io.EOF):
			return end, nil
		case err != nil:
			return 0, err
		}
		end = max(0, u.end())
	}
}

// contextReader is a file that fails once its context is done, and marks its own errors to
// distinguish them from damaged data.
type contextReader struct {
	ctx context.Context
	r   io.ReaderAt
}

func (s *contextReader) ReadAt(b []byte, at int64) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, &readError{err}
	}
	n, err := s.r.ReadAt(b, at)
	if err != nil && !errors.Is(err, io.EOF) {
		err = &readError{err}
	}
	return n, err
}

// readError is an error of reading the file.
type readError struct{ err error }

func (e *readError) Error() string { return e.err.Error() }

// explain converts err to one of the errors that Plan documents.
func (p *planner) explain(ctx context.Context, err error) error {
	var reading *readError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &reading):
		return reading.err
	case err == nil:
		return ErrFormat
	case errors.Is(err, ErrFormat), errors.Is(err, ErrLimit):
		return err
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

// unit is an indivisible piece of a recording: a frame, packet, page or block.
type unit struct {
	at     int64         // offset in the file
	start  time.Duration // time in the recording; negative in the padding before the sound
	length time.Duration
	size   int32
	// For MP3 only: the number of main data bytes of the frame in earlier frames, and the capacity
	// of the frame for main data.
	reach, room uint16
	extra       int64 // format-specific data
}

func (u unit) end() time.Duration { return u.start + u.length }

// sound is a recording in some format.
type sound interface {
	// next returns the next unit; io.EOF at the end.
	next() (unit, error)
	// cost returns the largest size of a part without units in bytes; unitCost returns the largest
	// size that a unit adds.
	cost() int64
	unitCost(u unit) int64
	// lead returns the index of the unit at which a part must begin so that units[i] is decoded
	// correctly: i or less.
	lead(units []unit, i int) int
	// part returns the contents of a part with at least one unit.
	part(units []unit) (partSegments, error)
}

func openSound(f audio.Format, file io.ReaderAt, size int64) (sound, error) {
	switch f {
	case audio.WAV:
		return newWAV(file, size)
	case audio.MP3:
		return newMP3(file, size)
	case audio.AAC:
		return newADTS(file, size)
	case audio.MP4:
		return newMP4(file, size)
	case audio.Opus, audio.Vorbis:
		return newOgg(file, size, f)
	case audio.WebM:
		return newWebM(file, size)
	}
	return nil, ErrFormat
}

type planner struct {
	file   io.ReaderAt
	limits Limits
	format audio.Format
	sound  sound
	units  []unit // units of the current part
	bytes  int64  // upper bound of the part's size
	parts  []Part
	// levels are the levels of the whole recording; nil without Limits.Shortest.
	levels *vad.BoundsFinder
	// began is the ending of the previous part, at which the current part begins.
	began ending
}

func (p *planner) run() error {
	if p.format == audio.AAC {
		p.format = audio.MP4 // the format of the parts
	}
	p.bytes = p.sound.cost()
	for {
		u, err := p.sound.next()
		if errors.Is(err, io.EOF) {
			if len(p.units) == 0 {
				return errors.New("no sound")
			}
			return p.finish(p.atEnd())
		}
		if err != nil {
			return err
		}
		cost := p.sound.unitCost(u)
		for p.full(u, cost) {
			if err := p.cut(); err != nil {
				return err
			}
		}
		p.units = append(p.units, u)
		p.bytes += cost
	}
}

// full reports whether a unit of the given cost does not fit into the current part.
func (p *planner) full(u unit, cost int64) bool {
	start := u.start
	if len(p.units) > 0 {
		start = p.units[0].start
	}
	return p.bytes+cost > p.limits.Bytes || len(p.units) == mostUnits || p.limits.Duration > 0 && u.end()-start > p.limits.duration(len(p.parts))
}

// cut finishes the current part and begins the next one.
func (p *planner) cut() error {
	n := len(p.units)
	if n == 0 || p.units[n-1].end()-p.units[0].start < shortest || len(p.parts) == mostParts {
		return ErrLimit
	}
	end, ok := p.atPause()
	if !ok {
		var err error
		if end, err = p.atQuietest(); err != nil {
			return err
		}
	}
	next := p.sound.lead(p.units, end.next)
	if next == 0 {
		return ErrLimit
	}
	if err := p.finish(end); err != nil {
		return err
	}
	p.began = end
	p.units = p.units[:copy(p.units, p.units[next:])]
	p.bytes = p.sound.cost()
	for _, u := range p.units {
		p.bytes += p.sound.unitCost(u)
	}
	return nil
}

// ending describes where the current part ends and the next one begins.
type ending struct {
	// to is the number of units of the current part, next the index of the first unit that the next
	// part must contain.
	to, next int
	// from and until bound the pause between the parts; without a pause, both are the time of the
	// split.
	from, until time.Duration
	overlaps    bool
}

// atQuietest ends the current part at the quietest moment, with an overlap.
func (p *planner) atQuietest() (ending, error) {
	n := len(p.units)
	from, until := p.units[0].start, p.units[n-1].end()
	latest := until - overlap/2
	at, err := p.quietest(max(latest-window, from+(until-from)/2), latest)
	if err != nil {
		return ending{}, err
	}
	to, next := n, 0
	for to > 1 && p.units[to-1].start >= at+overlap/2 {
		to--
	}
	for next+1 < to && p.units[next+1].start <= at-overlap/2 {
		next++
	}
	return ending{to: to, next: next, from: at, until: at, overlaps: true}, nil
}

// finish appends the current part to p.parts.
func (p *planner) finish(end ending) error {
	n := end.to
	made, err := p.sound.part(p.units[:n])
	if err != nil {
		return err
	}
	part := Part{
		Start: max(0, p.units[0].start), End: max(0, p.units[n-1].end()), Overlaps: p.began.overlaps,
		Format: p.format, pieces: made, length: made.length(), From: p.began.until, To: end.from,
	}
	if part.length > p.limits.Bytes {
		return ErrLimit
	}
	p.parts = append(p.parts, part)
	return nil
}
