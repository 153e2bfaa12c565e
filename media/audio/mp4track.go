package audio

import (
	"bytes"
	"errors"
	"fmt"
)

// mp4Track is the sound of an MP4: where its pieces are, and what AAC decoders want to know.
type mp4Track struct {
	id     uint32
	config []byte // AudioSpecificConfig
	// description is the payload of the box that it comes from.
	description []byte
	timescale   uint32 // of the track, ticks a second
	movieScale  uint32 // of edit lists
	duration    uint64 // in ticks of the track; 0 if unknown
	skip        int64  // in ticks of the track: what comes before the sound
	length      uint64 // in ticks of the movie; 0 if unknown
	size        uint32 // of pieces in fragments that don't tell

	pieces []mp4Piece
}

// mp4Piece is where one frame of AAC lies in the file.
type mp4Piece struct {
	at   int64
	size int
}

// mp4Pieces is how many frames a file may have: six hours of them.
const mp4Pieces = 1 << 20

// mp4Frame is how many bytes a frame of AAC may have.
const mp4Frame = 1<<16 - 1

// readMP4Track takes the first track with AAC.
func readMP4Track(moov []byte) (*mp4Track, error) {
	movie := mp4Fields{b: mp4Find(moov, "mvhd")}
	version := movie.version()
	movie.either(version)
	movie.either(version)
	movieScale := movie.u32()
	var unknown string // what it has instead
	for _, box := range mp4Children(moov) {
		if box.kind != "trak" {
			continue
		}
		description := mp4Find(box.payload, "mdia", "minf", "stbl", "stsd")
		config := mp4Config(description)
		if config == nil {
			handler := mp4Fields{b: mp4Find(box.payload, "mdia", "hdlr")}
			handler.bytes(8)
			if kind := string(handler.bytes(4)); kind == "soun" && unknown == "" && len(description) >= 16 {
				unknown = codecName(string(description[12:16]))
			}
			continue
		}
		t := &mp4Track{config: config, description: bytes.Clone(description), movieScale: movieScale}
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
		return t, t.readTable(mp4Find(box.payload, "mdia", "minf", "stbl"))
	}
	if unknown != "" {
		return nil, &UnsupportedError{unknown}
	}
	return nil, errors.New("it has no sound in AAC")
}

// mp4Config finds the AudioSpecificConfig in a sample description.
func mp4Config(stsd []byte) []byte {
	if len(stsd) < 8 {
		return nil
	}
	for _, entry := range mp4Children(stsd[8:]) {
		const sampleEntry = 28
		if entry.kind != "mp4a" || len(entry.payload) < sampleEntry {
			continue
		}
		// QuickTime has two longer kinds of it.
		extra := [3]int{0, 16, 36}[min(2, int(entry.payload[9]))]
		if sampleEntry+extra > len(entry.payload) {
			continue
		}
		children := entry.payload[sampleEntry+extra:]
		esds := mp4Find(children, "esds")
		if esds == nil {
			esds = mp4Find(children, "wave", "esds")
		}
		if config := esdsConfig(esds); config != nil {
			return config
		}
	}
	return nil
}

// esdsConfig goes down the descriptors of an esds box.
func esdsConfig(esds []byte) []byte {
	const stream, decoder, specific = 3, 4, 5
	f := mp4Fields{b: esds}
	f.version()
	for !f.short && len(f.b) > 0 {
		tag, size := f.u8(), 0
		for range 4 {
			b := f.u8()
			size = size<<7 | int(b&0x7f)
			if b&0x80 == 0 {
				break
			}
		}
		switch tag {
		case stream:
			flags := f.bytes(3)[2]
			if flags&0x80 != 0 {
				f.bytes(2)
			}
			if flags&0x40 != 0 {
				f.bytes(int(f.u8()))
			}
			if flags&0x20 != 0 {
				f.bytes(2)
			}
		case decoder:
			if f.bytes(13)[0] != 0x40 { // MPEG-4 AAC
				return nil
			}
		case specific:
			if size == 0 || size > len(f.b) {
				return nil
			}
			return bytes.Clone(f.b[:size])
		default:
			f.bytes(size)
		}
	}
	return nil
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
	if same == 0 {
		count = min(count, int64(len(sizes.b)/4))
	}
	if count > mp4Pieces {
		return errMP4
	}
	chunks, wide := mp4Fields{b: mp4Find(stbl, "stco")}, byte(0)
	if chunks.b == nil {
		chunks.b, wide = mp4Find(stbl, "co64"), 1
	}
	chunks.version()
	chunks.u32()
	groups := mp4Fields{b: mp4Find(stbl, "stsc")}
	groups.version()
	groups.u32()

	perChunk, until := uint32(0), uint32(0)
	var after uint32 // how many a chunk has from until on
	for chunk := uint32(1); count > 0 && len(chunks.b) >= 4; chunk++ {
		for chunk >= until {
			perChunk = after
			if len(groups.b) < 12 {
				until = 1<<32 - 1
				break
			}
			until, after = groups.u32(), groups.u32()
			groups.u32()
		}
		at := int64(chunks.either(wide))
		for range perChunk {
			if count == 0 {
				break
			}
			size := same
			if size == 0 {
				size = sizes.u32()
			}
			if err := t.add(at, size); err != nil {
				return err
			}
			at += int64(size)
			count--
		}
	}
	return nil
}

func (t *mp4Track) add(at int64, size uint32) error {
	if size > mp4Frame || at < 0 {
		return fmt.Errorf("a frame of %d bytes at %d is none", size, at)
	}
	if len(t.pieces) >= mp4Pieces {
		return errMP4
	}
	t.pieces = append(t.pieces, mp4Piece{at, int(size)})
	return nil
}

// readDefaults takes what fragments leave out.
func (t *mp4Track) readDefaults(mvex []byte) {
	for _, box := range mp4Children(mvex) {
		f := mp4Fields{b: box.payload}
		f.version()
		if box.kind != "trex" || f.u32() != t.id {
			continue
		}
		f.u32()
		f.u32()
		t.size = f.u32()
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
		base, size := at, t.size
		if flags&0x1 != 0 {
			base = int64(head.u64())
		}
		for _, bit := range []uint32{0x2, 0x8} {
			if flags&bit != 0 {
				head.u32()
			}
		}
		if flags&0x10 != 0 {
			size = head.u32()
		}
		for _, run := range mp4Children(box.payload) {
			if run.kind != "trun" {
				continue
			}
			var err error
			if base, err = t.readRun(at, base, size, run.payload); err != nil {
				return err
			}
		}
	}
	return nil
}

// readRun adds the pieces of one run, and returns where the next one begins if it doesn't tell.
func (t *mp4Track) readRun(moof, at int64, same uint32, trun []byte) (int64, error) {
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
		size := same
		for _, bit := range []uint32{0x100, 0x200, 0x400, 0x800} {
			if flags&bit == 0 {
				continue
			}
			if v := f.u32(); bit == 0x200 {
				size = v
			}
		}
		if f.short {
			break
		}
		if err := t.add(at, size); err != nil {
			return 0, err
		}
		at += int64(size)
	}
	return at, nil
}
