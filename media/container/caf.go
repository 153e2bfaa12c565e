package container

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
)

// CAF is a Core Audio file whose packets vary in size.
type CAF struct {
	CAFDescription
	Cookie  []byte      // configuration of the codec; nil if missing
	Packets []MP4Packet // Ticks are samples per channel at the rate of the description
	Padding MP4Padding  // in samples per channel at that rate
}

// CAFDescription describes the sound of a Core Audio file.
type CAFDescription struct {
	Rate   float64 // in Hz
	Coding string  // four letters
	Flags  uint32  // 1 for floating-point numbers, 2 for little-endian ones, if uncompressed
	// PacketBytes and PacketFrames are the size and the number of samples per channel of each
	// packet; 0 if they vary.
	PacketBytes, PacketFrames uint32
	Channels, Bits            uint32
}

const (
	cafHead        = 8 // "caff", a version, flags
	cafChunkHead   = 12
	cafDescription = 32
	// maxCookie is the largest accepted size of CAF.Cookie in bytes.
	maxCookie = 64 << 10
)

// PeekCAF reads the description of a Core Audio file, which is its first chunk.
func PeekCAF(r *Reader) (d CAFDescription, err error) {
	b, err := r.Peek(cafHead + cafChunkHead + cafDescription)
	if err != nil {
		return d, err
	}
	be, b := binary.BigEndian, b[cafHead:]
	if string(b[:4]) != "desc" || be.Uint64(b[4:]) < cafDescription {
		return d, errors.New("no description at the beginning")
	}
	b = b[cafChunkHead:]
	return CAFDescription{
		Rate: math.Float64frombits(be.Uint64(b)), Coding: string(b[8:12]), Flags: be.Uint32(b[12:]),
		PacketBytes: be.Uint32(b[16:]), PacketFrames: be.Uint32(b[20:]), Channels: be.Uint32(b[24:]), Bits: be.Uint32(b[28:]),
	}, nil
}

// ReadCAF locates the packets of a Core Audio file.
func ReadCAF(file io.ReadSeeker) (*CAF, error) {
	size, err := file.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, err
	}
	r := NewReader(file, 0, 32<<10)
	c := &CAF{}
	if c.CAFDescription, err = PeekCAF(r); err != nil {
		return nil, err
	}
	if _, err := r.Discard(cafHead); err != nil {
		return nil, err
	}
	samples := int64(-1)
	for chunks := NewChunks(r, binary.BigEndian, true); samples < 0 || c.Packets == nil; {
		kind, length, err := chunks.Next()
		if err != nil {
			return nil, err
		}
		switch kind {
		case "kuki":
			if length < 0 || length > maxCookie {
				return nil, errors.New("the codec description is too long")
			}
			c.Cookie = make([]byte, length)
			_, err = io.ReadFull(r, c.Cookie)
		case "pakt":
			err = c.readTable(r, int(min(max(minPackets, size/packetBytes), maxPackets)))
		case "data":
			samples = r.Offset() + 4 // after the edit count
			if length < 0 && c.Packets == nil {
				return nil, errors.New("the packet table is missing")
			}
		}
		if err != nil {
			return nil, err
		}
	}
	for i := range c.Packets {
		c.Packets[i].Offset += samples
	}
	return c, nil
}

// readTable reads the sizes of at most most packets, and computes their offsets relative to the
// first packet.
func (c *CAF) readTable(r *Reader, most int) error {
	var head [24]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return err
	}
	be := binary.BigEndian
	count, heard, before := be.Uint64(head[:]), int64(be.Uint64(head[8:])), int64(int32(be.Uint32(head[16:])))
	if count == 0 || count > uint64(most) {
		return errMP4
	}
	if before > 0 && heard > 0 && heard < 1<<40 {
		c.Padding = MP4Padding{before, heard}
	}
	at := int64(0)
	for range count {
		size, ticks := c.PacketBytes, c.PacketFrames
		var err error
		if size == 0 {
			size, err = readVarint(r)
		}
		if ticks == 0 && err == nil {
			ticks, err = readVarint(r)
		}
		if err != nil {
			return err
		}
		if size > maxPacket {
			return errMP4
		}
		c.Packets = append(c.Packets, MP4Packet{at, size, ticks})
		at += int64(size)
	}
	return nil
}

// readVarint reads a number stored in seven bits per byte, the most significant first.
func readVarint(r io.ByteReader) (v uint32, err error) {
	for range 5 {
		b, err := r.ReadByte()
		if err != nil {
			return 0, err
		}
		if v = v<<7 | uint32(b&0x7f); b&0x80 == 0 {
			return v, nil
		}
	}
	return 0, errors.New("a number in the packet table has no end")
}
