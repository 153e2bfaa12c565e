package speech

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"parlando/app/problem"
	"parlando/media/audio"
)

// openFile is the speaker.Opener of a file. The file is a single clip, which can seek without
// decoding everything before the target.
func (r *reading) openFile(ctx context.Context, clip int) (audio.Decoder, error) {
	if clip > 0 {
		return nil, io.EOF
	}
	f, err := os.Open(r.path)
	if err != nil {
		return nil, unplayableFile(err)
	}
	d, err := audio.Open(closing(ctx, f))
	if err != nil {
		return nil, unplayableFile(err)
	}
	return playedFile{d, r}, nil
}

// playedFile decodes the played file and reports damaged places to the reading.
type playedFile struct {
	*audio.File
	r *reading
}

func (f playedFile) Read(samples []float32) (int, error) {
	n, err := f.File.Read(samples)
	f.r.noteDamage(f.File)
	return n, err
}

// noteDamage records that d has met damaged places in the sound.
func (r *reading) noteDamage(d audio.Decoder) {
	if d, ok := d.(interface{ Damaged() int }); !ok || d.Damaged() == 0 {
		return
	}
	r.s.mu.Lock()
	known := r.damaged
	r.damaged = true
	r.s.mu.Unlock()
	if !known {
		r.s.mark()
	}
}

// unplayableFile returns the error for a file that cannot be played. Unlike the sound of a service,
// the user can save a file in another format.
func unplayableFile(err error) error {
	failed := problem.Problem{Kind: problem.NotSound, Detail: err.Error()}
	var unsupported *audio.UnsupportedError
	var damaged *audio.DecodeError
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, fs.ErrNotExist):
		failed.Kind = problem.SoundMissing
	case errors.As(err, &unsupported):
		failed.Format = unsupported.Name
	case errors.As(err, &damaged):
		failed.Kind = problem.SoundDamaged
	case !errors.Is(err, audio.ErrUnknownFormat):
		return unplayable(err)
	}
	return fmt.Errorf("%w: %w", failed, err)
}

// measureFile determines the length of the file from its headers. If they do not contain it, as in
// a file of several sounds, it counts codec frames or decodes the file.
func (r *reading) measureFile() {
	f, err := os.Open(r.path)
	if err != nil {
		return // playing reports the same error
	}
	defer func() { _ = f.Close() }()
	length, exact, err := audio.Length(f)
	if err != nil {
		return
	}
	if length > 0 {
		r.measured(length, exact)
	}
	if exact {
		return
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return
	}
	if length, ok := lengthOf(r.ctx, f, "", length == 0); ok {
		r.measured(length, true)
	}
}

func (r *reading) measured(length time.Duration, exact bool) {
	r.s.mu.Lock()
	r.length, r.exact = length, exact
	r.s.mu.Unlock()
	r.s.mark()
}
