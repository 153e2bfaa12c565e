package container

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
)

const (
	oggPageHead = 27
	// maxGarbage bytes between two packets are searched for the next one.
	maxGarbage = 1 << 20
	// maxOggPacket bytes of a packet are kept. A longer one is a tag with a picture, and no sound.
	maxOggPacket = 256 << 10
)

// The flags of a page.
const (
	oggContinued = 1
	oggFirst     = 2
	oggLast      = 4
)

// ErrGarbage says that nothing but other data follows.
var ErrGarbage = errors.New("there are no more packets, but other data")

// Ogg reads the pages of an Ogg, or the packets on them. Damaged pages and what stands between
// pages are left out; the readers that come with the codecs take any bytes for a page, and keep
// packets of any length.
type Ogg struct {
	// Page is the one that the last packet stood on, without its data.
	Page OggPage
	// Missed is the number of missing pages before it.
	Missed uint32
	// Gap says that something was left out; it may be reset. Lost says the same of all so far.
	Gap, Lost bool

	// Others are the streams that stand beside the one that is read, by their serial numbers. Their
	// pages are left out.
	Others []uint32

	in      *Reader
	heads   bool     // the page before began a stream: all that stand side by side begin first
	packets [][]byte // of the page, not taken yet
	part    []byte   // of a packet that goes on on the next page
	broken  bool     // the start of that packet is not there
	number  uint32   // of the page that is due
}

// OggPage is a page of an Ogg.
type OggPage struct {
	At      int64  // its place in the file
	Data    []byte // as it stands there
	Granule int64  // where the sound ends with it, in samples; -1 if no packet ends on it
	Number  uint32 // in its stream
	Serial  uint32 // of the stream it belongs to
	// First and Last say that it begins or ends its stream, Continued that it begins inside a
	// packet.
	First, Last, Continued bool
}

// NewOgg reads from where r stands, which may be inside a stream.
func NewOgg(r *Reader) *Ogg { return &Ogg{in: r, broken: true} }

// Next returns the next packet, which may be empty, and whether it is the last one of its page.
func (o *Ogg) Next() (packet []byte, endsPage bool, err error) {
	for len(o.packets) == 0 {
		page, err := o.page()
		if err != nil {
			return nil, false, err
		}
		o.unpack(page)
	}
	packet, o.packets = o.packets[0], o.packets[1:]
	return packet, len(o.packets) == 0, nil
}

// NextPage returns the next page; io.EOF at the end, ErrGarbage when nothing but other data
// follows. A page that is cut off is the end.
func (o *Ogg) NextPage() (OggPage, error) {
	page, err := o.page()
	if err == nil && page.cutOff() {
		err = io.EOF
	}
	return page, err
}

// page finds the next undamaged page of the stream. It may be cut off.
func (o *Ogg) page() (OggPage, error) {
	for {
		page, err := o.anyPage()
		if err != nil || !o.beside(&page) {
			return page, err
		}
	}
}

// maxOggOthers is the number of streams that are remembered beside the one that is read.
const maxOggOthers = 256

// beside reports whether a page is of another stream than the one that is read: of those that begin
// together that is the first.
func (o *Ogg) beside(page *OggPage) bool {
	if !page.First {
		o.heads = false
		return slices.Contains(o.Others, page.Serial)
	}
	if !o.heads {
		o.heads, o.Others = true, nil
		return false
	}
	if len(o.Others) < maxOggOthers {
		o.Others = append(o.Others, page.Serial)
	}
	return true
}

// anyPage finds the next undamaged page. It may be cut off.
func (o *Ogg) anyPage() (OggPage, error) {
	for garbage := 0; garbage < maxGarbage; {
		head, err := o.in.Peek(oggPageHead)
		if len(head) < oggPageHead {
			return OggPage{}, AtEnd(err)
		}
		if string(head[:5]) != "OggS\x00" {
			n := 1 + bytes.IndexByte(head[1:], 'O')
			if n == 0 {
				n = len(head)
			}
			garbage += n
			o.Lost, o.Gap = true, true
			if _, err := o.in.Discard(n); err != nil {
				return OggPage{}, AtEnd(err)
			}
			continue
		}
		head, err = o.in.Peek(oggPageHead + int(head[26]))
		if err != nil {
			return OggPage{}, AtEnd(err)
		}
		data := make([]byte, oggPageLength(head))
		at := o.in.Place()
		n, err := io.ReadFull(o.in, data)
		if AtEnd(err) == io.EOF { //nolint:errorlint // that is what AtEnd gives
			o.Lost = true
			return parseOggPage(at, data[:n]), nil
		}
		if err != nil {
			return OggPage{}, err
		}
		if oggChecksum(data) == binary.LittleEndian.Uint32(data[22:]) {
			return parseOggPage(at, data), nil
		}
		garbage += len(data)
		o.Lost, o.Gap = true, true
		o.part, o.broken = nil, true
	}
	return OggPage{}, ErrGarbage
}

