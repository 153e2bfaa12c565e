package audio

import (
	"context"
	"errors"
	"io"
	"time"
)

// SmallMP3Bytes is about how many bytes Shrink writes for a sound: 6,000 a second, 21.6 MB an hour.
func SmallMP3Bytes(length time.Duration) int64 {
	return int64(length.Seconds() * smallMP3Bitrate / 8)
}

// Shrink writes the sound of r to w as an MP3 of one channel (see [NewSmallMP3]), and returns its
// length. Speech keeps its loudness and its times, for services that transcribe it (GATEWAY.md
// 2.8). A sound of any length is processed in blocks.
//
// progress, which may be nil, is called in the same goroutine now and then, at least each second of
// work: total is the length of the sound by its header, and 0 when that is not known.
//
// It ends with the error of ctx, with what r or w failed with, with [ErrUnknownFormat], or
// with an [*DecodeError] when the sound is damaged: what came before is written then, and the
// length says how much that is.
func Shrink(ctx context.Context, r io.ReadSeeker, w io.Writer, progress func(done, total time.Duration)) (time.Duration, error) {
	f, err := Open(r)
	if err != nil {
		return 0, err
	}
	var total time.Duration
	if progress != nil {
		total, _ = f.Length()
	}
	if err := f.Seek(0); err != nil { // measuring has read elsewhere
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
			if err == io.EOF { //nolint:errorlint // Decoder gives it bare
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

// every is the time between two reports of progress.
const every = 200 * time.Millisecond
