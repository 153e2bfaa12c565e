package audio

import (
	"io"

	"parlando/media/container"
)

// mp3Repacker reads the frames of one section and lays their main data, the scale factors and
// coefficients, unchanged into new frames that go-mp3 v0.3.4 decodes rightly:
//
//   - It takes a padded frame of MPEG 2 for one byte shorter than it is where 144 times the bit
//     rate, divided by the sample rate, is even: half of all bit rates at 22,050 Hz, which is noise
//     from the first such frame on. The new frames of MPEG 2 have no padding.
//   - It does not know MPEG 2.5. At 11,025 and 12,000 Hz that has the scale factor bands of MPEG 2
//     at 16,000 Hz, so that the new frames declare that rate. At 8,000 Hz it has bands of its own
//     (see newMP3Section).
//   - It takes anything for the main data of a frame that reaches back to bytes which are not
//     there, as at the beginning of a part of a longer sound. Such a frame becomes silent.
//
// A new frame has the lowest bit rate that its main data fits into. The rest stands at the end of
// the frame before, so that each frame is given when the next one is known. A frame
// whose main data fits nowhere becomes silent; encoders make none: it would have to have short
// blocks, at 160 kbit/s, after half a minute of nothing else.
type mp3Repacker struct {
	frames    io.Reader             // gives whole frames
	section   container.FrameHeader // what they agree in
	reservoir []byte                // the main data that the next frame may reach back to
	last      *mp3Packed            // the new frame that the next one may still put main data into
	ready     []byte                // of the frame that is being given
	err       error                 // why there are no more
	whole     bool                  // the last frame was
	silenced  int                   // how many places became silent behind the first whole frame
}

// mp3Packed is a new frame.
type mp3Packed struct {
	header [container.MP3Head]byte
	side   []byte
	own    []byte // main data at its start
	lent   []byte // main data of the next frame, at its end
	most   int    // bytes of main data that it has room for
}

func (r *mp3Repacker) Read(p []byte) (int, error) {
	for len(r.ready) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		r.advance()
	}
	n := copy(p, r.ready)
	r.ready = r.ready[n:]
	return n, nil
}

// advance takes a frame, and gives the one before it.
func (r *mp3Repacker) advance() {
	var next *mp3Packed
	h, frame, err := r.take()
	if err == nil {
		next = r.pack(h, frame)
	}
	if r.last != nil {
		r.ready = r.last.bytes()
	}
	r.last, r.err = next, err
}

// restart says that the decoder has forgotten the frames that it was given.
func (r *mp3Repacker) restart() {
	r.ready = nil
	if r.last != nil {
		clear(r.last.side)
		r.last.own = nil
	}
}

func (r *mp3Repacker) take() (container.FrameHeader, []byte, error) {
	var head [container.MP3Head]byte
	if _, err := io.ReadFull(r.frames, head[:]); err != nil {
		return container.FrameHeader{}, nil, err
	}
	h, _ := container.ParseMP3(head[:])
	frame := append(make([]byte, 0, h.Length), head[:]...)[:h.Length]
	_, err := io.ReadFull(r.frames, frame[len(head):])
	return h, frame, err
}

// pack makes a new frame of a frame.
func (r *mp3Repacker) pack(h container.FrameHeader, frame []byte) *mp3Packed {
	f := container.Frame{FrameHeader: h, Data: frame}
	packed := &mp3Packed{side: make([]byte, h.SideInfoLength())}
	side := f.SideInfo() // nil if the frame is too short for one
	reach := f.Reach()
	bits, short := mp3MainData(h, side)
	packed.header = packedHeader(h, [container.MP3Head]byte(frame), short)
	packed.most = packed.room(container.MP3Bitrates - 1)

	known := len(r.reservoir)
	r.reservoir = append(r.reservoir, frame[len(frame)-max(0, f.Room()):]...)
	most := mp3Reach(h)
	lent := 0
	if r.last != nil {
		lent = min(most, r.last.most-len(r.last.own))
	}
	whole := side != nil && reach <= known
	if !whole && r.whole {
		r.silenced++
	}
	r.whole = whole
	if whole {
		data := r.reservoir[known-reach:]
		data = data[:min(len(data), (bits+7)/8)]
		if lent = min(lent, len(data)); len(data)-lent <= packed.most {
			copy(packed.side, side)
			packed.reachTo(h, lent)
			if r.last != nil {
				r.last.lent = append(r.last.lent, data[:lent]...)
			}
			packed.own = append(packed.own, data[lent:]...)
		}
	}
	r.reservoir = append(r.reservoir[:0], r.reservoir[max(0, len(r.reservoir)-most):]...)
	return packed
}

