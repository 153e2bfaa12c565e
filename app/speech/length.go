package speech

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"parlando/media/audio"
)

// lengthOf returns the length of a sound. It counts codec frames where possible and decodes only if
// decode is set; ok is false if the sound would have to be decoded.
func lengthOf(ctx context.Context, r io.Reader, format string, decode bool) (length time.Duration, ok bool) {
	head := make([]byte, 64)
	n, _ := io.ReadFull(r, head)
	r = io.MultiReader(bytes.NewReader(head[:n]), r)
	switch f := audio.DetectFormat(head[:n]); {
	case format != "pcm" && (f == audio.MP3 || f == audio.AAC):
		return framesLength(ctx, r, f)
	case decode, format == "pcm", f == audio.WAV:
		return decodedLength(ctx, r, format)
	}
	return 0, false
}

func framesLength(ctx context.Context, r io.Reader, f audio.Format) (time.Duration, bool) {
	frames, err := audio.NewFrameReader(r, f)
	if err != nil {
		return 0, false
	}
	var seconds float64
	for {
		frame, err := frames.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || ctx.Err() != nil {
			return 0, false
		}
		seconds += float64(frame.Samples) / float64(frame.Rate)
	}
	return time.Duration(seconds * float64(time.Second)), seconds > 0
}

func decodedLength(ctx context.Context, r io.Reader, format string) (time.Duration, bool) {
	d, err := decoder(r, format)
	if err != nil {
		return 0, false
	}
	samples, buf := 0, make([]float32, 4096*d.Channels())
	for err == nil && ctx.Err() == nil {
		var n int
		n, err = d.Read(buf)
		samples += n
	}
	if err != io.EOF { //nolint:errorlint // as io.Reader
		return 0, false
	}
	return time.Duration(float64(samples) / float64(d.Channels()*d.Rate()) * float64(time.Second)), samples > 0
}
