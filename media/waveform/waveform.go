package waveform

import (
	"context"
	"errors"
	"io"
	"time"

	"parlando/media/audio"
	"parlando/media/container"
	"parlando/media/mp3"
)

const (
	// minColumns and maxColumns bound the number of columns.
	minColumns, maxColumns = 100, 10_000
	// short is the longest sound that is decoded directly, without a preview.
	short = 2 * time.Minute
	// stretch is the duration decoded per column of the preview. A duration longer than the longest
	// pause between two syllables would be better, but more expensive.
	stretch = 60 * time.Millisecond
	// leap is the initial distance of sampled columns in the preview; it is halved repeatedly.
	leap = 32
	// coarse is the final distance between the sampled columns of the preview, except of an MP3.
	// Sampling every column would take a fifth longer.
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
	// Length is the duration of the sound: until it has been decoded, as declared by headers.
	Length time.Duration
	// Damaged is the number of places that could not be decoded, and are silent or left out; 0 in
	// intermediate results.
	Damaged int
}

// Measure measures the sound of r in approximately the given number of columns, 100 to 10,000.
// grown, which may be nil, receives the intermediate result every fifth of a second and may retain
// it. The result covers the whole sound, or as much as can be decoded.
//
// It returns the error of ctx, errors of r, [audio.ErrUnknownFormat], or an [*audio.DecodeError] if
// nothing can be decoded.
func Measure(ctx context.Context, r io.ReadSeeker, columns int, grown func(Wave)) (Wave, error) {
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
	estimated := f.Format() == audio.MP3 && length > short
	if length == 0 {
		m.wave.Step = 10 * time.Millisecond
	}
	if length > short {
		m.wave.Levels = make([]uint8, (length+m.wave.Step-1)/m.wave.Step)
		finest := coarse
		if estimated {
			finest = leap // costs as much as estimating a minute
		}
		if err := m.look(finest); err != nil {
			return Wave{}, err
		}
	}
	if estimated {
		if _, err = r.Seek(start, io.SeekStart); err == nil {
			err = m.estimate(r)
		}
	} else {
		err = m.decode(columns)
	}
	if err != nil {
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

// look samples the middle of columns: first of every leap-th, for a quick overview, then of more
// and more, down to every finest-th.
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

// stretch returns the level of a stretch that begins at a time; 0 past the end of the sound.
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

// damage returns err unless it only concerns the sound: what can be decoded is still measured.
func damage(err error) error {
	var damaged *audio.DecodeError
	if errors.Is(err, io.EOF) || errors.Is(err, container.ErrGarbage) || errors.As(err, &damaged) {
		return nil
	}
	return err
}

// ended is like damage, for an error that ends the sound; any error but io.EOF counts as damage.
func (m *measurement) ended(err error) error {
	if !errors.Is(err, io.EOF) {
		m.wave.Damaged++
	}
	return damage(err)
}

// decode measures the complete sound.
func (m *measurement) decode(columns int) error {
	if err := m.file.Seek(0); err != nil {
		return err
	}
	channels, rate := m.file.Channels(), m.file.Rate()
	frames, column, largest := int64(0), 0, float32(0)
	next := m.end(column, rate)
	set := func() {
		if column < len(m.wave.Levels) {
			m.wave.Levels[column] = level(largest)
		} else {
			m.wave.Levels = append(m.wave.Levels, level(largest))
		}
		if column++; column == 2*columns { // the file is longer than its declared length
			m.halve()
			column /= 2
		}
		next, largest = m.end(column, rate), 0
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
			if err := m.ended(err); err != nil {
				return err
			}
			break
		}
		if err := m.rest(); err != nil {
			return err
		}
	}
	if frames > m.end(column, rate)-(next-frames) || largest > 0 {
		set()
	}
	m.wave.Levels = m.wave.Levels[:min(column, len(m.wave.Levels))]
	m.wave.Length = container.Duration(frames, m.file.Rate())
	m.wave.Damaged += m.file.Damaged()
	return nil
}

// estimate measures the complete MP3 in r, whose length is known, from its coefficients.
func (m *measurement) estimate(r io.Reader) error {
	frames, err := audio.NewFrameReader(r, audio.MP3)
	if err != nil {
		return err
	}
	in, levels := mp3.NewLevelReader(frames), m.wave.Levels
	at, column, end := int64(mp3.LevelDelay), -1, int64(0)
	for begun := false; ; begun = true {
		peaks, rate, err := in.Next()
		if err != nil {
			if err := m.ended(err); err != nil {
				return err
			}
			break
		}
		if info := frames.Info; !begun && info != nil && info.PaddingBefore > 0 {
			at -= info.PaddingBefore + container.MP3DecoderDelay
		}
		for _, peak := range peaks {
			for at >= end && column < len(levels)-1 {
				column++
				levels[column], end = 0, m.end(column, rate)
			}
			if column >= 0 {
				levels[column] = max(levels[column], level(peak))
			}
			at += mp3.LevelStep
		}
		if err := m.rest(); err != nil {
			return err
		}
	}
	clear(levels[column+1:])
	m.wave.Damaged += in.Damaged() + frames.Gaps
	return nil
}

// end returns the end of a column in samples per channel.
func (m *measurement) end(column, rate int) int64 {
	to := m.wave.Step * time.Duration(column+1)
	return int64(to/time.Second)*int64(rate) + int64(to%time.Second)*int64(rate)/int64(time.Second)
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

// rest sleeps, and reports the intermediate result if it is due.
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
