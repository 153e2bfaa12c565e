package audio

import (
	"bytes"
	"slices"
	"sort"
)

// mp4Change is where the pieces of a track become another sound: joined without encoding them anew, they keep their descriptions.
type mp4Change struct {
	piece int
	codec *codec
}

// change says which of its descriptions, counted from 1, the next pieces have. One that is not known changes nothing.
func (t *mp4Track) change(which uint32) {
	if which == 0 || int64(which) > int64(len(t.all)) {
		return
	}
	to := t.all[which-1]
	if t.config == nil || t.codec == nil || to.config == nil || to.codec == nil { // only AAC has packets of one length
		return
	}
	if bytes.Equal(to.config, t.config) {
		to.codec = t.codec
	}
	if t.codecOf(len(t.pieces)) != to.codec {
		t.changes = append(t.changes, mp4Change{len(t.pieces), to.codec})
	}
}

// codecOf is the codec of a piece.
func (t *mp4Track) codecOf(piece int) *codec {
	if i := sort.Search(len(t.changes), func(i int) bool { return t.changes[i].piece > piece }); i > 0 {
		return t.changes[i-1].codec
	}
	return t.codec
}

// changing decodes the pieces of a track that changes, and brings them to the shape that it begins with.
func (m *mp4Source) changing() *codec {
	c := *m.track.codec
	c.packet, c.length = 0, nil
	c.open = func() (packetDecoder, error) { return &mp4Changing{source: m}, nil }
	return &c
}

// mp4Changing decodes the packets that source takes.
type mp4Changing struct {
	source  *mp4Source
	codec   *codec
	decoder packetDecoder
	adapter *adapter
}

func (d *mp4Changing) decode(packet []byte) ([]float32, error) {
	track := d.source.track
	at := len(track.pieces) - len(d.source.pieces) - 1
	if c := track.codecOf(at); c != d.codec {
		decoder, err := c.open()
		if err != nil {
			return nil, err
		}
		d.codec, d.decoder = c, decoder
		d.adapter = (*adapter)(nil).to(shape{c.rate, c.channels}, shape{track.codec.rate, track.codec.channels})
	}
	samples, err := d.decoder.decode(packet)
	if err != nil {
		return nil, err
	}
	samples = d.adapter.process(samples)
	if at++; at == len(track.pieces) || track.codecOf(at) != d.codec {
		samples = append(slices.Clone(samples), d.adapter.flush()...)
	}
	return samples, nil
}

// before is how many samples the pieces before one have in the shape that the track begins with.
func (t *mp4Track) before(piece int) int64 {
	var all int64
	c, from := t.codec, 0
	for _, next := range append(slices.Clone(t.changes), mp4Change{piece: piece}) {
		to := min(next.piece, piece)
		all += (int64(to-from)*c.packet*int64(t.codec.rate) + int64(c.rate) - 1) / int64(c.rate) // as many as resampling gives
		c, from = next.codec, to
		if to == piece {
			break
		}
	}
	return all
}
