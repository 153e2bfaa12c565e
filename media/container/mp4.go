package container

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// MP4 is a track of an MP4 file with the positions of its packets.
type MP4 struct {
	// Description is the body of the sample description box ("stsd").
	Description []byte
	Handler     string      // handler type: "soun" for sound
	Changes     []MP4Change // packets at which the sample description changes
	Timescale   uint32      // ticks per second of the track
	MovieScale  uint32      // ticks per second of edit lengths
	Duration    uint64      // in ticks of the track; 0 if unknown
	Edits       []MP4Edit   // ranges to play, in this order; empty means everything
	Padding     MP4Padding
	Packets     []MP4Packet
	// Enabled is false for a track that players do not play by default.
	Enabled bool
	// Fragmented means that packets follow in fragments, which Duration and the lengths of Edits do
	// not include.
	Fragmented bool
	// CutOff means that the file is truncated within the header of a fragment.
	CutOff bool

	id       uint32
	table    []byte // body of the "stbl" box
	most     int    // largest accepted number of packets
	width    int64  // bytes per sample if packets may be split anywhere; else 0
	unit     MP4Unit
	defaults map[uint32]mp4RunValues // defaults for fragments, by track id
}

// MP4Change is the first packet, counted from 1, with another sample description.
type MP4Change struct {
	Packet      int
	Description uint32
}

// MP4Edit is a range of the track that is played.
type MP4Edit struct {
	Start  int64  // in ticks of the track; -1 for silence between two others
	Length uint64 // in ticks of the movie; 0 if unknown, for a single edit only
}

// MP4Padding is the declared padding before the sound and the number of audible samples; all 0 if
// not declared.
type MP4Padding struct{ Before, Samples int64 }

// MP4Packet locates a packet in the file: an AAC frame, or some uncompressed samples.
type MP4Packet struct {
	Offset      int64
	Size, Ticks uint32
}

// MP4Unit is the size of a unit that always holds the same number of samples: a sample of every
// channel where packets may be split anywhere, or a packet if all have one size. It is zero for
// other packets.
type MP4Unit struct{ Bytes, Frames int }

const (
	// minPackets is the number of packets accepted in any file: six hours of AAC. One more is
	// accepted per packetBytes of the file size, up to maxPackets: two days, in 128 MB.
	minPackets  = 1 << 20
	packetBytes = 16
	maxPackets  = 1 << 23
	// maxPacket is the largest size of a packet in bytes.
	maxPacket = 1 << 20
	// maxSamples is the largest packet of uncompressed samples in bytes.
	maxSamples = 16 << 10
	// maxEdits is the number of edits that are read: each has its own decoder.
	maxEdits = 10_000
)

// ReadMP4 locates the packets of one track. choose selects the track and returns its unit.
func ReadMP4(file io.ReadSeeker, choose func(tracks []*MP4) (track *MP4, unit MP4Unit, err error)) (*MP4, error) {
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	var t *MP4
	err = readMovie(file, size, func(b Box, at int64) error {
		switch {
		case b.Kind == "moov" && t == nil:
			track, unit, err := choose(readTracks(b.Body))
			if err != nil {
				return err
			}
			t = track
			if t.unit = unit; unit.Frames == 1 {
				t.width = int64(unit.Bytes)
			}
			t.most = int(min(max(minPackets, size/packetBytes), maxPackets))
			return t.readTable()
		case b.Kind == "moof" && t != nil:
			t.Fragmented = true
			return t.readFragment(at, b.Body)
		}
		return nil
	})
	if t != nil && len(t.Packets) > 0 && errors.Is(err, io.ErrUnexpectedEOF) {
		t.Fragmented, t.CutOff, err = true, true, nil
	}
	if err == nil && (t == nil || len(t.Packets) == 0) {
		err = errors.New("no sound")
	}
	return t, err
}

// Read reads the packet from the file.
func (p MP4Packet) Read(file io.ReadSeeker) ([]byte, error) {
	if _, err := file.Seek(p.Offset, io.SeekStart); err != nil {
		return nil, err
	}
	packet := make([]byte, p.Size)
	_, err := io.ReadFull(file, packet)
	return packet, AsUnexpectedEOF(err)
}

