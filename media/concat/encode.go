package concat

import (
	"errors"
	"fmt"
	"io"
	"math"

	"parlando/media/audio"
	"parlando/media/container"
)

const (
	// bufferFrames is the number of samples per channel decoded at once.
	bufferFrames = 4096
	// mostWAV is the largest size of a WAV in bytes: its header has 32-bit sizes.
	mostWAV = math.MaxUint32 - 64
)

// encode joins the decoded parts at the rate and channels of the first one.
func (j *joiner) encode(w io.WriteSeeker) (Result, error) {
	s := &sound{out: newBuffered(w), format: j.options.Format}
	if s.format == audio.MP3 {
		s.head = newMP3Head(s.out, j.parts, j.options)
	}
	var result Result
	for i, part := range j.parts {
		before := s.frames
		err := j.each(i, func(r io.Reader) error { return decode(r, part.PCM, s.begin, s.write) })
		if err != nil {
			return Result{}, err
		}
		result.Starts = append(result.Starts, container.Duration(before, s.rate))
		j.tell(i + 1)
	}
	if err := s.encoder.Close(); err != nil {
		return Result{}, unmarked(err)
	}
	result.Length = container.Duration(s.frames, s.rate)
	if s.head != nil {
		if err := s.head.finish(result); err != nil {
			return Result{}, unmarked(err)
		}
	}
	return result, s.out.Flush()
}

// sound is the file being encoded.
type sound struct {
	out            *bufferedFile
	head           *mp3Head // for MP3 only
	format         audio.Format
	encoder        audio.Encoder
	rate, channels int
	frames         int64 // samples per channel so far
}

// begin returns d converted to the rate and channels of the file, set by the first part.
func (s *sound) begin(d audio.Decoder) (audio.Decoder, error) {
	if d.Channels() > 2 {
		d = audio.Mono(d)
	}
	if s.encoder == nil {
		var w io.Writer = s.out
		if s.head != nil {
			w = s.head
		}
		e, err := audio.NewEncoder(w, s.format, d.Rate(), d.Channels())
		if err != nil {
			return nil, writing(err)
		}
		s.encoder, s.rate, s.channels = e, d.Rate(), d.Channels()
	}
	return audio.Convert(d, s.rate, s.channels), nil
}

func (s *sound) write(samples []float32) error {
	if s.format == audio.WAV && s.out.n+int64(2*len(samples)) > mostWAV {
		return writing(ErrTooLong)
	}
	s.frames += int64(len(samples) / s.channels)
	return writing(s.encoder.Write(samples))
}

// decode passes the samples of a sound to write. fit may replace the decoder.
func decode(r io.Reader, pcm bool, fit func(audio.Decoder) (audio.Decoder, error), write func([]float32) error) error {
	var d audio.Decoder
	var err error
	if pcm {
		d = audio.NewPCMDecoder(r)
	} else if d, err = audio.NewDecoder(r); err != nil {
		return err
	}
	whole, _ := d.(interface{ Damaged() int })
	if d, err = fit(d); err != nil {
		return err
	}
	samples := make([]float32, bufferFrames*d.Channels())
	for some := false; ; some = true {
		n, err := d.Read(samples)
		switch {
		case err == io.EOF && some && whole != nil && whole.Damaged() > 0: //nolint:errorlint // a wrapped one is an error
			return fmt.Errorf("%w: %d damaged places", ErrDamaged, whole.Damaged())
		case err == io.EOF && some: //nolint:errorlint // as above
			return nil
		case errors.Is(err, io.EOF) && !some:
			return fmt.Errorf("%w: the part contains no sound", ErrDamaged)
		case err != nil:
			return err
		}
		if err := write(samples[:n]); err != nil {
			return err
		}
	}
}
