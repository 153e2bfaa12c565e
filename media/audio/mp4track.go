package audio

import (
	"bytes"
	"errors"
	"fmt"
)

// mp4Track is the sound of an MP4: where its pieces are, and how they are decoded.
type mp4Track struct {
	id       uint32
	mp4Sound // how it begins
	// description is the payload of the box that it comes from.
	description []byte
	all         []mp4Sound  // that are described
	changes     []mp4Change // where it becomes another one of them
	timescale   uint32      // of the track, ticks a second
	movieScale  uint32      // of edit lists
	duration    uint64      // in ticks of the track; 0 if unknown
	skip        int64       // in ticks of the track: what comes before the sound
	length      uint64      // in ticks of the movie; 0 if unknown
	size, ticks uint32      // of pieces in fragments that don't tell
	which       uint32      // of all they are, counted from 1
	gap         mp4Gap

	pieces []mp4Piece
}

// mp4Gap is what a program tells of the two ends of a sound, in samples of what is heard; all 0 if it doesn't.
type mp4Gap struct{ before, samples int64 }

// mp4Piece is where one packet lies in the file: a frame of AAC, or some samples.
type mp4Piece struct {
	at          int64
	size, ticks uint32
}

// mp4Pieces is how many frames a file may have: six hours of them.
const mp4Pieces = 1 << 20

// mp4Frame is how many bytes a frame of AAC may have, and mp4Packet a packet of others.
const (
	mp4Frame  = 1<<16 - 1
	mp4Packet = 1 << 20
)

// readMP4Track takes the first track whose sound is decoded, or else the first one of AAC.
func readMP4Track(moov []byte) (*mp4Track, error) {
	movie := mp4Fields{b: mp4Find(moov, "mvhd")}
	version := movie.version()
	movie.either(version)
	movie.either(version)
	movieScale := movie.u32()
	var unknown string // what it has instead
	var refused *mp4Track
	for _, box := range mp4Children(moov) {
		if box.kind != "trak" {
			continue
		}
		description := mp4Find(box.payload, "mdia", "minf", "stbl", "stsd")
		t := &mp4Track{description: bytes.Clone(description), movieScale: movieScale}
		if name := t.describe(); name != "" {
			handler := mp4Fields{b: mp4Find(box.payload, "mdia", "hdlr")}
			handler.bytes(8)
			if kind := string(handler.bytes(4)); kind == "soun" && unknown == "" {
				unknown = name
			}
			continue
		}
		if t.codec == nil && refused != nil {
			continue
		}
		head := mp4Fields{b: mp4Find(box.payload, "tkhd")}
		version := head.version()
		head.either(version)
		head.either(version)
		t.id = head.u32()
		media := mp4Fields{b: mp4Find(box.payload, "mdia", "mdhd")}
		version = media.version()
		media.either(version)
		media.either(version)
		t.timescale = media.u32()
		t.duration = media.either(version)
		t.readEdits(mp4Find(box.payload, "edts", "elst"))
		t.readDefaults(mp4Find(moov, "mvex"))
		if t.gap = readMP4Gap(mp4Find(box.payload, "udta")); t.gap.samples == 0 {
			t.gap = readMP4Gap(mp4Find(moov, "udta"))
		}
		if err := t.readTable(mp4Find(box.payload, "mdia", "minf", "stbl")); err != nil {
			return nil, err
		}
		if t.codec != nil {
			return t, nil
		}
		refused = t
	}
	switch {
	case refused != nil:
		return refused, nil
	case unknown != "":
		return nil, &UnsupportedError{unknown}
	}
	return nil, errors.New("it has no sound")
}

// readEdits takes the first edit that isn't empty: it tells where the sound begins behind what the encoder put
// before it, and how long it is.
func (t *mp4Track) readEdits(elst []byte) {
	f := mp4Fields{b: elst}
	version := f.version()
	for n := f.u32(); n > 0 && !f.short; n-- {
		length := f.either(version)
		start := int64(f.either(version))
		if version == 0 {
			start = int64(int32(uint32(start)))
		}
		f.u32()
		if start < 0 || f.short {
			continue
		}
		t.skip, t.length = start, length
		return
	}
}

// readTable finds the pieces of a file that isn't fragmented.
func (t *mp4Track) readTable(stbl []byte) error {
	sizes := mp4Fields{b: mp4Find(stbl, "stsz")}
	sizes.version()
	same, count := sizes.u32(), int64(sizes.u32())
	width := int64(0)
	if t.codec != nil {
		width = int64(t.codec.width)
	}
	if width > 0 {
		same = 1 // what it says of samples is not always so
	}
	if same == 0 {
		count = min(count, int64(len(sizes.b)/4))
	}
	if count > mp4Pieces && width == 0 {
		return errMP4
	}
	times := mp4Times{mp4Fields: mp4Fields{b: mp4Find(stbl, "stts")}}
	times.version()
	times.u32()
	chunks, wide := mp4Fields{b: mp4Find(stbl, "stco")}, byte(0)
	if chunks.b == nil {
		chunks.b, wide = mp4Find(stbl, "co64"), 1
	}
	chunks.version()
	chunks.u32()
	groups := mp4Fields{b: mp4Find(stbl, "stsc")}
	groups.version()
	groups.u32()

	perChunk, until, which := uint32(0), uint32(0), uint32(0)
	var after, then uint32 // how many a chunk has from until on, and of which description
	for chunk := uint32(1); count > 0 && len(chunks.b) >= 4; chunk++ {
		for chunk >= until {
			perChunk, which = after, then
			if len(groups.b) < 12 {
				until = 1<<32 - 1
				break
			}
			until, after, then = groups.u32(), groups.u32(), groups.u32()
		}
		t.change(which)
		at := int64(chunks.either(wide))
		if width > 0 {
			n := min(int64(perChunk), count)
			count -= n
			if err := t.addSamples(at, n, width); err != nil {
				return err
			}
			continue
		}
		for range perChunk {
			if count == 0 {
				break
			}
			size := same
			if size == 0 {
				size = sizes.u32()
			}
			if err := t.add(at, size, times.next()); err != nil {
				return err
			}
			at += int64(size)
			count--
		}
	}
	return nil
}

