package audio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"parley/media/container"
)

const (
	oggPageHeader = 27
	// oggGarbage is how many bytes between two pages are looked through for the next one.
	oggGarbage = 1 << 20
	// oggPacket is how many bytes of a packet are kept. What is longer is a tag with a picture, and no sound.
	oggPacket = 256 << 10
)

// oggPackets takes the packets of an Ogg. Damaged pages and what stands between pages are left out; the readers
// that come with the codecs take any bytes for a page, and keep packets of any length.
type oggPackets struct {
	b       *container.Reader
	packets [][]byte // of the page, not taken yet
	part    []byte   // of a packet that goes on in the next page
	broken  bool     // the start of that packet was lost
	granule int64    // where the page ends, in frames from the start of the sound; -1 if no packet ends in it
	last    bool     // the page is the last one
	lost    bool     // something was left out: damage, or a page that is missing
	gap     bool     // the same, since it was last asked
	number  uint32   // of the page that is due
	missed  uint32   // how many pages are missing before this one
	table   [256]uint32
}

func newOggPackets(b *container.Reader) *oggPackets { return &oggPackets{b: b, table: oggTable()} }

// oggTable has the checksum of each byte.
func oggTable() (table [256]uint32) {
	for i := range table {
		crc := uint32(i) << 24
		for range 8 {
			carry := crc >> 31
			crc = crc<<1 ^ carry*0x04c11db7
		}
		table[i] = crc
	}
	return table
}

// next gives a packet, which may be empty, and whether it is the last one of its page.
func (o *oggPackets) next() (packet []byte, endsPage bool, err error) {
	for len(o.packets) == 0 {
		page, err := o.page()
		if err != nil {
			return nil, false, err
		}
		o.unpack(page)
	}
	packet = o.packets[0]
	o.packets = o.packets[1:]
	return packet, len(o.packets) == 0, nil
}

// page finds the next whole and undamaged page.
func (o *oggPackets) page() ([]byte, error) {
	for garbage := 0; garbage < oggGarbage; {
		head, err := o.b.Peek(oggPageHeader)
		if len(head) < oggPageHeader {
			return nil, atEnd(err)
		}
		if string(head[:5]) != "OggS\x00" {
			n := 1 + bytes.IndexByte(head[1:], 'O')
			if n == 0 {
				n = len(head)
			}
			garbage += n
			o.lost, o.gap = true, true
			if _, err := o.b.Discard(n); err != nil {
				return nil, atEnd(err)
			}
			continue
		}
		head, err = o.b.Peek(oggPageHeader + int(head[26]))
		if err != nil {
			return nil, atEnd(err)
		}
		length := len(head)
		for _, l := range head[oggPageHeader:] {
			length += int(l)
		}
		page := make([]byte, length)
		n, err := io.ReadFull(o.b, page)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			o.lost = true
			return page[:n], nil // cut off, but its first packets are whole
		}
		if err != nil {
			return nil, err
		}
		if o.whole(page) {
			return page, nil
		}
		garbage += length
		o.lost, o.gap = true, true
		o.part, o.broken = nil, true
	}
	return nil, errors.New("there are no more pages, but other data")
}

// whole compares the checksum of a page.
func (o *oggPackets) whole(page []byte) bool {
	return oggChecksum(&o.table, page) == binary.LittleEndian.Uint32(page[22:])
}

// oggChecksum is the checksum of a page: of the page with zeros in its place.
func oggChecksum(table *[256]uint32, page []byte) uint32 {
	var crc uint32
	for i, b := range page {
		if i >= 22 && i < 26 {
			b = 0
		}
		crc = crc<<8 ^ table[byte(crc>>24)^b]
	}
	return crc
}

const (
	oggContinued = 1
	oggFirst     = 2
	oggLast      = 4
)

func (o *oggPackets) unpack(page []byte) {
	number := binary.LittleEndian.Uint32(page[18:])
	o.missed = 0
	if page[5]&oggFirst == 0 && number != o.number {
		o.lost, o.gap = true, true
		o.missed = number - o.number
	}
	o.number = number + 1
	o.granule = int64(binary.LittleEndian.Uint64(page[6:]))
	o.last = page[5]&oggLast != 0
	if page[5]&oggContinued == 0 {
		o.part, o.broken = nil, false
	}
	table := page[oggPageHeader : oggPageHeader+int(page[26])]
	page = page[oggPageHeader+len(table):]
	for _, length := range table {
		if int(length) > len(page) { // cut off
			o.granule, o.last = -1, false
			return
		}
		if len(o.part)+int(length) <= oggPacket {
			o.part = append(o.part, page[:length]...)
		}
		page = page[length:]
		if length == 255 {
			continue
		}
		if !o.broken {
			o.packets = append(o.packets, o.part)
		}
		o.part, o.broken = nil, false
	}
}
