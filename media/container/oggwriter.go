package container

import (
	"encoding/binary"
	"io"
)

// oggSegments is the number of segments in a page, each of at most 255 bytes.
const oggSegments = 255

// OggWriter writes packets as a single-stream Ogg. It must be used from one goroutine.
type OggWriter struct {
	w       io.Writer
	serial  uint32
	number  uint32
	lengths []byte // segment table of the current page
	data    []byte
	granule int64 // position at the end of the last packet that ends on the page; -1 if none does
	goes    bool  // the page begins inside a packet
}

// NewOggWriter writes to w. serial is an arbitrary serial number for the stream.
func NewOggWriter(w io.Writer, serial uint32) *OggWriter {
	return &OggWriter{w: w, serial: serial, granule: -1}
}

// Write adds a packet. granule is the position at its end, in samples from the start.
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

// Pages returns the number of pages written.
func (o *OggWriter) Pages() uint32 { return o.number }

// Flush ends the current page.
func (o *OggWriter) Flush() error {
	if len(o.lengths) == 0 {
		return nil
	}
	return o.page(0, false)
}

// Close writes the last page. It doesn't close the underlying writer.
func (o *OggWriter) Close() error { return o.page(oggLast, false) }

// page writes the current page. inside means that the next one begins inside a packet.
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
