package audio

import (
	"fmt"
	"math"

	"parlando/media/container"
)

// The supported sample codings of a WAV.
const (
	wavInteger = 0x0001
	wavFloat   = 0x0003
	wavALaw    = 0x0006
	wavULaw    = 0x0007
	wavMP3     = 0x0055
	wavMSADPCM = 0x0002 // this and the following codings use blocks
	wavIMA     = 0x0011
	wavGSM     = 0x0031
)

// newWAV reads the header of a WAV up to its samples.
func newWAV(b *container.Reader) (*stream, error) {
	w, err := container.NewWAV(b)
	if err != nil {
		return nil, err
	}
	width := (w.Bits + 7) / 8
	if w.Bits == 24 && w.Align == 4*w.Channels {
		width = 4 // 24-bit samples padded to four bytes
	}
	l := &wavSource{linear: linear{r: b, width: width, channels: w.Channels, order: w.Order, left: w.Size}, header: w, file: b}
	if w.Size == 0 || w.Size >= 0x7fff_0000 && w.Size <= math.MaxUint32 {
		l.left = -1 // often a placeholder
	}
	switch n := w.Channels; {
	case n > maxChannels && n <= 64 && w.Bits > 0:
		return nil, &UnsupportedError{fmt.Sprintf("WAV with %d channels", n)}
	case n < 1 || n > maxChannels:
		return nil, fmt.Errorf("%d channels are not supported", n)
	}
	if l.codec = newWAVBlocks(w); l.codec != nil {
		l.width = w.Align
		return newStream(WAV, w.Rate, w.Channels, l)
	}
	switch {
	case w.Coding == wavMP3:
		return newMP3(b)
	case w.Coding == wavInteger && width == 1:
		l.convert = uint8Sample
	case w.Coding == wavInteger:
		l.convert = integerSample(width)
	case w.Coding == wavFloat && w.Bits%8 == 0:
		l.convert = floatSample(width)
	case w.Coding == wavALaw && width == 1:
		l.convert = alawSample
	case w.Coding == wavULaw && width == 1:
		l.convert = ulawSample
	case w.Coding != wavFloat:
		return nil, &UnsupportedError{wavName(w.Coding)}
	}
	if l.convert == nil {
		return nil, &UnsupportedError{fmt.Sprintf("WAV with samples of %d bits", w.Bits)}
	}
	l.mix = newDownmix(layoutOfMask(w.ChannelMask, w.Channels))
	return newStream(WAV, w.Rate, l.mix.channels(w.Channels), l)
}
