package audio

import (
	"io"
	"sort"
)

// mp4Places seeks among the packets of a track.
type mp4Places struct {
	first *stream
	file  io.ReadSeeker
	track *mp4Track
}

// before returns the number of audible samples per channel before a packet.
func (p *mp4Places) before(packet int) int64 {
	c, rate := p.track.codec, p.first.rate
	if c.packet > 0 {
		return int64(packet) * c.packet
	}
	var all int64
	for _, packet := range p.track.Packets[:packet] {
		if c.unit.Bytes > 0 {
			all += int64(packet.Size) / int64(c.unit.Bytes)
		} else {
			all += int64(packet.Ticks)
		}
	}
	if c.unit.Bytes > 0 || p.track.Timescale == 0 {
		return all
	}
	scale := int64(p.track.Timescale)
	return all/scale*int64(rate) + all%scale*int64(rate)/scale
}

func (p *mp4Places) length() (int64, bool, error) {
	there := p.before(len(p.track.Packets))
	var all int64
	for _, piece := range p.track.pieces(p.first.rate, there) {
		rest := max(0, there-piece.start)
		switch {
		case piece.start < 0:
			rest = piece.length
		case piece.length >= 0:
			rest = min(rest, piece.length)
		}
		all += rest
	}
	return all, all > 0, nil
}

// from decodes starting exactly at frame.
func (p *mp4Places) from(frame int64) (*stream, int64, error) {
	pieces := p.track.pieces(p.first.rate, p.before(len(p.track.Packets)))
	at := frame
	for len(pieces) > 1 && frame >= pieces[0].length {
		frame -= pieces[0].length
		pieces = pieces[1:]
	}
	if len(pieces) == 0 {
		return nil, 0, io.EOF
	}
	edit := pieces[0]
	if edit.start >= 0 {
		edit.start += frame
	}
	if edit.length >= 0 {
		edit.length = max(0, edit.length-frame)
	}
	s, err := p.edit(edit)
	if err == nil && len(pieces) > 1 {
		s, err = newStream(p.track.format, s.rate, s.channels, &mp4Pieces{places: p, now: s, follow: pieces[1:]})
	}
	return s, at, err
}

// edit decodes one edit of the track.
func (p *mp4Places) edit(edit mp4Edit) (*stream, error) {
	if edit.start < 0 {
		channels := p.first.channels
		s, err := newStream(p.track.format, p.first.rate, channels, make(silentSource, blockSamples/channels*channels))
		if err == nil {
			s.trim(0, edit.length)
		}
		return s, err
	}
	// Start early enough for the decoder to warm up: at the packet that contains this position.
	packet := sort.Search(len(p.track.Packets), func(i int) bool { return p.before(i+1) > edit.start-p.track.codec.warm })
	if packet == len(p.track.Packets) {
		return nil, io.EOF
	}
	s, err := newMP4Stream(p.file, p.track, packet)
	if err != nil {
		return nil, err
	}
	s.trim(max(0, edit.start-p.before(packet)), edit.length)
	return s, nil
}
