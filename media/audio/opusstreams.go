package audio

import (
	"errors"
	"fmt"
)

// vorbisLayouts lists the channel positions for each number of channels in Vorbis and Opus (RFC
// 7845, 5.1.1.2).
var vorbisLayouts = [...]string{1: "c", 2: "lr", 3: "lcr", 4: "lrLR", 5: "lcrLR", 6: "lcrLR-", 7: "lcrLRb-", 8: "lcrLRLR-"}

// opusStreams decodes packets of several mono or stereo streams and mixes them down to two
// channels.
type opusStreams struct {
	streams []*opusSource
	mapping []byte // index of the decoded channel for each output channel; 255 is silence
	mix     *downmix
	places  []float32 // buffer for one channel
}

// newOpusStreams returns a decoder for a header with more than one stream.
func newOpusStreams(head opusHead) (*opusStreams, error) {
	if head.family != 1 || head.channels < 2 || head.channels >= len(vorbisLayouts) {
		return nil, &UnsupportedError{fmt.Sprintf("Opus of %d channels in an unusual arrangement", head.channels)}
	}
	if head.coupled > head.streams || head.streams < 1 || head.streams > head.channels || len(head.mapping) != head.channels {
		return nil, errors.New("the header is damaged")
	}
	o := &opusStreams{mapping: head.mapping, mix: newDownmix(vorbisLayouts[head.channels])}
	for i := range head.streams {
		channels := 1
		if i < head.coupled {
			channels = 2
		}
		s, err := newOpusSource(channels, head.gain)
		if err != nil {
			return nil, err
		}
		o.streams = append(o.streams, s)
	}
	return o, nil
}

func (o *opusStreams) decode(packet []byte) ([]float32, error) {
	frames, from := -1, 0
	for i, s := range o.streams {
		one := packet
		if i < len(o.streams)-1 {
			var err error
			if one, packet, err = opusDelimited(packet); err != nil {
				return nil, err
			}
		}
		samples, err := s.decode(one)
		if err != nil {
			return nil, err
		}
		if frames < 0 {
			frames = len(samples) / s.channels
			o.mix.start(frames)
		}
		for c := range s.channels {
			o.places = o.places[:0]
			for at := c; at < len(samples); at += s.channels {
				o.places = append(o.places, samples[at])
			}
			for place, source := range o.mapping {
				if int(source) == from+c {
					o.mix.add(o.places, place, 1)
				}
			}
		}
		from += s.channels
	}
	return o.mix.mixed, nil
}

var errOpusPacket = errors.New("a packet of several streams is damaged")

// opusDelimited splits a self-delimited packet (RFC 6716, appendix B) off b. It returns the packet
// in the standard form and the rest of b.
func opusDelimited(b []byte) (packet, rest []byte, err error) {
	at := 0
	short := false
	next := func() int {
		if at >= len(b) {
			short = true
			return 0
		}
		at++
		return int(b[at-1])
	}
	length := func() int {
		n := next()
		if n >= 252 {
			n += 4 * next()
		}
		return n
	}
	toc := next()
	head := []byte{byte(toc)}
	size := 0 // total size of the frames and the padding
	// lengths copies the frame lengths, which the standard form contains, too.
	lengths := func(count int) {
		for range count {
			from := at
			size += length()
			head = append(head, b[min(from, len(b)):at]...)
		}
	}
	switch toc & 3 {
	case 0:
		size = length()
	case 1:
		size = 2 * length()
	case 2:
		lengths(1)
		size += length()
	case 3:
		kind := next()
		head = append(head, byte(kind))
		count, padding := kind&63, 0
		for more := kind&64 != 0; more && !short; {
			n := next()
			head = append(head, byte(n))
			more = n == 255
			padding += min(n, 254)
		}
		if kind&128 != 0 {
			lengths(max(0, count-1))
			size += length()
		} else {
			size = count * length()
		}
		size += padding
	}
	if short || size > len(b)-at {
		return nil, nil, errOpusPacket
	}
	return append(head, b[at:at+size]...), b[at+size:], nil
}