// packedHeader is that of a new frame, without a bit rate.
func packedHeader(h container.FrameHeader, header [container.MP3Head]byte, short bool) [container.MP3Head]byte {
	const (
		noChecksum = 1 << 0 // in the second byte
		mpeg2      = 1 << 4
		padding    = 1 << 1 // in the third
		rates      = 3 << 2
		rate16000  = 2 << 2
	)
	header[1] |= noChecksum
	if h.MPEG == 1 {
		header[2] |= padding
		return header
	}
	header[2] &^= padding
	// The bands of 16,000 Hz are those of 22,050 Hz, too, but for short blocks; and its frames have
	// more room.
	if h.MPEG == 25 || h.Rate == 22050 && !short {
		header[1] |= mpeg2
		header[2] = header[2]&^rates | rate16000
	}
	return header
}

// room is the number of bytes of main data that fit into the frame at a bit rate.
func (p *mp3Packed) room(bitrate byte) int {
	p.header[2] = p.header[2]&0x0f | bitrate<<4
	h, _ := container.ParseMP3(p.header[:])
	return h.Length - container.MP3Head - len(p.side)
}

// reachTo sets the number of bytes of its main data that stand in the frame before.
func (p *mp3Packed) reachTo(h container.FrameHeader, bytes int) {
	if h.MPEG == 1 {
		p.side[0], p.side[1] = byte(bytes>>1), p.side[1]&0x7f|byte(bytes&1)<<7
		return
	}
	p.side[0] = byte(bytes)
}

// bytes is the frame at the lowest bit rate that has room for it.
func (p *mp3Packed) bytes() []byte {
	need, room, bitrate := len(p.own)+len(p.lent), 0, byte(1)
	for ; bitrate < container.MP3Bitrates; bitrate++ {
		if room = p.room(bitrate); room >= need {
			break
		}
	}
	all := append(append(p.header[:], p.side...), p.own...)
	all = append(all, make([]byte, room-need)...)
	return append(all, p.lent...)
}

// mp3Reach is the largest distance in bytes between a frame and the start of its main data.
func mp3Reach(h container.FrameHeader) int {
	if h.MPEG == 1 {
		return 1<<9 - 1
	}
	return 1<<8 - 1
}

// mp3MainData is the size of the main data of a frame in bits, and whether any are of short blocks.
// 0 means a silent or damaged frame.
func mp3MainData(h container.FrameHeader, side []byte) (bits int, short bool) {
	if side == nil {
		return 0, false
	}
	at, length, compress, parts := mp3Parts(h)
	const shortBlocks = 2
	for ; parts > 0; parts-- {
		bits += bitsAt(side, at, 12)
		window := at + 12 + 9 + 8 + compress
		short = short || bitsAt(side, window, 1) == 1 && bitsAt(side, window+1, 2) == shortBlocks
		at += length
	}
	return bits, short
}

// mp3Parts returns the offset and the length of the parts of the side info, in bits; there is one
// for each granule and channel. compress is the number of bits in a part that describe the scale
// factors.
func mp3Parts(h container.FrameHeader) (at, length, compress, parts int) {
	if h.MPEG == 1 {
		return 9 + 7 - 2*h.Channels + 4*h.Channels, 59, 4, 2 * h.Channels
	}
	return 8 + h.Channels, 63, 9, h.Channels
}

// bitsAt reads up to 12 bits from bit number at on.
func bitsAt(b []byte, at, count int) int {
	v := 0
	for i := at; i < at+count; i++ {
		v = v<<1 | int(b[i/8]>>(7-i%8)&1)
	}
	return v
}
