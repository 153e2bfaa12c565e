package audio

import (
	"cmp"
	"fmt"

	"parlando/media/container"
)

// The AAC audio object types that are distinguished (ISO 14496-3, 1.5.1).
const (
	aacLC  = 2
	aacSBR = 5  // HE-AAC: the upper half of the band is coded parametrically
	aacPS  = 29 // HE-AAC v2: the second channel is parametric, too
)

// aacConfig is a decoded AudioSpecificConfig (ISO 14496-3, 1.6.2.1).
type aacConfig struct {
	kind  int // object type of the core: aacLC, or one that is not decoded
	rate  int // of the core, in Hz; 0 if missing
	index int // index of rate in container.AACSampleRates; 15 if rate is explicit
	// channel configuration: 1 to 6 channels are 1 to 6, 7 is 7.1, 0 is declared elsewhere
	layout  int
	samples int // per frame and channel
}

// parseAACConfig parses an AudioSpecificConfig. Missing bits read as zeros.
func parseAACConfig(config []byte) aacConfig {
	r := &highBits{b: config}
	readKind := func() int {
		kind := r.take(5)
		if kind == 31 {
			kind = 32 + r.take(6)
		}
		return kind
	}
	readRate := func() (rate, index int) {
		switch index = r.take(4); {
		case index == 15:
			rate = r.take(24)
		case index < len(container.AACSampleRates):
			rate = container.AACSampleRates[index]
		}
		return rate, index
	}
	c := aacConfig{kind: readKind(), samples: 1024}
	c.rate, c.index = readRate()
	c.layout = r.take(4)
	if c.kind == aacSBR || c.kind == aacPS { // the output rate and the core's object type follow
		readRate()
		c.kind = readKind()
	}
	if r.take(1) == 1 {
		c.samples = 960
	}
	return c
}

// aacKinds names the audio object types that are not decoded.
var aacKinds = map[int]string{
	1: "AAC Main", 3: "AAC SSR", 4: "AAC LTP", 23: "AAC-LD", 39: "AAC-ELD", 42: "xHE-AAC (USAC)", 36: "MPEG-4 ALS",
	32: "MPEG audio in this container", 33: "MPEG audio in this container", 34: "MPEG audio in this container",
}

// supported returns an [*UnsupportedError] if the configuration cannot be decoded.
func (c aacConfig) supported() error {
	name := ""
	switch {
	case c.kind != aacLC:
		name = cmp.Or(aacKinds[c.kind], fmt.Sprintf("MPEG-4 audio of type %d", c.kind))
	case c.samples != 1024:
		name = "AAC with frames of 960 samples"
	case c.layout == 0, c.layout >= len(aacLayouts):
		name = "AAC with an unusual arrangement of channels"
	default:
		return nil
	}
	return &UnsupportedError{name}
}

// core returns the AudioSpecificConfig of a single element with one or two channels.
func (c aacConfig) core(channels int) []byte {
	return []byte{aacLC<<3 | byte(c.index>>1), byte(c.index<<7) | byte(channels<<3)}
}
