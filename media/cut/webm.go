package cut

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"time"

	"parley/media/audio"
)

const (
	// webmCluster is how long a cluster may be: the times of blocks in it have 16 bits.
	webmCluster = 5 * time.Second
	// webmBlock is how many bytes a block costs besides its own: its share of clusters.
	webmBlock = 24
	// webmLast is how long the last block is taken to be.
	webmLast = 20 * time.Millisecond
)

// webm is the sound of a file of elements (Matroska). The blocks of a part stand in new clusters, whose times begin at 0.
type webm struct {
	file   io.ReaderAt
	blocks *audio.WebMBlockReader
	ahead  *audio.WebMBlock
	first  time.Duration
	some   bool
	skip   time.Duration // of what is decoded, before the sound
	track  []byte
	later  []byte // of a part that is not the first: nothing stands before its sound
}

func newWebM(file io.ReaderAt, size int64) (*webm, error) {
	b, err := audio.NewWebMBlockReader(io.NewSectionReader(file, 0, size))
	if err != nil {
		return nil, err
	}
	w := &webm{file: file, blocks: b, track: b.Track}
	w.later = w.track
	if at := bytes.Index(w.track, []byte("OpusHead")); b.Opus && at >= 0 && at+12 <= len(w.track) {
		w.skip = samples(int64(binary.LittleEndian.Uint16(w.track[at+10:])), opusRate)
		w.later = slices.Clone(w.track)
		w.later[at+10], w.later[at+11] = 0, 0
	}
	return w, nil
}

func (w *webm) next() (unit, error) {
	b := w.ahead
	if b == nil {
		read, err := w.blocks.Next()
		if err != nil {
			return unit{}, err
		}
		b = &read
	}
	if !w.some {
		w.first, w.some = b.Time, true
	}
	u := unit{at: b.At, size: int32(b.Size), start: b.Time - w.first - w.skip, length: webmLast, extra: int64(b.TimeAt)}
	after, err := w.blocks.Next()
	w.ahead = &after
	switch err { //nolint:errorlint // a wrapped io.EOF is no end
	case nil:
		u.length = max(0, after.Time-b.Time)
	case io.EOF: //nolint:errorlint // see above
		w.ahead = nil
	default:
		return unit{}, err
	}
	return u, nil
}

func (w *webm) cost() int64           { return int64(len(w.track)) + 512 }
func (w *webm) unitCost(u unit) int64 { return int64(u.size) + webmBlock }

// lead takes blocks before, for what decoders need to sound right: 80 ms for Opus.
func (w *webm) lead(units []unit, i int) int {
	from := i
	for i > 0 && units[from].start-units[i].start < 80*time.Millisecond {
		i--
	}
	return i
}

func (w *webm) part(units []unit) (pieces, error) {
	track := w.track
	if units[0].start > 0 {
		track = w.later
	}
	head := element(0x1a45dfa3, element(0x4286, []byte{1}), element(0x42f7, []byte{1}), element(0x42f2, []byte{4}), element(0x42f3, []byte{8}),
		element(0x4282, []byte("webm")), element(0x4287, []byte{4}), element(0x4285, []byte{2}))
	scale := binary.BigEndian.AppendUint64(nil, uint64(time.Millisecond))
	inside := append(element(0x1549a966, element(0x2ad7b1, scale), element(0x4d80, []byte("Parley")), element(0x5741, []byte("Parley"))),
		element(0x1654ae6b, element(0xae, track))...)
	var clusters pieces
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
		c.head = elementHead(0x1f43b675, size+webmTime)
		c.head = append(c.head, element(0xe7, binary.BigEndian.AppendUint64(nil, uint64(c.time/time.Millisecond)))...)
		clusters = append(clusters, piece{cluster: c, size: size + int64(len(c.head))})
	}
	head = append(head, elementHead(0x18538067, int64(len(inside))+clusters.length())...)
	return append(pieces{{bytes: append(head, inside...)}}, clusters...), nil
}

// webmTime is how many bytes the element has that tells the time of a cluster.
const webmTime = 1 + 8 + 8

// cluster is one that is put together when it is read.
type cluster struct {
	head   []byte
	time   time.Duration
	blocks []block
}

// block is one in the file.
type block struct {
	at       int64
	size     int32
	timeAt   int32 // where its time stands in it
	relative int16 // what it becomes, in milliseconds
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

// element is an element with what it holds.
func element(id uint32, payload ...[]byte) []byte {
	size := 0
	for _, p := range payload {
		size += len(p)
	}
	b := elementHead(id, int64(size))
	for _, p := range payload {
		b = append(b, p...)
	}
	return b
}

// elementHead is what an element begins with.
func elementHead(id uint32, size int64) []byte {
	var b []byte
	for shift := 24; shift >= 0; shift -= 8 {
		if v := byte(id >> shift); v != 0 || len(b) > 0 {
			b = append(b, v)
		}
	}
	return binary.BigEndian.AppendUint64(b, 1<<56|uint64(size))
}
