package audio

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	aac "github.com/tphakala/go-aac/pcm"
)

// The elements of a WebM that are looked at.
const (
	webmSound          = 2 // a type of tracks
	webmSegment        = 0x18538067
	webmCluster        = 0x1f43b675
	webmTracks         = 0x1654ae6b
	webmTrack          = 0xae
	webmTrackNumber    = 0xd7
	webmTrackType      = 0x83
	webmCodec          = 0x86
	webmCodecPrivate   = 0x63a2
	webmBlockGroup     = 0xa0
	webmBlock          = 0xa1
	webmSimpleBlock    = 0xa3
	webmDiscardPadding = 0x75a2
)

// packetDecoder is a codec that knows nothing of containers.
type packetDecoder interface {
	decode(packet []byte) ([]float32, error)
}

// webmSource decodes the packets of one track of a WebM.
type webmSource struct {
	b        *bufio.Reader
	track    uint64
	codec    packetDecoder // of what isn't pulled
	pull     *pulled       // a decoder that asks for packets; nil if it is given them
	rate     int
	channels int
	packets  [][]byte
	discard  int64 // nanoseconds at the end of the last packet that are no sound

	skip    int64 // frames at the start that are no sound
	format  Format
	tracks  []byte        // what tells of them
	scale   time.Duration // of a tick
	ticks   float64       // of the whole file; 0 if it doesn't tell
	cluster int64         // when it begins, in ticks
	time    time.Duration // when the last block begins
}

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
				return w.open(payload)
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
func (w *webmSource) open(tracks []byte) (*stream, error) {
	w.tracks = tracks
	var unknown string // what it has instead
	for _, track := range ebmlChildren(tracks) {
		if track.id != webmTrack {
			continue
		}
		var codec string
		var private []byte
		var kind uint64
		for _, e := range ebmlChildren(track.payload) {
			switch e.id {
			case webmTrackNumber:
				w.track = e.number()
			case webmTrackType:
				kind = e.number()
			case webmCodec:
				codec = string(bytes.TrimRight(e.payload, "\x00"))
			case webmCodecPrivate:
				private = e.payload
			}
		}
		switch codec {
		case "A_OPUS":
			head, err := parseOpusHead(private)
			if err != nil {
				return nil, err
			}
			o, err := newOpusSource(head.channels, head.gain)
			if err != nil {
				return nil, err
			}
			w.codec, w.rate, w.channels, w.skip = o, opusRate, head.channels, head.skip
			s, err := newStream(w.format, w.rate, w.channels, w)
			if err == nil {
				s.trim(head.skip, -1)
			}
			return s, err
		case "A_VORBIS":
			headers, err := unlaceXiph(private)
			if err != nil || len(headers) != 3 {
				return nil, errors.New("the header of its sound is damaged")
			}
			v, err := newVorbisSource(headers[0], headers[2])
			if err != nil {
				return nil, err
			}
			w.codec, w.rate, w.channels = v, v.vorbis.SampleRate(), v.vorbis.Channels()
			return newStream(w.format, w.rate, w.channels, w)
		case "A_AAC":
			if w.format != Matroska {
				break // WebM knows no AAC
			}
			d, err := aac.NewDecoder(&packetReader{next: w.packet}, aac.WithRawStream(private))
			if err != nil {
				return nil, err
			}
			info := d.Info()
			w.pull, w.rate, w.channels = &pulled{decoder: d}, info.SampleRate, info.Channels
			return newStream(w.format, w.rate, w.channels, w)
		}
		if kind == webmSound && unknown == "" {
			unknown = codecName(codec)
		}
	}
	if unknown != "" {
		return nil, &UnsupportedError{unknown}
	}
	return nil, errors.New("it has no sound in Opus or Vorbis")
}

// packet takes the next packet, never an empty one.
func (w *webmSource) packet() ([]byte, error) {
	for {
		for len(w.packets) == 0 {
			if err := w.readBlocks(); err != nil {
				return nil, err
			}
		}
		packet := w.packets[0]
		w.packets = w.packets[1:]
		if len(packet) > 0 {
			return packet, nil
		}
	}
}

func (w *webmSource) next() ([]float32, error) {
	if w.pull != nil {
		return w.pull.next()
	}
	for {
		packet, err := w.packet()
		if err != nil {
			return nil, err
		}
		samples, err := w.codec.decode(packet)
		if err != nil {
			return nil, err
		}
		if len(w.packets) == 0 && w.discard > 0 {
			frames := int64(len(samples) / w.channels)
			over := min(frames, w.discard/1000*int64(w.rate)/1_000_000)
			samples = samples[:(frames-over)*int64(w.channels)]
		}
		if len(samples) > 0 {
			return samples, nil
		}
	}
}

// readBlocks goes on to the next block of the track. The ends of clusters don't matter: their elements follow each
// other, whatever size they declare.
func (w *webmSource) readBlocks() error {
	w.discard = 0
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
		return w.unpack(payload)
	case webmBlockGroup:
		payload, err := readEBMLPayload(w.b, size)
		if err != nil {
			return err
		}
		for _, e := range ebmlChildren(payload) {
			switch e.id {
			case webmBlock:
				if err := w.unpack(e.payload); err != nil {
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
