package waveform

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"parlando/media/audio"
	"parlando/media/container"
)

const (
	// minColumns and maxColumns bound the number of columns.
	minColumns, maxColumns = 100, 10_000
	// short is the longest sound that is decoded directly, without a preview.
	short = 2 * time.Minute
	// decodedMP3 is the longest MP3 that is decoded completely. Decoding MP3 is ten times slower
	// than other formats: half a minute of CPU time per hour of mono, more than a minute of stereo.
	decodedMP3 = 3 * time.Hour
	// stretch is the duration decoded per column at a time. More than the longest pause between two
	// syllables would be better, but more expensive.
	stretch = 60 * time.Millisecond
	// looks is the number of additional stretches, the loudest according to their headers, that are
	// decoded per column of an MP3 too long to decode.
	looks = 5
	// mostStretches bounds the number of stretches per column that are distinguished then: a
	// minute.
	mostStretches = 1000
	// leap is the initial distance in columns of the preview; it is halved again and again.
	leap = 32
	// coarse is the final distance in columns of the preview of a sound that is decoded afterwards.
	// Sampling every column would take another fifth of the time, or double it for some minutes of
	// MP3.
	coarse = 8
	// shown is the interval between two reports.
	shown = 200 * time.Millisecond
)

// Wave is the loudness of a sound over time.
type Wave struct {
	// Levels has the peak of each Step, proportional to full scale: 0 is silence, 255 full scale.
	Levels []uint8
	// Step is the duration of one level.
	Step time.Duration
	// Length is the duration of the sound: as declared by headers until it has been decoded.
	Length time.Duration
	// Exact means that every sample has been measured. Otherwise levels come from some stretches,
	// or from a nearby column.
	Exact bool
	// Damaged is the number of places that could not be decoded, which are silent or left out. It
	// is known once Exact is set.
	Damaged int
}

// Measure measures the sound of r in approximately the given number of columns, 100 to 10,000.
// grown, which may be nil, receives the intermediate result every fifth of a second; it may keep
// it. The result covers the whole sound, or as much as can be decoded.
//
// It returns the error of ctx, errors of r, [audio.ErrUnknownFormat], or an [*audio.DecodeError] if
// nothing can be decoded.
func Measure(ctx context.Context, r io.ReadSeeker, columns int, grown func(Wave)) (Wave, error) {
	return measure(ctx, r, columns, grown, decodedMP3)
}

// measure is Measure with decoded as the longest MP3 that is decoded completely.
func measure(ctx context.Context, r io.ReadSeeker, columns int, grown func(Wave), decoded time.Duration) (Wave, error) {
	columns = min(max(columns, minColumns), maxColumns)
	start, err := r.Seek(0, io.SeekCurrent)
	if err != nil {
		return Wave{}, err
	}
	f, err := audio.Open(r)
	if err != nil {
		return Wave{}, err
	}
	m := &measurement{ctx: ctx, file: f, grown: grown, buf: make([]float32, 4096*f.Channels())}
	m.begun, m.told = time.Now(), time.Now()
	length, _ := f.Length()
	m.wave.Length = length
	m.wave.Step = max(time.Millisecond, length/time.Duration(columns))
	if length > short {
		m.wave.Levels = make([]uint8, (length+m.wave.Step-1)/m.wave.Step)
		sampled, finest := f.Format() == audio.MP3 && length > decoded, coarse
		if sampled {
			finest = 1
		}
		if err := m.look(finest); err != nil {
			return Wave{}, err
		}
		if sampled {
			if _, err := r.Seek(start, io.SeekStart); err != nil {
				return Wave{}, err
			}
			if err := m.lookAtLoudest(r); err != nil {
				return Wave{}, err
			}
			return m.wave, nil
		}
	}
	if length == 0 {
		m.wave.Step = 10 * time.Millisecond
	}
	if err := m.decode(columns); err != nil {
		return Wave{}, err
	}
	return m.wave, nil
}

// measurement is the state of one call of Measure.
type measurement struct {
	ctx   context.Context
	file  *audio.File
	grown func(Wave)
	wave  Wave
	buf   []float32
	begun time.Time // end of the last rest
	told  time.Time
}

// look samples the middle of columns: first of every leap-th, for a quick overview, then of ever
// more, down to every finest-th.
func (m *measurement) look(finest int) error {
	levels := m.wave.Levels
	for jump, first := leap, true; jump >= finest; jump /= 2 {
		for i := 0; i < len(levels); i += jump {
			if !first && i%(2*jump) == 0 {
				continue
			}
			level, err := m.stretch(time.Duration(i)*m.wave.Step + m.wave.Step/2)
			if err != nil {
				return err
			}
			for k := i; k < min(len(levels), i+jump); k++ {
				levels[k] = level
			}
			if err := m.rest(); err != nil {
				return err
			}
		}
		first = false
	}
	return nil
}

// lookAtLoudest decodes more stretches of each column of the MP3 in r: the loudest according to
// their headers.
func (m *measurement) lookAtLoudest(r io.Reader) error {
	levels := m.wave.Levels
	each := int(min(max(1, m.wave.Step/stretch), mostStretches))
	loudness, err := m.loudness(r, m.wave.Step/time.Duration(each), each*len(levels))
	if err != nil {
		return err
	}
	for i := range levels {
		column := loudness[i*each : (i+1)*each]
		for range min(looks, each) {
			loudest := slices.Index(column, slices.Max(column))
			column[loudest] = -1
			level, err := m.stretch(time.Duration(i)*m.wave.Step + m.wave.Step*time.Duration(loudest)/time.Duration(each))
			if err != nil {
				return err
			}
			levels[i] = max(levels[i], level)
			if err := m.rest(); err != nil {
				return err
			}
		}
	}
	return nil
}

