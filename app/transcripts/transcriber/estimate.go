package transcriber

import (
	"cmp"
	"context"
	"errors"
	"io"
	"time"

	"parlando/media/audio"
	"parlando/media/split"
)

const (
	// defaultUpload is the assumed upload rate in bytes a second, and defaultSpeedup the assumed
	// length of sound transcribed per second, until they are measured.
	defaultUpload  = 500_000
	defaultSpeedup = 20
)

// Estimate examines a file and sends nothing. It reads the whole of a file that must be split,
// which may take some seconds.
func (s *Transcriber) Estimate(ctx context.Context, path string, j Job) (Estimate, error) {
	source, err := openSource(path)
	if err != nil {
		return Estimate{}, err
	}
	defer source.Close()
	connection, _ := s.o.Services.Resolve(j.Connection)
	j.Connection = cmp.Or(connection, j.Connection)
	l := s.limits(j)
	e := Estimate{Format: source.kind, Bytes: source.size, Upload: source.size, Parts: 1, Converts: !source.taken}
	if source.taken {
		parts, err := split.Plan(ctx, source, source.size, l.split())
		switch {
		case ctx.Err() != nil:
			return Estimate{}, ctx.Err()
		case errors.Is(err, split.ErrLimit) && source.format != "",
			errors.Is(err, split.ErrFormat) && source.format != "" && source.readable() == nil:
			e.Converts = true
		case err != nil && (source.size > l.Bytes || source.format != ""):
			return Estimate{}, explain(err)
		case err == nil:
			e.Length, e.Parts = parts[len(parts)-1].End, len(parts)
			e.Upload = 0
			for _, p := range parts {
				e.Upload += p.Length()
			}
			e.Converts = len(parts) > 1 && source.format == audio.WAV && audio.SmallMP3Size(e.Length) <= l.Bytes
		}
	}
	if e.Converts {
		if e.Length == 0 {
			e.Length = s.length(ctx, source)
		}
		if e.Length == 0 {
			// The conversion will report the error.
			e.Length, _, _ = audio.Length(io.NewSectionReader(source, 0, source.size))
		}
		if e.Length > 0 {
			e.Upload = audio.SmallMP3Size(e.Length)
		}
		e.Parts = int((e.Upload + l.Bytes - 1) / l.Bytes)
		if l.Duration > 0 {
			e.Parts = max(e.Parts, int((e.Length+l.Duration-1)/l.Duration))
		}
	}
	e.Takes = EstimateDuration(e)
	return e, ctx.Err()
}

// EstimateDuration estimates how long a file takes, before any measurement.
func EstimateDuration(e Estimate) time.Duration {
	return time.Duration(float64(e.Upload)/defaultUpload*float64(time.Second)) + e.Length/defaultSpeedup
}

// length returns the length of a sound that will be converted or split, if known without decoding
// it.
func (s *Transcriber) length(ctx context.Context, f *source) time.Duration {
	// With the file's size as the limit, Plan measures the length without splitting.
	parts, err := split.Plan(ctx, f, f.size, split.Limits{Bytes: f.size})
	if err != nil || len(parts) == 0 {
		return 0
	}
	return parts[0].End
}
