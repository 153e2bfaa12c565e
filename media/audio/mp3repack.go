package audio

import (
	"io"

	"parlando/media/container"
)

// mp3Repacker reads the frames of one section of MPEG 1 and copies their main data, the scale
// factors and coefficients, into new frames. go-mp3 v0.3.4 decodes arbitrary bytes as main data if
// a frame reaches back to bytes that are missing, as at the start of an excerpt. Such a frame
// becomes silent.
//
// A new frame has the lowest bit rate that fits its main data. The excess is stored at the end of
// the previous frame, so a frame is only returned once the next one is known. A frame whose main
// data does not fit becomes silent; encoders produce none.
type mp3Repacker struct {
	frames    io.Reader             // returns whole frames
	section   container.FrameHeader // header that all frames agree with
	reservoir []byte                // main data that the next frame may reach back to
	last      *mp3Packed            // new frame that may still receive main data from the next one
	ready     []byte                // unread bytes of the frame being returned
	err       error                 // why no more frames follow
	whole     bool                  // the last frame was intact
	silenced  int                   // number of places silenced after the first intact frame
}

// mp3Packed is a repacked frame.
type mp3Packed struct {
	header [container.MP3HeaderSize]byte
	side   []byte
	own    []byte // main data at its start
	lent   []byte // main data of the next frame, at its end
	most   int    // capacity for main data in bytes
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

// advance reads a frame and makes the previous one ready.
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

// restart is called when the decoder has been replaced and no longer has the previous frames.
func (r *mp3Repacker) restart() {
	r.ready = nil
	if r.last != nil {
		clear(r.last.side)
		r.last.own = nil
	}
}

func (r *mp3Repacker) take() (container.FrameHeader, []byte, error) {
	var head [container.MP3HeaderSize]byte
	if _, err := io.ReadFull(r.frames, head[:]); err != nil {
		return container.FrameHeader{}, nil, err
	}
	h, _ := container.ParseMP3(head[:])
	frame := append(make([]byte, 0, h.Length), head[:]...)[:h.Length]
	_, err := io.ReadFull(r.frames, frame[len(head):])
	return h, frame, err
}

// pack repacks a frame.
func (r *mp3Repacker) pack(h container.FrameHeader, frame []byte) *mp3Packed {
	f := container.Frame{FrameHeader: h, Data: frame}
	packed := &mp3Packed{side: make([]byte, h.SideInfoLength())}
	side := f.SideInfo() // nil if the frame is too short
	reach := f.BorrowedBytes()
	bits := mp3MainData(h, side)
	packed.header = packedHeader([container.MP3HeaderSize]byte(frame))
	packed.most = packed.room(container.MP3Bitrates - 1)

	known := len(r.reservoir)
	r.reservoir = append(r.reservoir, frame[len(frame)-max(0, f.MainDataCapacity()):]...)
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
			packed.reachTo(lent)
			if r.last != nil {
				r.last.lent = append(r.last.lent, data[:lent]...)
			}
			packed.own = append(packed.own, data[lent:]...)
		}
	}
	r.reservoir = append(r.reservoir[:0], r.reservoir[max(0, len(r.reservoir)-most):]...)
	return packed
}

// packedHeader returns the header of a repacked frame, without a bit rate.
func packedHeader(header [container.MP3HeaderSize]byte) [container.MP3HeaderSize]byte {
	const (
		noChecksum = 1 << 0 // in the second byte
		padding    = 1 << 1 // in the third
	)
	header[1] |= noChecksum
	header[2] |= padding
	return header
}

// room returns the number of main data bytes that fit into the frame at a bit rate.
func (p *mp3Packed) room(bitrate byte) int {
	p.header[2] = p.header[2]&0x0f | bitrate<<4
	h, _ := container.ParseMP3(p.header[:])
	return h.Length - container.MP3HeaderSize - len(p.side)
}

// reachTo sets the number of main data bytes that are stored in the previous frame.
func (p *mp3Packed) reachTo(bytes int) {
	p.side[0], p.side[1] = byte(bytes>>1), p.side[1]&0x7f|byte(bytes&1)<<7
}

// bytes returns the frame at the lowest bit rate that fits it.
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

// mp3Reach returns the largest distance in bytes between a frame and the start of its main data.
func mp3Reach(h container.FrameHeader) int {
	if h.MPEG == 1 {
		return 1<<9 - 1
	}
	return 1<<8 - 1
}

// mp3MainData returns the size of a frame's main data in bits. A size of 0 means a silent or
// damaged frame.
func mp3MainData(h container.FrameHeader, side []byte) (bits int) {
	if side == nil {
		return 0
	}
	// The side info has one section per granule and channel, which starts with the size of its main
	// data.
	const length = 59 // in bits
	at := 9 + 7 - 2*h.Channels + 4*h.Channels
	for range 2 * h.Channels {
		bits += bitsAt(side, at, 12)
		at += length
	}
	return bits
}

// bitsAt reads up to 12 bits starting at bit at.
func bitsAt(b []byte, at, count int) int {
	v := 0
	for i := at; i < at+count; i++ {
		v = v<<1 | int(b[i/8]>>(7-i%8)&1)
	}
	return v
}
