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
	// webmCluster is the longest duration of a cluster, whose blocks have 16-bit timestamps.
	webmCluster = 5 * time.Second
	// webmBlock is the overhead per block in bytes, including its share of the clusters.
	webmBlock = 24
	// webmLast is the assumed duration of the last block.
	webmLast = 20 * time.Millisecond
)

// webm is the sound of a Matroska file. The blocks of a part are stored in new clusters, whose
// timestamps start at 0.
type webm struct {
	file   io.ReaderAt
	blocks *container.WebM
	ahead  *container.WebMBlock
	first  time.Duration
	some   bool
	skip   time.Duration // decoded padding before the sound
	track  []byte
	later  []byte // track entry for all parts but the first, without padding before the sound
}

func newWebM(file io.ReaderAt, size int64) (*webm, error) {
	b, err := audio.ReadWebM(io.NewSectionReader(file, 0, size))
	if err != nil {
		return nil, err
	}
	w := &webm{file: file, blocks: b, track: b.Track.Payload}
	w.later = w.track
	if at := bytes.Index(w.track, []byte("OpusHead")); b.Track.Codec == "A_OPUS" && at >= 0 && at+12 <= len(w.track) {
		w.skip = container.Duration(int64(binary.LittleEndian.Uint16(w.track[at+10:])), opusRate)
		w.later = slices.Clone(w.track)
		w.later[at+10], w.later[at+11] = 0, 0
	}
	return w, nil
}

func (w *webm) next() (unit, error) {
	b := w.ahead
	if b == nil {
		var err error
		if b, err = w.read(); err != nil {
			return unit{}, err
		}
	}
	if !w.some {
		w.first, w.some = b.Time, true
	}
	u := unit{at: b.Offset, size: int32(b.Size), start: b.Time - w.first - w.skip, length: webmLast, extra: int64(b.TimeOffset)}
	after, err := w.read()
	switch {
	case err == nil:
		w.ahead, u.length = after, max(0, after.Time-b.Time)
	case errors.Is(err, io.EOF):
		w.ahead = nil
	default:
		return unit{}, err
	}
	return u, nil
}

// read reads a block. It fails on damaged blocks instead of skipping them.
func (w *webm) read() (*container.WebMBlock, error) {
	b, err := w.blocks.Next()
	if errors.Is(err, container.ErrAnotherFile) {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if b.Gap || errors.Is(err, io.EOF) && !w.blocks.Intact() {
		return nil, errors.New("a block is damaged")
	}
	return &b, err
}

func (w *webm) cost() int64           { return int64(len(w.track)) + 512 }
func (w *webm) unitCost(u unit) int64 { return int64(u.size) + webmBlock }

// lead includes the preceding blocks that a decoder needs to converge: 80 ms for Opus.
func (w *webm) lead(units []unit, i int) int {
	from := i
	for i > 0 && units[from].start-units[i].start < 80*time.Millisecond {
		i--
	}
	return i
}

func (w *webm) part(units []unit) (partSegments, error) {
	track := w.track
	if units[0].start > 0 {
		track = w.later
	}
	head := container.MakeElement(container.IDEBML, container.MakeElement(0x4286, []byte{1}), container.MakeElement(0x42f7, []byte{1}),
		container.MakeElement(0x42f2, []byte{4}), container.MakeElement(0x42f3, []byte{8}),
		container.MakeElement(0x4282, []byte("webm")), container.MakeElement(0x4287, []byte{4}), container.MakeElement(0x4285, []byte{2}))
	scale := binary.BigEndian.AppendUint64(nil, uint64(time.Millisecond))
	info := container.MakeElement(container.IDInfo, container.MakeElement(container.IDScale, scale),
		container.MakeElement(0x4d80, []byte("Parlando")), container.MakeElement(0x5741, []byte("Parlando")))
	inside := append(info, container.MakeElement(container.IDTracks, container.MakeElement(container.IDTrack, track))...)
	var clusters partSegments
	for begin := units[0].start; len(units) > 0; {
		c := &cluster{time: max(0, units[0].start-begin)}
		size := int64(0)
		for _, u := range units {
			after := u.start - units[0].start
			if len(c.blocks) > 0 && (after >= webmCluster || after < 0) {
				break
			}
			c.blocks = append(c.blocks, block{u.at, u.size, int32(u.extra), int16(after / time.Millisecond)})
			size += int64(u.size)
		}
		units = units[len(c.blocks):]
		c.head = container.MakeElementHeader(container.IDCluster, size+webmTime)
		c.head = append(c.head, container.MakeElement(container.IDClusterTime, binary.BigEndian.AppendUint64(nil, uint64(c.time/time.Millisecond)))...)
		clusters = append(clusters, partSegment{cluster: c, size: size + int64(len(c.head))})
	}
	head = append(head, container.MakeElementHeader(container.IDSegment, int64(len(inside))+clusters.length())...)
	return append(partSegments{{bytes: append(head, inside...)}}, clusters...), nil
}

// webmTime is the size of a cluster timestamp element in bytes.
const webmTime = 1 + 8 + 8

// cluster is a cluster that is assembled when it is read.
type cluster struct {
	head   []byte
	time   time.Duration
	blocks []block
}

// block is the location of a block in the file.
type block struct {
	at       int64
	size     int32
	timeAt   int32 // offset of its timestamp in the block
	relative int16 // new timestamp in milliseconds
}

func (c *cluster) read(file io.ReaderAt, size int64) ([]byte, error) {
	b := append(make([]byte, 0, size), c.head...)
	for _, one := range c.blocks {
		from := len(b)
		b = b[:from+int(one.size)]
		if err := readFull(file, b[from:], one.at); err != nil {
			return nil, err
		}
		binary.BigEndian.PutUint16(b[from+int(one.timeAt):], uint16(one.relative))
	}
	return b, nil
}