// readTracks reads the headers of all tracks, but not their packets.
func readTracks(moov []byte) (all []*MP4) {
	movie := FieldReader{Rest: FindBox(moov, "mvhd")}
	movie.Bytes(2 * movie.version())
	movieScale := movie.u32()
	defaults := readRunDefaults(FindBox(moov, "mvex"))
	for box := range Boxes(moov) {
		if box.Kind != "trak" {
			continue
		}
		t := &MP4{MovieScale: movieScale, defaults: defaults, table: FindBox(box.Body, "mdia", "minf", "stbl")}
		t.Description = bytes.Clone(FindBox(t.table, "stsd"))
		if handler := FindBox(box.Body, "mdia", "hdlr"); len(handler) >= 12 {
			t.Handler = string(handler[8:12])
		}
		head := FieldReader{Rest: FindBox(box.Body, "tkhd")}
		t.Enabled = len(head.Rest) >= 4 && head.Rest[3]&1 != 0
		head.Bytes(2 * head.version())
		t.id = head.u32()
		media := FieldReader{Rest: FindBox(box.Body, "mdia", "mdhd")}
		size := media.version()
		media.Bytes(2 * size)
		t.Timescale = media.u32()
		t.Duration = media.Number(size)
		t.readEdits(FindBox(box.Body, "edts", "elst"))
		if t.Padding = readGap(FindBox(box.Body, "udta")); t.Padding.Samples == 0 {
			t.Padding = readGap(FindBox(moov, "udta"))
		}
		all = append(all, t)
	}
	return all
}

// readEdits reads the edits, without silence before the first edit and after the last. The first
// edit usually skips encoder padding. Contiguous edits are merged.
func (t *MP4) readEdits(elst []byte) {
	f := FieldReader{Rest: elst}
	size := f.version()
	for n := f.u32(); n > 0 && len(t.Edits) < maxEdits; n-- {
		length := f.Number(size)
		start := int64(f.Number(size))
		if size == 4 {
			start = int64(int32(uint32(start)))
		}
		f.u32()
		if f.PastEnd {
			break
		}
		start = max(-1, start)
		if len(t.Edits) == 0 && start < 0 || length == 0 && (n > 1 || len(t.Edits) > 0) {
			continue
		}
		if last := len(t.Edits) - 1; last >= 0 && t.follows(t.Edits[last], start) {
			t.Edits[last].Length += length
			continue
		}
		t.Edits = append(t.Edits, MP4Edit{start, length})
	}
	for n := len(t.Edits); n > 0 && t.Edits[n-1].Start < 0; n-- {
		t.Edits = t.Edits[:n-1]
	}
}

// follows reports whether an edit ends at start, within the precision of movie ticks.
func (t *MP4) follows(e MP4Edit, start int64) bool {
	if e.Start < 0 || start < 0 {
		return false
	}
	tick := float64(t.Timescale) / float64(t.MovieScale)
	return math.Abs(float64(e.Start)+float64(e.Length)*tick-float64(start)) <= tick
}

