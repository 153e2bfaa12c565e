package audio

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"time"
)

// The elements that tell of times.
const (
	webmInfo        = 0x1549a966
	webmScale       = 0x2ad7b1
	webmClusterTime = 0xe7
	webmDuration    = 0x4489
)

// WebMBlock is one block of the sound of a [WebM], without a byte of it.
type WebMBlock struct {
	At   int64 // where its element begins, in bytes from where the reader stood at first
	Size int   // bytes of the element
	// TimeAt is where its time, in ticks from its cluster's, stands in the element: two bytes.
	TimeAt int
	Time   time.Duration // from the start of the file
}

// WebMBlockReader gives the blocks of the first track whose sound is known. It keeps no more than one of them.
type WebMBlockReader struct {
	// Track is the payload of the element that tells of the track.
	Track []byte
	// Opus says that the sound is Opus, else it is Vorbis.
	Opus bool
	// Scale is how long a tick of the file is.
	Scale time.Duration

	below   *readCounter
	w       *webmSource
	cluster int64 // when it begins, in ticks
}

// NewWebMBlockReader reads from r up to the first block. It does not close r.
func NewWebMBlockReader(r io.Reader) (*WebMBlockReader, error) {
	below := &readCounter{r: &input{r}}
	b := &WebMBlockReader{below: below, w: &webmSource{b: bufio.NewReaderSize(below, 64<<10), scale: time.Millisecond, format: WebM}, Scale: time.Millisecond}
	if err := b.open(); err != nil {
		return nil, wrap(WebM, err)
	}
	return b, nil
}

func (b *WebMBlockReader) open() (err error) {
	defer recovered(&err)
	for {
		id, size, err := readEBML(b.w.b)
		if err != nil {
			return inside(err)
		}
		switch id {
		case webmSegment:
			continue
		case webmCluster:
			return errors.New("the sound comes before the header that explains it")
		case webmInfo, webmTracks:
			payload, err := readEBMLPayload(b.w.b, size)
			if err != nil {
				return err
			}
			if id == webmTracks {
				return b.track(payload)
			}
			b.w.inform(payload)
			b.Scale = b.w.scale
			continue
		}
		if err := b.w.pass(size); err != nil {
			return err
		}
	}
}

// track takes the track that is decoded.
func (b *WebMBlockReader) track(tracks []byte) error {
	if err := b.w.open(tracks); err != nil {
		return err
	}
	for _, e := range ebmlChildren(tracks) {
		if e.id != webmTrack {
			continue
		}
		for _, f := range ebmlChildren(e.payload) {
			if f.id == webmTrackNumber && f.number() == b.w.track {
				b.Track = bytes.Clone(e.payload)
			}
		}
		if len(b.Track) > 0 {
			b.Opus = b.w.kind == "A_OPUS"
			return nil
		}
	}
	return errors.New("its track has no number")
}

// Next gives the next block of the track; io.EOF at the end, a [*DecodeError] when the elements are damaged, or what the reader below
// failed with.
func (b *WebMBlockReader) Next() (WebMBlock, error) {
	for {
		at := b.below.n - int64(b.w.b.Buffered())
		id, size, err := readEBML(b.w.b)
		if err != nil {
			return WebMBlock{}, wrap(WebM, err)
		}
		body := b.below.n - int64(b.w.b.Buffered())
		switch id {
		case webmSegment, webmCluster:
			continue
		case webmClusterTime, webmSimpleBlock, webmBlockGroup:
			if id != webmClusterTime && b.w.foreign(id, size) {
				break
			}
			payload, err := readEBMLPayload(b.w.b, size)
			if err != nil {
				return WebMBlock{}, wrap(WebM, err)
			}
			if id == webmClusterTime {
				b.cluster = int64(min(ebmlElement{payload: payload}.number(), 1<<40))
				continue
			}
			from, block := 0, payload
			if id == webmBlockGroup {
				if from, block = webmBlockIn(payload); block == nil {
					continue
				}
			}
			r := bytes.NewReader(block)
			track, err := readEBMLSize(r)
			if err != nil || r.Len() < 3 || uint64(track) != b.w.track {
				continue
			}
			head := len(block) - r.Len()
			relative := int64(int16(binary.BigEndian.Uint16(block[head:])))
			return WebMBlock{
				At: at, Size: int(body-at) + len(payload), TimeAt: int(body-at) + from + head,
				Time: time.Duration(min(max(0, b.cluster+relative), int64(1<<62)/int64(b.Scale))) * b.Scale,
			}, nil
		}
		if err := b.w.pass(size); err != nil {
			return WebMBlock{}, wrap(WebM, err)
		}
	}
}

// webmBlockIn finds the block in a group, and where it begins there.
func webmBlockIn(group []byte) (int, []byte) {
	for _, e := range ebmlChildren(group) {
		if e.id == webmBlock && len(e.payload) > 0 {
			return cap(group) - cap(e.payload), e.payload
		}
	}
	return 0, nil
}