// oggPageLength is the length of a page with such a head and its table.
func oggPageLength(head []byte) int {
	length := oggPageHead + int(head[26])
	for _, l := range head[oggPageHead:length] {
		length += int(l)
	}
	return length
}

func parseOggPage(at int64, data []byte) OggPage {
	le := binary.LittleEndian
	return OggPage{
		At: at, Data: data,
		Granule: int64(le.Uint64(data[6:])), Serial: le.Uint32(data[14:]), Number: le.Uint32(data[18:]),
		First: data[5]&oggFirst != 0, Last: data[5]&oggLast != 0, Continued: data[5]&oggContinued != 0,
	}
}

func (p *OggPage) cutOff() bool { return len(p.Data) < oggPageLength(p.Data) }

// Packets returns the pieces of packets that stand on the page, and whether the last one goes on on
// the next page.
func (p *OggPage) Packets() (all [][]byte, goesOn bool) {
	table := p.Data[oggPageHead : oggPageHead+int(p.Data[26])]
	data, from, to := p.Data[oggPageHead+len(table):], 0, 0
	for _, length := range table {
		if to += int(length); to > len(data) { // it is cut off
			return append(all, data[from:]), true
		}
		if goesOn = length == 255; !goesOn {
			all = append(all, data[from:to])
			from = to
		}
	}
	if goesOn {
		all = append(all, data[from:to])
	}
	return all, goesOn
}

func (o *Ogg) unpack(page OggPage) {
	o.Missed = 0
	if !page.First && page.Number != o.number {
		o.Lost, o.Gap = true, true
		o.Missed = page.Number - o.number
	}
	o.number = page.Number + 1
	if !page.Continued {
		o.part, o.broken = nil, false
	}
	if page.cutOff() {
		page.Granule, page.Last = -1, false
	}
	pieces, goesOn := page.Packets()
	page.Data, o.Page = nil, page
	for i, piece := range pieces {
		if len(o.part)+len(piece) <= maxOggPacket {
			o.part = append(o.part, piece...)
		}
		if goesOn && i == len(pieces)-1 {
			return
		}
		if !o.broken {
			o.packets = append(o.packets, o.part)
		}
		o.part, o.broken = nil, false
	}
}

// oggTable has the checksum of each byte.
var oggTable = func() (table [256]uint32) {
	for i := range table {
		crc := uint32(i) << 24
		for range 8 {
			carry := crc >> 31
			crc = crc<<1 ^ carry*0x04c11db7
		}
		table[i] = crc
	}
	return table
}()

// oggChecksum is the checksum of a page: of the page with zeros in its place.
func oggChecksum(page []byte) uint32 {
	var crc uint32
	for i, b := range page {
		if i >= 22 && i < 26 {
			b = 0
		}
		crc = crc<<8 ^ oggTable[byte(crc>>24)^b]
	}
	return crc
}

// RenumberOggPage gives a page another number in its stream and another place, in samples, unless
// no packet ends in it; last says that it ends the stream. It fails when the bytes are no page.
func RenumberOggPage(page []byte, number uint32, granule int64, last bool) error {
	if len(page) < oggPageHead+1 || string(page[:4]) != "OggS" {
		return errors.New("this is no page")
	}
	le := binary.LittleEndian
	page[5] &^= oggLast
	if last {
		page[5] |= oggLast
	}
	if int64(le.Uint64(page[6:])) != -1 {
		le.PutUint64(page[6:], uint64(granule))
	}
	le.PutUint32(page[18:], number)
	le.PutUint32(page[22:], oggChecksum(page))
	return nil
}
