package audio

import (
	"errors"
	"fmt"

	"github.com/jfreymuth/vorbis"
)

// vorbisSource decodes the packets of Vorbis, whatever they came in.
type vorbisSource struct {
	vorbis  vorbis.Decoder
	samples []float32
}

// newVorbisCodec takes the first and the third header of a sound.
func newVorbisCodec(identification, setup []byte) (*codec, error) {
	v, err := newVorbisSource(identification, setup)
	if err != nil {
		return nil, err
	}
	used := false
	return &codec{
		rate: v.vorbis.SampleRate(), channels: v.vorbis.Channels(), late: true,
		open: func() (packetDecoder, error) {
			if !used {
				used = true
				return v, nil
			}
			return newVorbisSource(identification, setup)
		},
	}, nil
}

// newVorbisSource takes the first and the third header of a sound; the second only tells of it.
func newVorbisSource(identification, setup []byte) (*vorbisSource, error) {
	v := &vorbisSource{}
	if !vorbis.IsHeader(identification) || identification[0] != 1 {
		return nil, errors.New("it has no header")
	}
	if err := v.vorbis.ReadHeader(identification); err != nil {
		return nil, err
	}
	if channels := v.vorbis.Channels(); channels < 1 || channels > maxChannels {
		return nil, fmt.Errorf("%d channels are none that sound has", channels)
	}
	// The library believes what these say.
	small, large := identification[28]&15, identification[28]>>4
	if small < 6 || large > 13 || small > large {
		return nil, errors.New("the sizes of its blocks are none that Vorbis has")
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

// decode gives no samples for the first packet: each one overlaps the one before.
func (v *vorbisSource) decode(packet []byte) ([]float32, error) {
	if packet[0]&1 != 0 {
		return nil, nil // a header
	}
	return v.vorbis.DecodeInto(packet, v.samples)
}

// restart forgets the packet before, which is not there.
func (v *vorbisSource) restart() { v.vorbis.Clear() }
