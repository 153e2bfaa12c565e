package concat

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"parlando/media/audio"
)

// Part is one of the sounds to concatenate.
type Part struct {
	// Name identifies the part in error messages.
	Name string
	// PCM declares headerless samples, which cannot be detected from the bytes.
	PCM bool
	// Chapter is the title of the chapter that starts with this part; "" if none does.
	Chapter string
	// Open opens the part at its start. It is called several times, but never while the previous
	// reader is still open.
	Open func() (io.ReadCloser, error)
}

// Options describe the file that Concat writes.
type Options struct {
	// Format is one of MP3, AAC, Opus, FLAC, WAV and PCM.
	Format audio.Format
	// Title and Artist are written unless empty, if the format supports them.
	Title, Artist string
	// Progress, unless nil, is called after each part with the number of written parts.
	Progress func(written int)
}

// Result describes the written file.
type Result struct {
	Length time.Duration
	// Starts has the start of each part in the file.
	Starts []time.Duration
}

// PartError identifies the part that could not be used.
type PartError struct {
	Index int // from 0
	Name  string
	Err   error
}

func (e *PartError) Error() string { return fmt.Sprintf("%s: %v", e.Name, e.Err) }

// Unwrap returns the cause.
func (e *PartError) Unwrap() error { return e.Err }

var (
	// ErrNoParts means that the list of parts is empty.
	ErrNoParts = errors.New("there are no parts to join")
	// ErrDamaged means that a part contains damaged data, or no sound at all.
	ErrDamaged = errors.New("the sound is damaged")
	// ErrTooLong means that a WAV would exceed the 4 GB limit of its format. FLAC has no such
	// limit.
	ErrTooLong = errors.New("a WAV cannot be longer than 4 GB")
	// ErrParametersDiffer means that the parts have different parameters and the format cannot be
	// encoded.
	ErrParametersDiffer = errors.New("the parts differ and cannot be converted to one format")
)

// Concat writes all parts as one file to w, which must be empty. The error is a [*PartError] if a
// part is the cause, an error of w, the error of ctx, or one of the Err values above. After an
// error the contents of w are unusable.
func Concat(ctx context.Context, w io.WriteSeeker, parts []Part, o Options) (Result, error) {
	if len(parts) == 0 {
		return Result{}, ErrNoParts
	}
	j := &joiner{ctx: ctx, parts: parts, options: o}
	switch o.Format {
	case audio.MP3, audio.AAC:
		plan, err := j.scanFrames(o.Format)
		if errors.Is(err, errUnlike) {
			if err := j.damaged(o.Format); err != nil {
				return Result{}, err
			}
			return j.encode(w)
		}
		if err != nil {
			return Result{}, err
		}
		return j.writeFrames(w, plan)
	case audio.Opus:
		return j.joinOpus(w)
	case audio.WAV, audio.FLAC, audio.PCM:
		return j.encode(w)
	}
	return Result{}, fmt.Errorf("sounds cannot be concatenated as %q", string(o.Format))
}

// CheckPart reads a part of a file in format f to its end and returns the error that Concat would:
// a [*PartError] or the error of ctx. Like Concat, it does not decode a part that can be joined
// without decoding.
func CheckPart(ctx context.Context, part Part, f audio.Format) error {
	j := &joiner{ctx: ctx, parts: []Part{part}, options: Options{Format: f}}
	var err error
	switch f {
	case audio.MP3, audio.AAC:
		_, err = j.scanFrames(f)
	case audio.Opus:
		_, err = j.scanOpus()
	default:
		err = errUnlike
	}
	if errors.Is(err, errUnlike) { // the part must be decoded, so try that
		err = j.each(0, func(r io.Reader) error {
			return decode(r, part.PCM, func(d audio.Decoder) (audio.Decoder, error) { return d, nil }, func([]float32) error { return nil })
		})
	}
	return err
}

type joiner struct {
	ctx     context.Context
	parts   []Part
	options Options
}

// tell calls Options.Progress, if set.
func (j *joiner) tell(written int) {
	if j.options.Progress != nil {
		j.options.Progress(written)
	}
}

// errUnlike means that the parts have different parameters and must be encoded again.
var errUnlike = errors.New("the parts are unlike")

// each opens a part and calls f with its reader. Errors of f become a PartError.
func (j *joiner) each(i int, f func(r io.Reader) error) error {
	if err := j.ctx.Err(); err != nil {
		return err
	}
	r, err := j.parts[i].Open()
	if err != nil {
		return &PartError{i, j.parts[i].Name, err}
	}
	defer r.Close()
	var writing *writeError
	err = f(contextReader{j.ctx, r})
	switch {
	case err == nil:
		return nil
	case errors.As(err, &writing):
		return writing.err
	case j.ctx.Err() != nil:
		return j.ctx.Err()
	case errors.Is(err, errUnlike):
		return err
	}
	return &PartError{i, j.parts[i].Name, err}
}

// contextReader is a reader that fails once its context is done.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (s contextReader) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}

// writeError marks an error of the output file, so that no part is blamed for it.
type writeError struct{ err error }

func (e *writeError) Error() string { return e.err.Error() }
func (e *writeError) Unwrap() error { return e.err }

func writing(err error) error {
	if err == nil {
		return nil
	}
	return &writeError{err}
}

// bufferedFile is a buffered writer that can still seek back, as headers require.
type bufferedFile struct {
	*bufio.Writer
	below io.WriteSeeker
	n     int64
}

func newBuffered(w io.WriteSeeker) *bufferedFile {
	return &bufferedFile{Writer: bufio.NewWriterSize(w, 64<<10), below: w}
}

func (b *bufferedFile) Write(p []byte) (int, error) {
	n, err := b.Writer.Write(p)
	b.n += int64(n)
	return n, writing(err)
}

func (b *bufferedFile) Seek(offset int64, whence int) (int64, error) {
	if err := b.Flush(); err != nil {
		return 0, writing(err)
	}
	at, err := b.below.Seek(offset, whence)
	return at, writing(err)
}
