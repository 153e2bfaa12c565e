package audio

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"
)

// The elements of a WebM that are looked at.
const (
	webmSegment        = 0x18538067
	webmCluster        = 0x1f43b675
	webmTracks         = 0x1654ae6b
	webmTrack          = 0xae
	webmTrackNumber    = 0xd7
	webmBlockGroup     = 0xa0
	webmBlock          = 0xa1
	webmSimpleBlock    = 0xa3
	webmDiscardPadding = 0x75a2
)

// webmSource decodes the packets of one track of a WebM.
type webmSource struct {
	source
	b       *bufio.Reader
	track   uint64
	kind    string // of its codec, in the letters of Matroska
	codec   *codec
	others  bool           // there are other tracks
	decoder *steadyDecoder // that has begun already; nil mostly
	packets [][]byte
	fresh   bool  // a block was read, and none of its packets looked at since
	discard int64 // nanoseconds at the end of the last packet that are no sound

	format  Format
	tracks  []byte        // what tells of them
	scale   time.Duration // of a tick
	ticks   float64       // of the whole file; 0 if it doesn't tell
	cluster int64         // when it begins, in ticks
	time    time.Duration // when the last block begins
	spoken  int64         // frames of the last block; 0 if only the decoder knows
	gap     bool          // something was left out since the last block
}

// webmGap is for how long silence stands for what is missing at most.
const webmGap = time.Minute

func newWebM(b *bufio.Reader, format Format) (*stream, error) {
	w := &webmSource{b: b, format: format, scale: time.Millisecond}
	for {
		id, size, err := readEBML(b)
		if err != nil {
			return nil, inside(err)
		}
		switch id {
		case webmSegment:
			continue
		case webmTracks, webmInfo:
			payload, err := readEBMLPayload(b, size)
			if err != nil {
				return nil, err
			}
			if id == webmTracks {
				if err := w.open(payload); err != nil {
					return nil, err
				}
				return w.decode(nil)
			}
			w.inform(payload)
			continue
		case webmCluster:
			return nil, errors.New("the sound comes before the header that explains it")
		}
		if err := w.pass(size); err != nil {
			return nil, err
		}
	}
}

// inform takes what the file tells of its times.
func (w *webmSource) inform(payload []byte) {
	for _, e := range ebmlChildren(payload) {
		switch n := e.number(); {
		case e.id == webmScale && n > 0 && n <= uint64(time.Second):
			w.scale = time.Duration(n)
		case e.id == webmDuration:
			if w.ticks = e.float(); !(w.ticks > 0) || w.ticks > 1e15 {
				w.ticks = 0
			}
		}
	}
}

// pass leaves an element out.
func (w *webmSource) pass(size int64) error {
	if size < 0 {
		return errEBML
	}
	_, err := io.CopyN(io.Discard, w.b, size)
	return inside(err)
}

// open takes the first track whose codec is known.
func (w *webmSource) open(tracks []byte) error {
	w.tracks = tracks
	var unknown string // what it has instead
	var refused error
	count := 0
	for _, e := range ebmlChildren(tracks) {
		if e.id != webmTrack {
			continue
		}
		count++
		if w.codec != nil {
			continue
		}
		t := readWebMTrack(e.payload)
		c, err := t.codec(w.format)
		switch {
		case c != nil:
			w.codec, w.track, w.kind = c, t.number, t.kind
		case err != nil && refused == nil:
			refused = err
		case err == nil && t.sound && unknown == "":
			unknown = codecName(t.kind)
		}
	}
	w.others = count > 1
	switch {
	case w.codec != nil:
		return nil
	case refused != nil:
		return refused
	case unknown != "":
		return &UnsupportedError{unknown}
	}
	return errors.New("it has no sound")
}

// decode begins with the packets that follow. first is how the sound began; nil at the start.
func (w *webmSource) decode(first *stream) (*stream, error) {
	c := w.codec
	if c.open != nil {
		if w.decoder == nil {
			var err error
			if w.decoder, err = c.steady(); err != nil {
				return nil, err
			}
		}
		w.source = &packetSource{steadyDecoder: w.decoder, take: w.take}
		s, err := newStream(w.format, c.rate, c.channels, w)
		if err == nil && first == nil {
			s.trim(c.skip, -1)
		}
		return s, err
	}
	s, err := newMP3Packets(w.take, first)
	if err != nil {
		return nil, err
	}
	w.source, s.src, s.format = s.src, w, w.format
	return s, nil
}

// take takes the next packet, never an empty one.
func (w *webmSource) take() (packet []byte, over int64, err error) {
	for {
		for len(w.packets) == 0 {
			if err := w.readBlocks(); err != nil {
				return nil, 0, err
			}
		}
		packet := w.packets[0]
		w.packets = w.packets[1:]
		if len(packet) == 0 {
			continue
		}
		if len(w.packets) == 0 {
			over = w.discard / 1000 * int64(w.codec.rate) / 1_000_000
		}
		return packet, over, nil
	}
}

func (w *webmSource) damaged() int { return damagedIn(w.source) }

