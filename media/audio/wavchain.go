package audio

import (
	"io"

	"parlando/media/container"
)

// wavSource reads the samples of a WAV; another WAV may follow.
type wavSource struct {
	linear
	header *container.WAV
	file   *container.Reader
}

func (w *wavSource) behind() (*stream, error) {
	if unit, _ := w.unit(); w.left >= unit || w.left < 0 {
		return nil, io.EOF // the samples have no declared end, or are truncated
	}
	if err := w.header.NextWAV(w.file); err != nil {
		return nil, container.AsEOF(err)
	}
	return openBehind(w.file)
}
