package audio

import (
	"bytes"
	"slices"
	"sort"
)

// mp4Change is where the packets of a track become another sound: joined without encoding them
// anew, they keep their descriptions.
type mp4Change struct {
	packet int
	codec  *codec
}

// change finds where the sound becomes another one of those described. One that is not known
// changes nothing.
func (t *mp4Track) change(all []mp4Sound) {
	if t.config == nil || t.codec == nil { // only AAC has packets of one length
		return
	}
	for _, c := range t.Changes {
		if c.Description == 0 || int64(c.Description) > int64(len(all)) {
			continue
		}
		to := all[c.Description-1]
		if to.config == nil || to.codec == nil {
			continue
		}
		if bytes.Equal(to.config, t.config) {
			to.codec = t.codec
		}
		if t.codecOf(c.Packet) != to.codec {
			t.changes = append(t.changes, mp4Change{c.Packet, to.codec})
		}
	}
}

// codecOf is the codec of a packet.
func (t *mp4Track) codecOf(packet int) *codec {
	if i := sort.Search(len(t.changes), func(i int) bool { return t.changes[i].packet > packet }); i > 0 {
		return t.changes[i-1].codec
	}
	return t.codec
}

// changing decodes the packets of a track that changes, and brings them to the shape that it begins
// with.
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
	at := len(track.Packets) - len(d.source.packets) - 1
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
	if at++; at == len(track.Packets) || track.codecOf(at) != d.codec {
		samples = append(slices.Clone(samples), d.adapter.flush()...)
	}
	return samples, nil
}

// before is how many samples the packets before one have in the shape that the track begins with.
func (t *mp4Track) before(packet int) int64 {
	var all int64
	c, from := t.codec, 0
	for _, next := range append(slices.Clone(t.changes), mp4Change{packet: packet}) {
		to := min(next.packet, packet)
		// as many as resampling gives
		all += (int64(to-from)*c.packet*int64(t.codec.rate) + int64(c.rate) - 1) / int64(c.rate)
		c, from = next.codec, to
		if to == packet {
			break
		}
	}
	return all
}
