package speech

import (
	"context"
	"errors"
	"fmt"
	"io"

	"parlando/app/problem"
	"parlando/client"
	"parlando/media/audio"
)

// clip decodes the sound of a part for playback. If a response is interrupted, decoding continues
// at the same sample of the next response, so that nothing is heard twice.
type clip struct {
	ctx      context.Context
	line     *speechLine
	part     *speechPart
	rate     int
	channels int

	decoder audio.Decoder
	source  audio.Decoder // the decoder of the response, wrapped by decoder
	try     int
	given   int // samples returned so far
}

// newClip returns a decoder for a part once its first bytes have arrived.
func newClip(ctx context.Context, l *speechLine, p *speechPart) (audio.Decoder, error) {
	c := &clip{ctx: ctx, line: l, part: p}
	if err := c.begin(); err != nil {
		return nil, err
	}
	return c, nil
}

func (c *clip) Rate() int     { return c.rate }
func (c *clip) Channels() int { return c.channels }

func (c *clip) Read(samples []float32) (int, error) {
	for {
		n, err := c.decoder.Read(samples)
		c.line.r.noteDamage(c.source)
		c.given += n
		if n > 0 || err == nil {
			return n, nil
		}
		if err == io.EOF && !c.line.broke(c.part, c.try) { //nolint:errorlint // as io.Reader
			return 0, io.EOF
		}
		if err := c.again(err); err != nil {
			return 0, err
		}
	}
}

// begin starts decoding the part at its beginning.
func (c *clip) begin() error {
	for {
		bytes, format, try, err := c.line.bytes(c.ctx, c.part, c.try)
		if err != nil {
			return err
		}
		c.try = try
		c.decoder, err = decoder(bytes, format)
		if err == nil {
			break
		}
		if c.ctx.Err() != nil || !c.line.broke(c.part, try) {
			return unplayable(err)
		}
	}
	c.source = c.decoder
	if c.rate == 0 {
		c.rate, c.channels = c.decoder.Rate(), c.decoder.Channels()
		return nil
	}
	if c.channels == 1 {
		c.decoder = audio.Mono(c.decoder)
	}
	if c.decoder.Channels() != c.channels {
		return unplayable(fmt.Errorf("a sound of %d channels continues with %d", c.channels, c.decoder.Channels()))
	}
	c.decoder = audio.Resample(c.decoder, c.rate)
	return nil
}

// again continues with the next response after one that ended with err.
func (c *clip) again(err error) error {
	if c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	for {
		if !c.line.broke(c.part, c.try) {
			return unplayable(err)
		}
		if err := c.begin(); err != nil {
			return err
		}
		left := c.given
		skipped := make([]float32, 4096*c.channels)
		for left > 0 {
			var n int
			if n, err = c.decoder.Read(skipped[:min(left, len(skipped))]); err != nil {
				break
			}
			left -= n
		}
		if left == 0 || err == io.EOF && !c.line.broke(c.part, c.try) { //nolint:errorlint // as io.Reader
			return nil // the new response is shorter and has ended before this sample
		}
	}
}

// broke reports whether the response of an attempt was interrupted. The decoder may have reported
// this as a different error.
func (l *speechLine) broke(p *speechPart, try int) bool {
	l.r.s.mu.Lock()
	b, last := p.body, p.tries
	l.r.s.mu.Unlock()
	if last > try {
		return true
	}
	if b == nil {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err != nil && b.err != io.EOF //nolint:errorlint // as io.Reader
}

// decoder returns a decoder for r. It uses format only where the bytes do not identify themselves.
func decoder(r io.Reader, format string) (audio.Decoder, error) {
	if format == string(client.AudioPCM) {
		return audio.NewPCMDecoder(r), nil
	}
	return audio.NewDecoder(r)
}

// unplayable returns the problem for a sound that cannot be played.
func unplayable(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%w: %w", problem.New(problem.Unplayable, "this sound cannot be played"), err)
}
