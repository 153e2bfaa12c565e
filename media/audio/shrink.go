package audio

import (
	"context"
	"errors"
	"io"
	"time"
)

// SmallMP3Size returns the approximate size of TranscodeToMP3's output: 6,000 bytes per second,
// 21.6 MB per hour.
func SmallMP3Size(length time.Duration) int64 {
	return int64(length.Seconds() * smallMP3Bitrate / 8)
}

// TranscodeToMP3 transcodes the sound of r to a small mono MP3 (see [NewSmallMP3]) for services
// that transcribe it (GATEWAY.md 2.8), and returns its length. Loudness and timing of speech stay
// the same. The sound is processed in blocks and may have any length.
//
// progress, which may be nil, is called in the same goroutine, at least once per second of work.
// total is the length of the sound from its header, or 0 if unknown.
//
// It returns the error of ctx, errors of r or w, [ErrUnknownFormat], or a [*DecodeError] if the
// sound is damaged. In the last case everything before the damage is written, and the returned
// length covers that.
func TranscodeToMP3(ctx context.Context, r io.ReadSeeker, w io.Writer, progress func(done, total time.Duration)) (time.Duration, error) {
	f, err := Open(r)
	if err != nil {
		return 0, err
	}
	var total time.Duration
	if progress != nil {
		total, _ = f.Length()
	}
	if err := f.Seek(0); err != nil { // measuring has moved the position
		return 0, err
	}
	d := Mono(f)
	e, err := NewSmallMP3(w, d.Rate())
	if err != nil {
		return 0, err
	}
	var frames int64
	buf := make([]float32, 8192)
	done := func() time.Duration {
		rate := int64(d.Rate())
		return time.Duration(frames/rate)*time.Second + time.Duration(frames%rate)*time.Second/time.Duration(rate)
	}
	told := time.Now()
	for {
		if err := ctx.Err(); err != nil {
			return done(), err
		}
		n, err := d.Read(buf)
		if err != nil {
			if err == io.EOF { //nolint:errorlint // Decoder returns it unwrapped
				err = nil
			}
			return done(), errors.Join(err, e.Close())
		}
		if err := e.Write(buf[:n]); err != nil {
			return done(), err
		}
		frames += int64(n)
		if progress != nil && time.Since(told) > every {
			progress(done(), total)
			told = time.Now()
		}
	}
}

// every is the interval between two calls of progress.
const every = 200 * time.Millisecond
