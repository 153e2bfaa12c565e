package audio

import (
	"errors"
	"io"

	"parlando/media/container"

	aac "github.com/tphakala/go-aac/pcm"
)

// aacWarm is how many frames of AAC are decoded before the first that is heard behind a jump: they
// overlap by one.
const aacWarm = 3

// aacMixes are the places of the channels of each configuration of more than two, in the order of
// aacLayouts.
var aacMixes = [...]string{3: "clr", 4: "clrb", 5: "clrLR", 6: "clrLR", 7: "clrlrLR"}

// aacDecoder decodes frames of AAC without headers. Of HE-AAC it decodes the core: half the band,
// in one channel where a second one is made up (v2). More than two channels are mixed into two.
type aacDecoder struct {
	config   aacConfig
	splitter aacSplitter
	cores    []*aacCore // for each element that is heard
	extended bool       // frames have what the decoder refuses
	mix      *downmix   // nil for one channel or two
}

// newAACCodec reads an AudioSpecificConfig.
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
	if c.index >= len(container.AACRates) {
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
	if d.mix != nil {
		return d.mixed(frame)
	}
	if d.extended {
		frame = d.splitter.plain(frame)
	}
	samples, err := d.cores[0].decode(frame)
	if errors.Is(err, aac.ErrUnsupported) && !d.extended {
		d.extended = true
		samples, err = d.cores[0].decode(d.splitter.plain(frame))
	}
	if errors.Is(err, aac.ErrUnsupported) {
		err = &UnsupportedError{"AAC of an unusual kind"}
	}
	return samples, err
}

// mixed decodes the elements of a frame and mixes them.
func (d *aacDecoder) mixed(frame []byte) ([]float32, error) {
	elements, err := d.splitter.split(frame)
	if err != nil {
		return nil, err
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

// newAAC decodes from where b stands; known is what the frame there agrees in, if it is known.
func newAAC(b *container.Reader, known container.FrameHeader) (*stream, error) {
	f := &frames{in: container.NewADTS(b)}
	f.in.Expect(known)
	if err := f.start(); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, errors.New("it has no whole frame")
		}
		return nil, err
	}
	first := f.section
	c, err := adtsConfig(f.next).codec()
	if err != nil {
		return nil, err
	}
	src := &sections{frames: f, shape: shape{first.Rate, c.channels}, open: openAAC}
	return newStream(AAC, first.Rate, c.channels, src)
}

// openAAC decodes frames with their headers.
func openAAC(r io.Reader, _ container.FrameHeader) (io.Reader, int, error) {
	d := &adtsDecoder{r: r}
	if err := d.fill(); err != nil {
		return nil, 0, err
	}
	return d, d.channels, nil
}
