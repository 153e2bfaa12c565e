package split

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"parlando/media/audio"
	"parlando/media/container"
)

const (
	oggHeads = 256 << 10 // largest size of the headers in bytes, without comments
	oggPage  = 27        // size of a page header in bytes, without the segment table
	opusRate = 48_000
)

// ogg is an Ogg recording. Parts consist of whole pages, so their overlap is up to two pages
// longer.
type ogg struct {
	pages  *container.Ogg
	format audio.Format
	heads  [][]byte // header packets
	serial uint32
	rate   int
	skip   int64 // samples of padding before the sound
	at     int64 // position at the end of the last page, in samples
	base   int64 // position at the start of the first page; -1 until it is read
}

// page describes the changes to a page that is written into a part.
type page struct {
	number uint32
	back   int64 // samples subtracted from its position
	last   bool
}

func (p *page) change(b []byte) error {
	if len(b) < oggPage {
		return io.ErrUnexpectedEOF
	}
	granule := int64(binary.LittleEndian.Uint64(b[6:]))
	return container.RenumberOggPage(b, p.number, granule-p.back, p.last)
}

func newOgg(file io.ReaderAt, size int64, f audio.Format) (*ogg, error) {
	o := &ogg{pages: container.NewOgg(container.NewReader(io.NewSectionReader(file, 0, size), 0, 64<<10)), format: f, rate: opusRate, base: -1}
	want := map[audio.Format]int{audio.Opus: 2, audio.Vorbis: 3}[f]
	var part []byte
	some := false
	for len(o.heads) < want {
		p, err := o.pages.NextPage()
		if err != nil {
			return nil, err
		}
		if !some {
			o.serial, some = p.Serial, true
		}
		if p.Serial != o.serial {
			continue
		}
		packets, goesOn := p.Packets()
		for i, packet := range packets {
			// Comments may contain pictures of any size, so they are not stored.
			if part = append(part, packet...); len(part) > oggHeads && len(o.heads) == 1 {
				part = part[:8]
			}
			if len(part) > oggHeads {
				return nil, errors.New("the header is too long")
			}
			if i < len(packets)-1 || !goesOn {
				o.heads = append(o.heads, part)
				part = nil
			}
		}
		if len(o.heads) > want || len(o.heads) == want && goesOn {
			return nil, errors.New("the sound starts on the page of the header")
		}
	}
	return o, o.readHeads()
}

func (o *ogg) readHeads() error {
	le := binary.LittleEndian
	head := o.heads[0]
	switch {
	case o.format == audio.Opus && len(head) >= 19 && string(head[:8]) == "OpusHead":
		o.skip = int64(le.Uint16(head[10:]))
		o.heads[1] = append([]byte("OpusTags\x06\x00\x00\x00Parlando"), 0, 0, 0, 0)
	case o.format == audio.Vorbis && len(head) >= 30 && string(head[1:7]) == "vorbis":
		o.rate = int(le.Uint32(head[12:]))
		o.heads[1] = append([]byte("\x03vorbis\x06\x00\x00\x00Parlando"), 0, 0, 0, 0, 1)
	default:
		return errors.New("the header is damaged")
	}
	if o.rate < 4_000 || o.rate > 384_000 {
		return fmt.Errorf("a rate of %d samples per second is not a valid sample rate", o.rate)
	}
	return nil
}

// next returns the next page as a unit.
func (o *ogg) next() (unit, error) {
	for {
		p, err := o.pages.NextPage()
		if err != nil {
			return unit{}, err
		}
		if p.First {
			return unit{}, fmt.Errorf("%w: the file contains several recordings", ErrFormat)
		}
		if p.Serial != o.serial {
			continue
		}
		if o.base < 0 {
			o.begin(&p)
		}
		from := o.at
		if p.Granule >= 0 {
			if p.Granule < o.at || p.Granule > 1<<50 {
				return unit{}, fmt.Errorf("the page at %d has an earlier position than the one before", p.Offset)
			}
			o.at = p.Granule
		}
		u := unit{
			at: p.Offset, size: int32(len(p.Data)), start: container.Duration(from-o.base, o.rate) - container.Duration(o.skip, o.rate),
			length: container.Duration(o.at-o.base, o.rate) - container.Duration(from-o.base, o.rate), extra: from << 1,
		}
		if p.Continued {
			u.extra |= 1
		}
		return u, nil
	}
}

// begin determines the start position of the first page: 0, unless a live stream was recorded from
// the middle.
func (o *ogg) begin(p *container.OggPage) {
	o.base = 0
	if p.Granule < 10*int64(o.rate) {
		return
	}
	length := int64(o.rate)
	if packets, _ := p.Packets(); o.format == audio.Opus {
		length = 0
		for _, packet := range packets {
			if l, err := audio.OpusPacketDuration(packet); err == nil {
				length += int64(l) * opusRate / int64(time.Second)
			}
		}
	}
	o.base = max(0, p.Granule-length)
	o.at = o.base
}

func (o *ogg) cost() int64 {
	n := int64(0)
	for _, h := range o.heads {
		n += int64(len(h)) + int64(len(h)/255) + 2
	}
	return n + int64(len(o.heads))*oggPage + n/60_000*oggPage + 1000
}

func (o *ogg) unitCost(u unit) int64 { return int64(u.size) }

// lead moves back to a page that does not begin inside a packet.
func (o *ogg) lead(units []unit, i int) int {
	for i > 0 && (units[i].extra&1 == 1) {
		i--
	}
	return i
}

func (o *ogg) part(units []unit) (partSegments, error) {
	from := units[0].extra >> 1
	var heads bytes.Buffer
	w := container.NewOggWriter(&heads, o.serial)
	for i, h := range o.heads {
		if i == 0 && o.format == audio.Opus && from > o.base {
			h = slices.Clone(h)
			h[10], h[11] = 0, 0 // only the first part has samples to skip before the sound
		}
		if err := errors.Join(w.Write(h, 0), w.Flush()); err != nil {
			return nil, err
		}
	}
	made := partSegments{{bytes: heads.Bytes()}}
	number := w.Pages()
	for i, u := range units {
		made = append(made, partSegment{at: u.at, size: int64(u.size), page: &page{number, from, i == len(units)-1}})
		number++
	}
	return made, nil
}
