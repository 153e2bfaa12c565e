package audio

import (
	"errors"
	"fmt"

	"github.com/jfreymuth/vorbis"
)

// vorbisSource decodes Vorbis packets of any container.
type vorbisSource struct {
	vorbis  vorbis.Decoder
	mix     *downmix
	samples []float32
}

// newVorbisCodec returns the codec that the first and the third header describe.
func newVorbisCodec(identification, setup []byte) (*codec, error) {
	v, err := newVorbisSource(identification, setup)
	if err != nil {
		return nil, err
	}
	used := false
	return &codec{
		rate: v.vorbis.SampleRate(), channels: v.mix.channels(v.vorbis.Channels()), late: true,
		open: func() (packetDecoder, error) {
			if !used {
				used = true
				return v, nil
			}
			return newVorbisSource(identification, setup)
		},
	}, nil
}

// newVorbisSource returns a decoder for the first and the third header; the second has only
// comments.
func newVorbisSource(identification, setup []byte) (*vorbisSource, error) {
	v := &vorbisSource{}
	if !vorbis.IsHeader(identification) || identification[0] != 1 {
		return nil, errors.New("no header")
	}
	if err := v.vorbis.ReadHeader(identification); err != nil {
		return nil, err
	}
	channels := v.vorbis.Channels()
	if channels < 1 || channels > maxChannels {
		return nil, fmt.Errorf("%d channels are not supported", channels)
	}
	v.mix = newDownmix(vorbisLayouts[channels])
	// The library does not validate the block sizes.
	small, large := identification[28]&15, identification[28]>>4
	if small < 6 || large > 13 || small > large {
		return nil, errors.New("the block sizes are not valid in Vorbis")
	}
	if err := checkVorbisSetup(setup); err != nil {
		return nil, err
	}
	if err := v.vorbis.ReadHeader(vorbisSetup(setup)); err != nil {
		return nil, err
	}
	v.samples = make([]float32, v.vorbis.BufferSize())
	return v, nil
}

// decode returns no samples for the first packet, because each overlaps the previous one.
func (v *vorbisSource) decode(packet []byte) ([]float32, error) {
	if packet[0]&1 != 0 {
		return nil, nil // a header packet, not sound
	}
	samples, err := v.vorbis.DecodeInto(packet, v.samples)
	return v.mix.mix(samples), err
}

// restart makes the decoder forget the previous packet, after a gap in the packets.
func (v *vorbisSource) restart() { v.vorbis.Clear() }
