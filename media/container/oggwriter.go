package container

import (
	"encoding/binary"
	"io"
)

// oggSegments is the number of segments, 255 bytes each at most, in a page.
const oggSegments = 255

// OggWriter writes packets as the pages of an Ogg of one stream. It belongs to one goroutine.
type OggWriter struct {
	w       io.Writer
	serial  uint32
	number  uint32
	lengths []byte // of the pieces on the page that is being filled
	data    []byte
	granule int64 // where the last packet that ends on it ends; -1 if none does
	goes    bool  // it begins inside a packet
}

// NewOggWriter writes to w. serial is the number of the stream; any will do.
func NewOggWriter(w io.Writer, serial uint32) *OggWriter {
	return &OggWriter{w: w, serial: serial, granule: -1}
}

// Write adds a packet. granule is the end of the sound with it, in samples from the start.
func (o *OggWriter) Write(packet []byte, granule int64) error {
	for begun := false; ; begun = true {
		if len(o.lengths) == oggSegments {
			if err := o.page(0, begun); err != nil {
				return err
			}
		}
		n := min(len(packet), 255)
		o.lengths = append(o.lengths, byte(n))
		o.data = append(o.data, packet[:n]...)
		packet = packet[n:]
		if n < 255 {
			o.granule = granule
			return nil
		}
	}
}

// Pages is the number of written pages.
func (o *OggWriter) Pages() uint32 { return o.number }

// Flush ends the page: what follows begins on another one.
func (o *OggWriter) Flush() error {
	if len(o.lengths) == 0 {
		return nil
	}
	return o.page(0, false)
}

// Close writes the last page. It doesn't close the writer below.
func (o *OggWriter) Close() error { return o.page(oggLast, false) }

// page writes the page. inside: the next one begins inside a packet.
func (o *OggWriter) page(flags byte, inside bool) error {
	if o.number == 0 {
		flags |= oggFirst
	}
	if o.goes {
		flags |= oggContinued
	}
	le := binary.LittleEndian
	b := append([]byte("OggS\x00"), flags)
	b = le.AppendUint64(b, uint64(o.granule))
	b = le.AppendUint32(b, o.serial)
	b = le.AppendUint32(b, o.number)
	b = append(b, 0, 0, 0, 0, byte(len(o.lengths)))
	b = append(b, o.lengths...)
	b = append(b, o.data...)
	le.PutUint32(b[22:], oggChecksum(b))
	o.number++
	o.lengths, o.data, o.granule, o.goes = o.lengths[:0], o.data[:0], -1, inside
	_, err := o.w.Write(b)
	return err
}
