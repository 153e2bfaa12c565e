package audio

import (
	"io"
	"sort"
)

// mp4Places finds places among the packets of a track.
type mp4Places struct {
	first *stream
	track *mp4Track
}

// before is how many samples of what is heard the packets before one have.
func (p *mp4Places) before(packet int) int64 {
	c, rate := p.track.codec, p.first.rate
	if len(p.track.changes) > 0 {
		return p.track.before(packet)
	}
	if c.packet > 0 {
		return int64(packet) * c.packet
	}
	var all int64
	for _, packet := range p.track.Packets[:packet] {
		if c.width > 0 {
			all += int64(packet.Size) / int64(c.width)
		} else {
			all += int64(packet.Ticks)
		}
	}
	if c.width > 0 || p.track.Timescale == 0 {
		return all
	}
	scale := int64(p.track.Timescale)
	return all/scale*int64(rate) + all%scale*int64(rate)/scale
}

func (p *mp4Places) length() (int64, bool, error) {
	skip, length := p.track.trim(p.first.rate)
	there := max(0, p.before(len(p.track.Packets))-skip)
	if length < 0 || there < length {
		length = there
	}
	return length, length > 0, nil
}

func (p *mp4Places) from(frame int64) (*stream, error) {
	skip, length := p.track.trim(p.first.rate)
	want := frame + skip
	// The first packet that begins behind the place; decoding begins before it.
	packet := sort.Search(len(p.track.Packets), func(i int) bool { return p.before(i+1) > want-p.track.codec.warm })
	if packet == len(p.track.Packets) {
		return nil, io.EOF
	}
	s, err := newMP4Stream(p.first.src.(*mp4Source).file, p.track, packet, p.first)
	if err != nil {
		return nil, err
	}
	if length >= 0 {
		length = max(0, length-frame)
	}
	return s.seekTo(want-p.before(packet), length)
}
