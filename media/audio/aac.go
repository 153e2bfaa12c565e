package audio

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	aac "github.com/tphakala/go-aac/pcm"
)

func newAAC(b *bufio.Reader) (*stream, error) {
	f := &frames{b: b, parse: parseADTSHeader, least: adtsHeaderLength}
	if err := f.start(); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, errors.New("it has no whole frame")
		}
		return nil, err
	}
	first := f.section
	if first.channels < 1 || first.channels > 2 {
		return nil, fmt.Errorf("AAC of layout %d is not supported, one channel or two are", first.channels)
	}
	src := &sections{frames: f, shape: shape{first.rate, first.channels}, open: openAAC}
	return newStream(AAC, first.rate, first.channels, src)
}

func openAAC(r io.Reader, _ frameHeader) (io.Reader, int, error) {
	d, err := aac.NewDecoder(r)
	if err != nil {
		return nil, 0, err
	}
	return d, d.Info().Channels, nil
}
