package audio

import (
	"encoding/binary"
	"errors"
	"io"

	"parley/media/container"
)

// OggPage is a page of an Ogg.
type OggPage struct {
	At      int64  // where it begins, in bytes from where the reader stood at first
	Data    []byte // as it stands in the file; valid until the next one is read
	Granule int64  // where the sound ends with it, in samples; -1 if no packet ends in it
	Serial  uint32 // of the stream it belongs to
	// First and Last say that it begins or ends its stream, Continued that it begins inside a packet.
	First, Last, Continued bool
}

// OggPageReader gives the pages of an Ogg. Those that are damaged and what stands between them are left out.
type OggPageReader struct{ ogg *oggPackets }

// NewOggPageReader reads from r, which it does not close.
func NewOggPageReader(r io.Reader) *OggPageReader {
	return &OggPageReader{newOggPackets(container.NewReader(&input{r}, 0, 64<<10))}
}

// Next gives the next page; io.EOF at the end, a [*DecodeError] when nothing but other data follows, or what the reader below failed
// with. A page that is cut off is the end.
func (o *OggPageReader) Next() (OggPage, error) {
	page, err := o.ogg.page()
	if err == nil && (len(page) < oggPageHeader || !o.ogg.whole(page)) {
		err = io.EOF
	}
	if err != nil {
		return OggPage{}, wrap(Opus, err)
	}
	le := binary.LittleEndian
	return OggPage{
		At:      o.ogg.b.Place() - int64(len(page)),
		Data:    page,
		Granule: int64(le.Uint64(page[6:])),
		Serial:  le.Uint32(page[14:]),
		First:   page[5]&oggFirst != 0, Last: page[5]&oggLast != 0, Continued: page[5]&oggContinued != 0,
	}, nil
}

// Packets gives the pieces of packets that stand on the page, and whether the last one goes on on the next page.
func (p *OggPage) Packets() (all [][]byte, goesOn bool) {
	table := p.Data[oggPageHeader : oggPageHeader+int(p.Data[26])]
	data, from, to := p.Data[oggPageHeader+len(table):], 0, 0
	for _, length := range table {
		to += int(length)
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

// RenumberOggPage gives a page another number in its stream and another place, in samples, unless no packet ends in it; last says
// that it ends the stream. It fails when the bytes are no page.
func RenumberOggPage(page []byte, number uint32, granule int64, last bool) error {
	if len(page) < oggPageHeader+1 || string(page[:4]) != "OggS" {
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
	table := oggTable()
	le.PutUint32(page[22:], oggChecksum(&table, page))
	return nil
}
