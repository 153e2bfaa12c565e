package audio

import (
	"errors"

	"parlando/media/container"

	aac "github.com/tphakala/go-aac/pcm"
)

// aacWarm is the number of AAC frames decoded and discarded after a seek, because consecutive
// frames overlap.
const aacWarm = 3

// aacMixes lists the channel positions of each configuration with more than two channels, in the
// order of aacLayouts.
var aacMixes = [...]string{3: "clr", 4: "clrb", 5: "clrLR", 6: "clrLR", 7: "clrlrLR"}

// aacDecoder decodes AAC frames without headers. For HE-AAC it decodes only the core, which has
// half the bandwidth and, in v2, a single channel. More than two channels are mixed down to two.
type aacDecoder struct {
	config   aacConfig
	splitter aacSplitter
	cores    []*aacCore // one for each audible element
	split    bool       // frames contain elements that the decoder refuses
	mix      *downmix   // nil for mono and stereo
}

// newAACCodec returns the codec that an AudioSpecificConfig describes.
func newAACCodec(config []byte) (*codec, error) {
	if len(config) < 2 {
		return nil, errors.New("the header of its sound is damaged")
	}
	return parseAACConfig(config).codec()
}

func (c aacConfig) codec() (*codec, error) {
	if err := c.supported(); err != nil {
		return nil, err
	}
	if c.index >= len(container.AACSampleRates) {
		return nil, &UnsupportedError{"AAC of an unusual rate"}
	}
	return &codec{
		rate: c.rate, channels: min(c.layout, 2), packet: int64(c.samples), warm: aacWarm * int64(c.samples),
		open: func() (packetDecoder, error) { return newAACDecoder(c), nil },
	}, nil
}

func newAACDecoder(c aacConfig) *aacDecoder {
	d := &aacDecoder{config: c, splitter: aacSplitter{config: c}}
	for _, kind := range aacLayouts[c.layout] {
		switch kind {
		case aacSingle:
			d.cores = append(d.cores, newAACCore(c, 1))
		case aacPair:
			d.cores = append(d.cores, newAACCore(c, 2))
		}
	}
	if c.layout > 2 {
		d.mix = newDownmix(aacMixes[c.layout])
	}
	return d
}

func (d *aacDecoder) decode(frame []byte) ([]float32, error) {
	if d.mix == nil && !d.split {
		samples, err := d.cores[0].decode(frame)
		if !errors.Is(err, aac.ErrUnsupported) {
			return samples, err
		}
		d.split = true
	}
	elements, err := d.splitter.split(frame)
	if err != nil {
		return nil, err
	}
	if d.mix == nil {
		samples, err := d.cores[0].decode(elements[0])
		if errors.Is(err, aac.ErrUnsupported) {
			err = &UnsupportedError{"AAC of an unusual kind"}
		}
		return samples, err
	}
	d.mix.start(d.config.samples)
	at := 0
	for i, core := range d.cores {
		samples, err := core.decode(elements[i])
		if err != nil {
			return nil, err
		}
		channels := len(core.bytes) / 2 / d.config.samples
		d.mix.add(samples, at, channels)
		at += channels
	}
	return d.mix.mixed, nil
}