// loudness estimates the loudness of each of steps intervals of an MP3: the mean of its frames.
func (m *measurement) loudness(r io.Reader, step time.Duration, steps int) ([]float32, error) {
	frames, err := audio.NewFrameReader(r, audio.MP3)
	if err != nil {
		return nil, err
	}
	all, counts := make([]float32, steps), make([]float32, steps)
	at, first := time.Duration(0), true
	for {
		f, err := frames.Next()
		if err := damage(err); err != nil {
			return nil, err
		}
		if err != nil {
			break
		}
		if first {
			before := int64(0)
			if frames.Info != nil {
				before = frames.Info.PaddingBefore
			}
			at, first = -time.Duration(before)*time.Second/time.Duration(f.Rate), false
		}
		if i := int(at / step); at >= 0 && i < steps {
			all[i] += audio.Loudness(&f)
			counts[i]++
		}
		at += time.Duration(f.Samples) * time.Second / time.Duration(f.Rate)
		if err := m.rest(); err != nil {
			return nil, err
		}
	}
	for i := range all {
		all[i] /= max(1, counts[i])
	}
	return all, nil
}

// stretch returns the level of a stretch; 0 past the end.
func (m *measurement) stretch(at time.Duration) (uint8, error) {
	if err := m.file.Seek(at); err != nil {
		return 0, damage(err)
	}
	left := int(stretch.Seconds()*float64(m.file.Rate())) * m.file.Channels()
	largest := float32(0)
	for left > 0 {
		n, err := m.file.Read(m.buf[:min(left, len(m.buf))])
		largest = max(largest, peak(m.buf[:n]))
		left -= n
		if err != nil {
			return level(largest), damage(err)
		}
	}
	return level(largest), nil
}

// damage returns nil for errors that only concern the sound: what can be decoded is measured.
func damage(err error) error {
	var damaged *audio.DecodeError
	if errors.Is(err, io.EOF) || errors.Is(err, container.ErrGarbage) || errors.As(err, &damaged) {
		return nil
	}
	return err
}

// decode measures the complete sound.
func (m *measurement) decode(columns int) error {
	if err := m.file.Seek(0); err != nil {
		return err
	}
	channels, rate := m.file.Channels(), int64(m.file.Rate())
	frames, column, largest := int64(0), 0, float32(0)
	// end is the end of a column, in samples per channel.
	end := func() int64 {
		to := m.wave.Step * time.Duration(column+1)
		return int64(to/time.Second)*rate + int64(to%time.Second)*rate/int64(time.Second)
	}
	next := end()
	set := func() {
		if column < len(m.wave.Levels) {
			m.wave.Levels[column] = level(largest)
		} else {
			m.wave.Levels = append(m.wave.Levels, level(largest))
		}
		if column++; column == 2*columns { // it is longer than was told
			m.halve()
			column /= 2
		}
		next, largest = end(), 0
	}
	for {
		n, err := m.file.Read(m.buf)
		for samples := m.buf[:n]; len(samples) > 0; {
			k := min(int64(len(samples)/channels), next-frames)
			largest = max(largest, peak(samples[:k*int64(channels)]))
			samples = samples[k*int64(channels):]
			if frames += k; frames == next {
				set()
			}
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				m.wave.Damaged++ // what follows
			}
			if err := damage(err); err != nil {
				return err
			}
			break
		}
		if err := m.rest(); err != nil {
			return err
		}
	}
	if frames > end()-(next-frames) || largest > 0 {
		set()
	}
	m.wave.Levels = m.wave.Levels[:min(column, len(m.wave.Levels))]
	m.wave.Length = container.Duration(frames, m.file.Rate())
	m.wave.Exact = true
	m.wave.Damaged += m.file.Damaged()
	return nil
}

// halve merges pairs of columns.
func (m *measurement) halve() {
	levels := m.wave.Levels
	for i := range len(levels) / 2 {
		levels[i] = max(levels[2*i], levels[2*i+1])
	}
	m.wave.Levels, m.wave.Step = levels[:len(levels)/2], 2*m.wave.Step
}

const (
	// work and pause are the alternating periods of work and sleep.
	work  = 20 * time.Millisecond
	pause = work / 2
)

// rest sleeps and reports the intermediate result when it is time to.
func (m *measurement) rest() error {
	if err := m.ctx.Err(); err != nil {
		return err
	}
	now := time.Now()
	if m.grown != nil && now.Sub(m.told) >= shown {
		m.told = now
		known := m.wave
		known.Levels = append([]uint8(nil), known.Levels...)
		m.grown(known)
	}
	if now.Sub(m.begun) < work {
		return nil
	}
	select {
	case <-m.ctx.Done():
		return m.ctx.Err()
	case <-time.After(pause):
	}
	m.begun = time.Now()
	return nil
}

// peak returns the largest absolute value.
func peak(samples []float32) float32 {
	largest := float32(0)
	for _, v := range samples {
		largest = max(largest, v, -v)
	}
	return largest
}

func level(peak float32) uint8 { return uint8(min(255, peak*255+0.5)) }