func (t *mp4Track) add(at int64, size, ticks uint32) error {
	most := uint32(mp4Packet)
	if t.config != nil {
		most = mp4Frame
	}
	if size > most || at < 0 {
		return fmt.Errorf("a packet of %d bytes at %d is none", size, at)
	}
	if len(t.pieces) >= mp4Pieces {
		return errMP4
	}
	t.pieces = append(t.pieces, mp4Piece{at, size, ticks})
	return nil
}

// addSamples adds samples of one width, which may be divided anywhere.
func (t *mp4Track) addSamples(at, count, width int64) error {
	if at < 0 || at > 1<<60 {
		return errMP4
	}
	if n := len(t.pieces); n > 0 { // chunks of samples are small, and stand behind each other
		if last := &t.pieces[n-1]; last.at+int64(last.size) == at {
			more := min(count, max(0, (mp4Samples-int64(last.size))/width))
			last.size += uint32(more * width)
			at, count = at+more*width, count-more
		}
	}
	for count > 0 {
		n := min(count, max(1, mp4Samples/width))
		if err := t.add(at, uint32(n*width), 0); err != nil {
			return err
		}
		at, count = at+n*width, count-n
	}
	return nil
}

// mp4Samples is how many bytes of samples make a piece at most.
const mp4Samples = 16 << 10

// mp4Times gives how long each packet is, in ticks.
type mp4Times struct {
	mp4Fields
	count, ticks uint32
}

func (t *mp4Times) next() uint32 {
	for t.count == 0 && len(t.b) >= 8 {
		t.count, t.ticks = t.u32(), t.u32()
	}
	if t.count > 0 {
		t.count--
	}
	return t.ticks
}

// readDefaults takes what fragments leave out.
func (t *mp4Track) readDefaults(mvex []byte) {
	for _, box := range mp4Children(mvex) {
		f := mp4Fields{b: box.payload}
		f.version()
		if box.kind != "trex" || f.u32() != t.id {
			continue
		}
		t.which, t.ticks, t.size = f.u32(), f.u32(), f.u32()
	}
}

// readFragment adds the pieces of a fragment that begins at a place in the file.
func (t *mp4Track) readFragment(at int64, moof []byte) error {
	for _, box := range mp4Children(moof) {
		if box.kind != "traf" {
			continue
		}
		head := mp4Fields{b: mp4Find(box.payload, "tfhd")}
		flags := head.u32() & 0xffffff
		if head.u32() != t.id {
			continue
		}
		base, size, ticks, which := at, t.size, t.ticks, t.which
		if flags&0x1 != 0 {
			base = int64(head.u64())
		}
		if flags&0x2 != 0 {
			which = head.u32()
		}
		if flags&0x8 != 0 {
			ticks = head.u32()
		}
		if flags&0x10 != 0 {
			size = head.u32()
		}
		t.change(which)
		for _, run := range mp4Children(box.payload) {
			if run.kind != "trun" {
				continue
			}
			var err error
			if base, err = t.readRun(at, base, size, ticks, run.payload); err != nil {
				return err
			}
		}
	}
	return nil
}

// readRun adds the pieces of one run, and returns where the next one begins if it doesn't tell.
func (t *mp4Track) readRun(moof, at int64, same, each uint32, trun []byte) (int64, error) {
	f := mp4Fields{b: trun}
	flags := f.u32() & 0xffffff
	count := f.u32()
	if flags&0x1 != 0 {
		at = moof + int64(int32(f.u32()))
	}
	if flags&0x4 != 0 {
		f.u32()
	}
	for ; count > 0 && !f.short; count-- {
		size, ticks := same, each
		for _, bit := range []uint32{0x100, 0x200, 0x400, 0x800} {
			if flags&bit == 0 {
				continue
			}
			switch v := f.u32(); bit {
			case 0x100:
				ticks = v
			case 0x200:
				size = v
			}
		}
		if f.short {
			break
		}
		if t.codec != nil && t.codec.width > 0 {
			size = uint32(t.codec.width)
			if err := t.addSamples(at, 1, int64(size)); err != nil {
				return 0, err
			}
		} else if err := t.add(at, size, ticks); err != nil {
			return 0, err
		}
		at += int64(size)
	}
	return at, nil
}
