package audio

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/jfreymuth/vorbis"
)

// vorbisSource decodes the packets of Vorbis, whatever they came in.
type vorbisSource struct {
	vorbis  vorbis.Decoder
	samples []float32
	// The headers it was made of.
	identification, setup []byte
}

// newVorbisSource takes the first and the third header of a sound; the second only tells of it.
func newVorbisSource(identification, setup []byte) (*vorbisSource, error) {
	v := &vorbisSource{identification: identification, setup: setup}
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
	if err := v.vorbis.ReadHeader(setup); err != nil {
		return nil, err
	}
	v.samples = make([]float32, v.vorbis.BufferSize())
	return v, nil
}

// decode gives no samples for the first packet: each one overlaps the one before.
func (v *vorbisSource) decode(packet []byte) ([]float32, error) {
	return v.vorbis.DecodeInto(packet, v.samples)
}

// oggVorbis decodes the packets of an Ogg.
type oggVorbis struct {
	ogg    *oggPackets
	vorbis *vorbisSource
	heard  int64 // frames so far
}

func newOggVorbis(b *bufio.Reader) (*stream, error) {
	src := &oggVorbis{ogg: newOggPackets(b)}
	var headers [3][]byte
	for i := range headers {
		var err error
		if headers[i], _, err = src.ogg.next(); err != nil {
			return nil, err
		}
	}
	var err error
	if src.vorbis, err = newVorbisSource(headers[0], headers[2]); err != nil {
		return nil, err
	}
	return newStream(Vorbis, src.vorbis.vorbis.SampleRate(), src.vorbis.vorbis.Channels(), src)
}

func (v *oggVorbis) next() ([]float32, error) {
	for {
		samples, _, err := v.packet()
		if len(samples) > 0 || err != nil {
			return samples, err
		}
	}
}

// packet decodes one packet, and tells whether it is the last of its page. What it gives may be empty.
func (v *oggVorbis) packet() (samples []float32, endsPage bool, err error) {
	packet, endsPage, err := v.ogg.next()
	if err != nil {
		return nil, false, err
	}
	if len(packet) == 0 || packet[0]&1 != 0 { // a header: another file was joined on
		return nil, endsPage, nil
	}
	samples, err = v.vorbis.decode(packet)
	if err != nil {
		return nil, endsPage, err
	}
	channels := v.vorbis.vorbis.Channels()
	v.heard += int64(len(samples) / channels)
	return v.ogg.trim(samples, v.heard, channels), endsPage, nil
}

// resume decodes from a page of b on, whose number of frames since the start is told by its end.
func (v *oggVorbis) resume(b *bufio.Reader) (oggSource, error) {
	codec, err := newVorbisSource(v.vorbis.identification, v.vorbis.setup)
	return &oggVorbis{ogg: newOggPackets(b), vorbis: codec}, err
}

func (v *oggVorbis) before() int64        { return 0 }
func (v *oggVorbis) packets() *oggPackets { return v.ogg }
func (v *oggVorbis) count(heard int64)    { v.heard = heard }
func (v *oggVorbis) warm() int64          { return 0 }
