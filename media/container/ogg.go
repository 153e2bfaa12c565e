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
	// maxGarbage is the number of bytes searched for the next packet or page.
	maxGarbage = 1 << 20
	// maxOggPacket is the number of bytes buffered of a packet. Only tags with pictures are larger.
	maxOggPacket = 256 << 10
)

// The flags of a page.
const (
	oggContinued = 1
	oggFirst     = 2
	oggLast      = 4
)

// ErrGarbage means that only data other than packets follows.
var ErrGarbage = errors.New("other data follows the last packet")

// Ogg reads the pages of an Ogg, or the packets in them. It skips damaged pages and garbage between
// pages; the readers of the codec libraries accept any bytes as a page and buffer packets of any
// length.
type Ogg struct {
	// Page is the page in which the last packet ended, without its data.
	Page OggPage
	// MissingPages is the number of missing pages before Page.
	MissingPages uint32
	// SkippedData reports that data was skipped; the caller may reset it. AnySkippedData reports
	// the same and is never reset.
	SkippedData, AnySkippedData bool

	// OtherStreams lists the serial numbers of multiplexed streams, whose pages are skipped.
	OtherStreams []uint32

	in *Reader
	// the previous page began a stream: multiplexed streams all begin before any continues
	heads   bool
	packets [][]byte // remaining packets of the page
	part    []byte   // start of a packet that continues on the next page
	broken  bool     // the start of that packet is missing
	number  uint32   // sequence number of the expected page
}

// OggPage is a page of an Ogg.
type OggPage struct {
	Offset  int64  // offset in the file
	Data    []byte // original bytes
	Granule int64  // position at the end of the page, in samples; -1 if no packet ends on it
	Number  uint32 // sequence number in its stream
	Serial  uint32 // serial number of its stream
	// First and Last mark the first and last page of the stream, Continued a page that begins
	// inside a packet.
	First, Last, Continued bool
}

// NewOgg reads from the position of r, which may be inside a stream.
func NewOgg(r *Reader) *Ogg { return &Ogg{in: r, broken: true} }

// Next returns the next packet, which may be empty, and whether it is the last that ends on its
// page.
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

// NextPage returns the next page; io.EOF at the end or at a truncated page, ErrGarbage if only
// other data follows.
func (o *Ogg) NextPage() (OggPage, error) {
	page, err := o.page()
	if err == nil && page.cutOff() {
		err = io.EOF
	}
	return page, err
}

// page returns the next undamaged page of the stream. It may be truncated.
func (o *Ogg) page() (OggPage, error) {
	for {
		page, err := o.anyPage()
		if err != nil || !o.beside(&page) {
			return page, err
		}
	}
}

// maxOggOthers bounds the number of multiplexed streams that are remembered.
const maxOggOthers = 256

// beside reports whether a page belongs to a multiplexed stream that is skipped. If several streams
// begin together, only the first is read.
func (o *Ogg) beside(page *OggPage) bool {
	if !page.First {
		o.heads = false
		return slices.Contains(o.OtherStreams, page.Serial)
	}
	if !o.heads {
		o.heads, o.OtherStreams = true, nil
		return false
	}
	if len(o.OtherStreams) < maxOggOthers {
		o.OtherStreams = append(o.OtherStreams, page.Serial)
	}
	return true
}

// anyPage returns the next undamaged page of any stream. It may be truncated.
func (o *Ogg) anyPage() (OggPage, error) {
	for garbage := 0; garbage < maxGarbage; {
		head, err := o.in.Peek(oggPageHead)
		if len(head) < oggPageHead {
			return OggPage{}, AsEOF(err)
		}
		if string(head[:5]) != "OggS\x00" {
			n := 1 + bytes.IndexByte(head[1:], 'O')
			if n == 0 {
				n = len(head)
			}
			garbage += n
			o.AnySkippedData, o.SkippedData = true, true
			if _, err := o.in.Discard(n); err != nil {
				return OggPage{}, AsEOF(err)
			}
			continue
		}
		head, err = o.in.Peek(oggPageHead + int(head[26]))
		if err != nil {
			return OggPage{}, AsEOF(err)
		}
		data := make([]byte, oggPageLength(head))
		at := o.in.Offset()
		n, err := io.ReadFull(o.in, data)
		if AsEOF(err) == io.EOF { //nolint:errorlint // AsEOF returns it unwrapped
			o.AnySkippedData = true
			return parseOggPage(at, data[:n]), nil
		}
		if err != nil {
			return OggPage{}, err
		}
		if oggChecksum(data) == binary.LittleEndian.Uint32(data[22:]) {
			return parseOggPage(at, data), nil
		}
		garbage += len(data)
		o.AnySkippedData, o.SkippedData = true, true
		o.part, o.broken = nil, true
	}
	return OggPage{}, ErrGarbage
}

// oggPageLength returns the size of a page from its header and segment table.
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
		Offset: at, Data: data,
		Granule: int64(le.Uint64(data[6:])), Serial: le.Uint32(data[14:]), Number: le.Uint32(data[18:]),
		First: data[5]&oggFirst != 0, Last: data[5]&oggLast != 0, Continued: data[5]&oggContinued != 0,
	}
}

func (p *OggPage) cutOff() bool { return len(p.Data) < oggPageLength(p.Data) }

// Packets returns the packets and packet fragments on the page, and whether the last one continues
// on the next page.
func (p *OggPage) Packets() (all [][]byte, goesOn bool) {
	table := p.Data[oggPageHead : oggPageHead+int(p.Data[26])]
	data, from, to := p.Data[oggPageHead+len(table):], 0, 0
	for _, length := range table {
		if to += int(length); to > len(data) { // the page is truncated
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
	o.MissingPages = 0
	if !page.First && page.Number != o.number {
		o.AnySkippedData, o.SkippedData = true, true
		o.MissingPages = page.Number - o.number
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

// oggTable maps each byte to its checksum.
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

// oggChecksum computes the checksum of a page, with the checksum field taken as zero.
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

// RenumberOggPage sets the sequence number of a page, its granule position in samples unless no
// packet ends on it, and the last-page flag. It fails if the bytes are not a page.
func RenumberOggPage(page []byte, number uint32, granule int64, last bool) error {
	if len(page) < oggPageHead+1 || string(page[:4]) != "OggS" {
		return errors.New("not an Ogg page")
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
