package concat

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"parlando/media/audio"
	"parlando/media/container"
)

const (
	// mostGarbage is the number of bytes before the first frame that are dropped without an error,
	// as decoders do.
	mostGarbage = 24 << 10
	// oldTag is the length of the ID3v1 tag after the last frame of some MP3s.
	oldTag = 128
)

// framePlan is the result of the first pass over the parts.
type framePlan struct {
	format  audio.Format
	first   container.Frame
	frames  int64
	bytes   int64
	starts  []int64 // number of frames before each part
	steady  bool    // all frames have the same bit rate
	table   places
	padding container.MP3Info
}

// add counts a frame of the given size.
func (p *framePlan) add(bytes int) {
	p.table.add(p.bytes)
	p.frames++
	p.bytes += int64(bytes)
}

// scanFrames reads all parts. It returns errUnlike if their formats or frame headers differ.
func (j *joiner) scanFrames(f audio.Format) (*framePlan, error) {
	p := &framePlan{format: f, steady: true}
	for i := range j.parts {
		p.starts = append(p.starts, p.frames)
		padding, err := j.walk(i, f, func(frame container.Frame) error {
			if p.frames == 0 {
				p.first = frame
				p.first.Data = bytes.Clone(frame.Data)
			}
			if !alike(p.first.FrameHeader, frame.FrameHeader) {
				return errUnlike
			}
			p.steady = p.steady && (f != audio.MP3 || frame.Data[2]>>4 == p.first.Data[2]>>4)
			p.add(len(frame.Data))
			return nil
		})
		if err != nil {
			return nil, err
		}
		if i == 0 {
			p.padding = padding
		}
		p.padding.PaddingAfter = padding.PaddingAfter
	}
	return p, nil
}

// damaged returns an error for the first damaged part of format f. Decoders skip damaged data
// silently, so the loss would go unnoticed.
func (j *joiner) damaged(f audio.Format) error {
	for i := range j.parts {
		var first *container.FrameHeader
		_, err := j.walk(i, f, func(frame container.Frame) error {
			if first == nil {
				first = &frame.FrameHeader
			}
			if !alike(*first, frame.FrameHeader) {
				return errUnlike
			}
			return nil
		})
		if err != nil && !errors.Is(err, errUnlike) {
			return err
		}
	}
	return nil
}

// walk calls f with each frame of a part. It returns errUnlike for a part of another format.
func (j *joiner) walk(i int, format audio.Format, f func(container.Frame) error) (padding container.MP3Info, err error) {
	if j.parts[i].PCM {
		return padding, errUnlike
	}
	err = j.each(i, func(r io.Reader) error {
		head := make([]byte, 64)
		n, err := io.ReadFull(r, head)
		if n == 0 && !errors.Is(err, io.EOF) {
			return err
		}
		// Any format may be preceded by garbage, and AAC by an ID3 tag, too.
		if is := audio.DetectFormat(head[:n]); is != format && is != "" && !bytes.HasPrefix(head, []byte("ID3")) {
			return errUnlike
		}
		frames, err := audio.NewFrameReader(io.MultiReader(bytes.NewReader(head[:n]), r), format)
		if err != nil {
			return err
		}
		last := 0
		for {
			frame, err := frames.Next()
			switch {
			case errors.Is(err, io.EOF), errors.Is(err, container.ErrGarbage):
				if last == 0 {
					return errUnlike
				}
				if left := frames.SkippedBytes(); left > last+oldTag || err != io.EOF { //nolint:errorlint // a wrapped one is an error
					return fmt.Errorf("%w: %d bytes at the end are not sound", ErrDamaged, left)
				}
				if frames.Info != nil {
					padding = *frames.Info
				}
				return nil
			case err != nil:
				return err
			case last == 0 && frame.Skipped > mostGarbage, last > 0 && frame.Skipped > 0:
				return fmt.Errorf("%w: %d bytes between frames are not sound", ErrDamaged, frame.Skipped)
			}
			last = len(frame.Data)
			if err := f(frame); err != nil {
				return err
			}
		}
	})
	return padding, err
}

// alike reports whether frames can be mixed in one file, as joint stereo and stereo can.
func alike(a, b container.FrameHeader) bool {
	return a.SameStream(b) && a.Channels == b.Channels && a.Profile == b.Profile
}

// writeFrames reads all parts again and writes their frames.
func (j *joiner) writeFrames(w io.WriteSeeker, p *framePlan) (Result, error) {
	out := newBuffered(w)
	result := Result{Length: container.Duration(p.frames*int64(p.first.Samples), p.first.Rate)}
	for _, frames := range p.starts {
		result.Starts = append(result.Starts, container.Duration(frames*int64(p.first.Samples), p.first.Rate))
	}
	if p.format == audio.MP3 {
		if _, err := out.Write(mp3Beginning(j.options, j.parts, p, result)); err != nil {
			return Result{}, unmarked(err)
		}
	}
	for i := range j.parts {
		room := 0 // bytes of sound in the frames of this part so far
		_, err := j.walk(i, p.format, func(frame container.Frame) error {
			if !alike(p.first.FrameHeader, frame.FrameHeader) {
				return fmt.Errorf("%w: the part changed while it was read", ErrDamaged)
			}
			// The first frames of an excerpt borrow bytes of frames that are missing. After another
			// part they would decode that part's bytes.
			if frame.BorrowedBytes() > room {
				frame.Silence(room)
			}
			room += frame.MainDataCapacity()
			_, err := out.Write(frame.Data)
			return err
		})
		if err != nil {
			return Result{}, err
		}
		j.tell(i + 1)
	}
	return result, out.Flush()
}

func unmarked(err error) error {
	var writing *writeError
	if errors.As(err, &writing) {
		return writing.err
	}
	return err
}

// places remembers the offsets of at most some thousand frames: first of every frame, then of every
// second, and so on.
type places struct {
	every, count int64
	at           []int64
}

func (p *places) add(at int64) {
	if p.every == 0 {
		p.every = 1
	}
	if p.count%p.every == 0 {
		if len(p.at) == 4096 {
			for i := range len(p.at) / 2 {
				p.at[i] = p.at[2*i]
			}
			p.at = p.at[:len(p.at)/2]
			p.every *= 2
		}
		if p.count%p.every == 0 {
			p.at = append(p.at, at)
		}
	}
	p.count++
}

// of returns the offset of a frame, or of an earlier frame close to it.
func (p *places) of(frame int64) int64 {
	if len(p.at) == 0 {
		return 0
	}
	return p.at[min(frame/p.every, int64(len(p.at)-1))]
}