// readTable reads the packet positions of a file that is not fragmented.
func (t *MP4) readTable() error {
	sizes := FieldReader{Rest: FindBox(t.table, "stsz")}
	sizes.version()
	same, count := sizes.u32(), int64(sizes.u32())
	if t.width > 0 {
		same = 1 // the size in the file is unreliable for plain samples
	}
	if same == 0 {
		count = min(count, int64(len(sizes.Rest)/4))
	}
	each := uint32(1) // number of table entries per packet
	if same == 1 && t.unit.Frames > 1 {
		same, each = uint32(t.unit.Bytes), uint32(t.unit.Frames) // QuickTime counts samples
		count /= int64(each)
	}
	if t.width == 0 {
		if count > int64(t.most) {
			return errMP4
		}
		if same == 0 {
			t.Packets = make([]MP4Packet, 0, count)
		}
	}
	times := mp4Times{FieldReader: FieldReader{Rest: FindBox(t.table, "stts")}}
	times.version()
	times.u32()
	chunks, wide := FieldReader{Rest: FindBox(t.table, "stco")}, 4
	if chunks.Rest == nil {
		chunks.Rest, wide = FindBox(t.table, "co64"), 8
	}
	chunks.version()
	chunks.u32()
	groups := FieldReader{Rest: FindBox(t.table, "stsc")}
	groups.version()
	groups.u32()

	perChunk, until, which := uint32(0), uint32(0), uint32(0)
	var after, then uint32 // samples per chunk and description from chunk until on
	for chunk := uint32(1); count > 0 && len(chunks.Rest) >= 4; chunk++ {
		for chunk >= until {
			perChunk, which = after/each, then
			if len(groups.Rest) < 12 {
				until = 1<<32 - 1
				break
			}
			until, after, then = groups.u32(), groups.u32(), groups.u32()
		}
		t.change(which)
		at := int64(chunks.Number(wide))
		if t.width > 0 {
			n := min(int64(perChunk), count)
			count -= n
			if err := t.addSamples(at, n); err != nil {
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

// change sets the sample description of the packets that follow.
func (t *MP4) change(which uint32) {
	n := len(t.Changes)
	switch {
	case n > 0 && t.Changes[n-1].Packet == len(t.Packets):
		t.Changes[n-1].Description = which
	case n == 0 || t.Changes[n-1].Description != which:
		t.Changes = append(t.Changes, MP4Change{len(t.Packets), which})
	}
}

func (t *MP4) add(at int64, size, ticks uint32) error {
	if size > maxPacket || at < 0 {
		return fmt.Errorf("the packet of %d bytes at %d is invalid", size, at)
	}
	if len(t.Packets) >= t.most {
		return errMP4
	}
	t.Packets = append(t.Packets, MP4Packet{at, size, ticks})
	return nil
}

// addSamples adds count samples of fixed width as packets.
func (t *MP4) addSamples(at, count int64) error {
	if at < 0 || at > 1<<60 {
		return errMP4
	}
	if n := len(t.Packets); n > 0 { // extend the last packet if adjacent: chunks are small
		if last := &t.Packets[n-1]; last.Offset+int64(last.Size) == at {
			more := min(count, max(0, (maxSamples-int64(last.Size))/t.width))
			last.Size += uint32(more * t.width)
			at, count = at+more*t.width, count-more
		}
	}
	for count > 0 {
		n := min(count, max(1, maxSamples/t.width))
		if err := t.add(at, uint32(n*t.width), 0); err != nil {
			return err
		}
		at, count = at+n*t.width, count-n
	}
	return nil
}

// mp4Times returns the duration of each packet in ticks.
type mp4Times struct {
	FieldReader
	count, ticks uint32
}

func (t *mp4Times) next() uint32 {
	for t.count == 0 && len(t.Rest) >= 8 {
		t.count, t.ticks = t.u32(), t.u32()
	}
	if t.count > 0 {
		t.count--
	}
	return t.ticks
}

// readGap reads the padding declared by programs that write no edit list.
func readGap(udta []byte) (gap MP4Padding) {
	meta := FindBox(udta, "meta")
	if len(meta) < 4 {
		return gap
	}
	for tag := range Boxes(FindBox(meta[4:], "ilst")) {
		if tag.Kind != "----" || !strings.HasSuffix(string(FindBox(tag.Body, "name")), "iTunSMPB") {
			continue
		}
		const head = 8
		data := FindBox(tag.Body, "data")
		if len(data) < head {
			return gap
		}
		fields := strings.Fields(string(data[head:min(len(data), head+200)]))
		number := func(i int) int64 {
			v := int64(0)
			if i < len(fields) {
				v, _ = strconv.ParseInt(fields[i], 16, 64)
			}
			return v
		}
		if before, samples := number(1), number(3); before >= 0 && before < 1<<16 && samples > 0 && samples < 1<<40 {
			return MP4Padding{before, samples}
		}
	}
	return gap
}