// readBlocks goes on to the next block of the track. The ends of clusters don't matter: their elements follow each
// other, whatever size they declare.
func (w *webmSource) readBlocks() error {
	w.discard = 0
	if head, _ := w.b.Peek(webmHeadMost); len(head) > 0 && !webmKnown(head) {
		return w.resync()
	}
	id, size, err := readEBML(w.b)
	if err != nil {
		return err
	}
	switch id {
	case webmSegment, webmCluster:
		return nil
	case webmClusterTime:
		payload, err := readEBMLPayload(w.b, size)
		w.cluster = int64(min(ebmlElement{payload: payload}.number(), 1<<40))
		return err
	case webmSimpleBlock, webmBlockGroup:
		if !w.followed(size) {
			return w.resync()
		}
		if w.foreign(id, size) {
			return w.pass(size)
		}
	}
	switch id {
	case webmSimpleBlock:
		payload, err := readEBMLPayload(w.b, size)
		if err != nil {
			return err
		}
		return w.block(payload)
	case webmBlockGroup:
		payload, err := readEBMLPayload(w.b, size)
		if err != nil {
			return err
		}
		for _, e := range ebmlChildren(payload) {
			switch e.id {
			case webmBlock:
				if err := w.block(e.payload); err != nil {
					return err
				}
			case webmDiscardPadding:
				if len(e.payload) > 0 && e.payload[0]&0x80 == 0 {
					w.discard = int64(min(e.number(), 1_000_000_000))
				}
			}
		}
		return nil
	}
	return w.pass(size)
}

// block unpacks a block. A damaged one is left out.
func (w *webmSource) block(payload []byte) error {
	before, was := w.time, w.spoken
	if err := w.unpack(payload); err != nil {
		w.packets, w.gap = nil, true
		return nil //nolint:nilerr // those behind it tell how long it was
	}
	if len(w.packets) == 0 {
		return nil
	}
	w.spoken = 0
	for _, packet := range w.packets {
		w.spoken += w.codec.frames(packet)
	}
	if w.gap && w.decoder != nil {
		unit := was // times are rounded, blocks mostly are not
		if was == 0 {
			was, unit = w.decoder.last, 1
		}
		missing := w.time - before - duration(was, w.codec.rate)
		if missing > 5*time.Millisecond && missing < webmGap {
			frames := int64(missing.Seconds() * float64(w.codec.rate))
			w.decoder.owed += (frames + unit/2) / unit * unit
		}
		w.decoder.places++
	}
	w.gap = false
	return nil
}

// foreign reports whether the block or the group that follows is none of the sound: pictures are, and may be large.
func (w *webmSource) foreign(id uint32, size int64) bool {
	if size > ebmlKept {
		return true
	}
	const most = 4 + 8 + 8 // a head, and the number of a track
	head, _ := w.b.Peek(int(min(max(0, size), most)))
	r := bytes.NewReader(head)
	if id == webmBlockGroup {
		if inner, _, err := readEBML(r); err != nil || inner != webmBlock {
			return false // seldom: another element comes first
		}
	}
	track, err := readEBMLSize(r)
	return err == nil && uint64(track) != w.track
}

// unpack takes the packets out of a block, if it is of the track.
func (w *webmSource) unpack(block []byte) error {
	r := bytes.NewReader(block)
	track, err := readEBMLSize(r)
	if err != nil {
		return errEBML
	}
	block = block[len(block)-r.Len():]
	if uint64(track) != w.track {
		return nil
	}
	const head = 3 // the time, and flags
	if len(block) < head {
		return errEBML
	}
	relative := int64(int16(binary.BigEndian.Uint16(block)))
	w.time = time.Duration(min(max(0, w.cluster+relative), int64(1<<62)/int64(w.scale))) * w.scale
	const none, xiph, fixed = 0, 1, 2
	lacing, block := block[2]>>1&3, block[head:]
	w.fresh = true
	switch lacing {
	case none:
		w.packets = [][]byte{block}
	case xiph:
		w.packets, err = unlaceXiph(block)
	case fixed:
		w.packets, err = unlaceFixed(block)
	default:
		w.packets, err = unlaceEBML(block)
	}
	return err
}

// unlaceXiph splits packets whose sizes come first, as sums of bytes that end with one below 255.
func unlaceXiph(b []byte) ([][]byte, error) {
	if len(b) == 0 {
		return nil, errEBML
	}
	sizes := make([]int, b[0])
	b = b[1:]
	for i := range sizes {
		for more := true; more; {
			if len(b) == 0 {
				return nil, errEBML
			}
			sizes[i] += int(b[0])
			more = b[0] == 255
			b = b[1:]
		}
	}
	return cut(b, sizes)
}

// unlaceFixed splits packets of one size.
func unlaceFixed(b []byte) ([][]byte, error) {
	if len(b) == 0 {
		return nil, errEBML
	}
	count := int(b[0]) + 1
	sizes := make([]int, count-1)
	for i := range sizes {
		sizes[i] = (len(b) - 1) / count
	}
	return cut(b[1:], sizes)
}

// unlaceEBML splits packets of which the first tells its size and the others how much theirs differ.
func unlaceEBML(b []byte) ([][]byte, error) {
	if len(b) == 0 {
		return nil, errEBML
	}
	sizes := make([]int, b[0])
	r := bytes.NewReader(b[1:])
	for i := range sizes {
		before := r.Len()
		v, err := readEBMLSize(r)
		if err != nil || v < 0 {
			return nil, errEBML
		}
		if i > 0 {
			v += int64(sizes[i-1]) - (1<<(7*(before-r.Len())-1) - 1)
		}
		if v < 0 || v > int64(len(b)) {
			return nil, errEBML
		}
		sizes[i] = int(v)
	}
	return cut(b[len(b)-r.Len():], sizes)
}

// cut gives packets of these sizes, and one of what is left.
func cut(b []byte, sizes []int) ([][]byte, error) {
	packets := make([][]byte, 0, len(sizes)+1)
	for _, size := range sizes {
		if size > len(b) {
			return nil, fmt.Errorf("%w: a packet of %d bytes in %d", errEBML, size, len(b))
		}
		packets = append(packets, b[:size])
		b = b[size:]
	}
	return append(packets, b), nil
}
