package speech

import (
	"context"
	"io"
	"os"
	"time"

	"parley/media/audio"
)

// openFile is the speaker.Opener of a file: one clip, which goes to any place without decoding what is before it.
func (r *reading) openFile(ctx context.Context, clip int) (audio.Decoder, error) {
	if clip > 0 {
		return nil, io.EOF
	}
	f, err := os.Open(r.path)
	if err != nil {
		return nil, unplayable(err)
	}
	d, err := audio.Open(closing(ctx, f))
	if err != nil {
		return nil, unplayable(err)
	}
	return d, nil
}

// measureFile finds the length of the file without decoding it: what its headers tell first, then what its frames add up to.
func (r *reading) measureFile() {
	f, err := os.Open(r.path)
	if err != nil {
		return // it cannot be played either, which is told
	}
	defer func() { _ = f.Close() }()
	length, exact, err := audio.Length(f)
	if err != nil || length == 0 {
		return
	}
	r.measured(length, exact)
	if exact {
		return
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return
	}
	if length, ok := lengthOf(r.ctx, f, "", false); ok {
		r.measured(length, true)
	}
}

func (r *reading) measured(length time.Duration, exact bool) {
	r.s.mu.Lock()
	r.length, r.exact = length, exact
	r.s.mu.Unlock()
	r.s.mark()
}
