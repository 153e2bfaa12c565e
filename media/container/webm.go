package container

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"time"
)

// The element ids of WebM.
const (
	IDEBML           = 0x1a45dfa3
	IDSegment        = 0x18538067
	IDInfo           = 0x1549a966
	IDScale          = 0x2ad7b1
	IDDuration       = 0x4489
	IDTracks         = 0x1654ae6b
	IDTrack          = 0xae
	IDTrackNumber    = 0xd7
	IDTrackType      = 0x83
	IDCodec          = 0x86
	IDCodecPrivate   = 0x63a2
	IDAudio          = 0xe1
	IDRate           = 0xb5
	IDChannels       = 0x9f
	IDBits           = 0x6264
	IDEncodings      = 0x6d80
	IDCluster        = 0x1f43b675
	IDClusterTime    = 0xe7
	IDSimpleBlock    = 0xa3
	IDBlockGroup     = 0xa0
	IDBlock          = 0xa1
	IDDiscardPadding = 0x75a2
)

var ebmlID = binary.BigEndian.AppendUint32(nil, IDEBML)

// webmElements lists the elements that may occur in a segment or in a cluster.
var webmElements = []uint32{
	IDSegment, IDCluster, IDClusterTime, IDSimpleBlock, IDBlockGroup, IDInfo, IDTracks,
	0xec, 0xbf, // void and checksum
	0xa7, 0xab, 0x5854, 0xaf, // of clusters
	// of segments: two kinds of index, tags, chapters, files
	0x114d9b74, 0x1c53bb6b, 0x1254c367, 0x1043a770, 0x1941a469,
	IDEBML, // another file follows
}

// ErrAnotherFile means that another WebM or Matroska file begins where a block or cluster was
// expected.
var ErrAnotherFile = errors.New("another file follows")

// WebM reads the tracks of a WebM or other Matroska file, then the blocks of one track.
type WebM struct {
	Tracks []WebMTrack
	// Track is the track whose blocks Next returns. The caller sets it.
	Track WebMTrack
	// TickDuration is the duration of a timestamp tick.
	TickDuration time.Duration
	// Length is the duration that the header declares; 0 if it does not.
	Length time.Duration

	in         *Reader
	begin      int64 // offset of the file's first byte
	cluster    int64 // timestamp of the current cluster in ticks
	clusterEnd int64 // end offset of the cluster returned by NextCluster; 0 if unknown
	gap        bool  // damaged data was skipped since the previous block
}

// WebMBlock is a block of the track, with one or more packets.
type WebMBlock struct {
	Offset int64 // offset of its element in the file
	Size   int   // size of its element in bytes
	// offset in the element of the two-byte time relative to the cluster
	TimeOffset int
	Time       time.Duration // from the start of the file
	Packets    [][]byte
	Discard    time.Duration // padding at the end of the last packet
	Gap        bool          // damaged data was skipped before it
}

// WebMCluster is the location and timestamp of a cluster.
type WebMCluster struct {
	Offset, EndOffset int64 // EndOffset is 0 if unknown
	Time              time.Duration
}

// NewWebM reads the track headers, up to the first cluster.
func NewWebM(r *Reader) (*WebM, error) {
	w := &WebM{in: r, begin: r.Offset(), TickDuration: time.Millisecond}
	ticks := 0.
	for {
		id, size, err := readHead(r)
		if err != nil {
			return nil, AsUnexpectedEOF(err)
		}
		switch id {
		case IDSegment:
			continue
		case IDInfo, IDTracks:
			payload, err := readPayload(r, size)
			if err != nil {
				return nil, err
			}
			for _, e := range children(payload) {
				switch e.id {
				case IDScale:
					if n := e.number(); n > 0 && n <= uint64(time.Second) {
						w.TickDuration = time.Duration(n)
					}
				case IDDuration:
					ticks = e.float()
				case IDTrack:
					w.Tracks = append(w.Tracks, readTrack(e.payload))
				}
			}
			if id == IDInfo {
				continue
			}
			if ticks > 0 && ticks <= 1e15 {
				w.Length = time.Duration(min(ticks*float64(w.TickDuration), 1<<62))
			}
			return w, nil
		case IDCluster:
			return nil, errors.New("the sound comes before the header that explains it")
		}
		if err := w.pass(size); err != nil {
			return nil, err
		}
	}
}

// ContinueAt returns a reader of the same track that continues at the position of r.
func (w *WebM) ContinueAt(r *Reader) *WebM {
	return &WebM{Tracks: w.Tracks, Track: w.Track, TickDuration: w.TickDuration, Length: w.Length, in: r, begin: w.begin}
}

// pass skips an element.
func (w *WebM) pass(size int64) error {
	if size < 0 {
		return errEBML
	}
	_, err := io.CopyN(io.Discard, w.in, size)
	return AsUnexpectedEOF(err)
}

// NextCluster moves to the next cluster using declared sizes, and reads only its timestamp. It must
// be called on a reader returned by ContinueAt on which Next is never called. With [ErrAnotherFile]
// it returns the offset of the other file.
func (w *WebM) NextCluster() (c WebMCluster, err error) {
	if w.clusterEnd > 0 {
		if err := w.in.goTo(w.clusterEnd); err != nil {
			return c, err
		}
	}
	for {
		at := w.in.Offset()
		id, size, err := readHead(w.in)
		if err != nil {
			return c, err
		}
		body := w.in.Offset()
		switch {
		case id == IDEBML && at > w.begin:
			return WebMCluster{Offset: at}, ErrAnotherFile
		case id == IDSegment:
		case id == IDCluster:
			if c = (WebMCluster{Offset: at}); size > 0 {
				c.EndOffset = body + size
			}
		case id == IDClusterTime && c.Offset == 0, size < 0:
			return c, errEBML
		case id == IDClusterTime:
			err := w.readClusterTime(size)
			c.Time, w.clusterEnd = w.timeOf(0), c.EndOffset
			return c, err
		default:
			if err := w.in.goTo(body + size); err != nil {
				return c, err
			}
		}
	}
}

func (w *WebM) readClusterTime(size int64) error {
	payload, err := readPayload(w.in, size)
	w.cluster = int64(min(element{payload: payload}.number(), 1<<40))
	return err
}

// timeOf returns the timestamp of a block from its ticks relative to the cluster.
func (w *WebM) timeOf(ticks int64) time.Duration {
	return time.Duration(min(max(0, w.cluster+ticks), int64(1<<62)/int64(w.TickDuration))) * w.TickDuration
}

// Next returns the next block of the track, with at least one packet. It ignores the declared sizes
// of clusters and skips damaged elements. With [ErrAnotherFile] the reader is positioned at the
// other file.
func (w *WebM) Next() (WebMBlock, error) {
	for {
		if head, _ := w.in.Peek(maxElementHead); len(head) > 0 && !webmKnown(head) {
			if err := w.resync(); err != nil {
				return WebMBlock{}, err
			}
		}
		if head, _ := w.in.Peek(len(ebmlID)); bytes.Equal(head, ebmlID) {
			return WebMBlock{}, ErrAnotherFile
		}
		at := w.in.Offset()
		id, size, err := readHead(w.in)
		switch {
		case err != nil, id == IDSegment, id == IDCluster:
		case id == IDClusterTime:
			err = w.readClusterTime(size)
		case id != IDSimpleBlock && id != IDBlockGroup:
			err = w.pass(size)
		case !w.followed(size):
			err = w.resync()
		case w.foreign(id, size):
			err = w.pass(size)
		default:
			block := WebMBlock{Offset: at, TimeOffset: int(w.in.Offset() - at)}
			var payload []byte
			if payload, err = readPayload(w.in, size); err != nil {
				break
			}
			block.Size = block.TimeOffset + len(payload)
			if w.unpack(&block, id, payload) {
				return block, nil
			}
		}
		if err != nil {
			return WebMBlock{}, err
		}
	}
}

// Intact reports whether no damaged data was skipped since the previous block.
func (w *WebM) Intact() bool { return !w.gap }

// followed reports whether another element follows an element of the given size, as far as buffered
// data can tell.
func (w *WebM) followed(size int64) bool {
	ahead, _ := w.in.Peek(w.in.Buffered())
	return size < 0 || size+maxElementHead > int64(len(ahead)) || webmKnown(ahead[size:])
}

// webmKnown reports whether b begins with the header of a known element.
func webmKnown(b []byte) bool {
	id, _, err := readHead(bytes.NewReader(b))
	return err == nil && slices.Contains(webmElements, id)
}

// resync skips garbage up to the next cluster, file, or block that is followed by another element.
func (w *WebM) resync() error {
	w.gap = true
	for {
		head, err := w.in.Peek(maxElementHead)
		if len(head) < maxElementHead {
			return AsEOF(err)
		}
		r := bytes.NewReader(head)
		if id, size, err := readHead(r); err == nil {
			end := len(head) - r.Len() + int(min(size, maxElement))
			switch {
			case id == IDCluster, id == IDEBML:
				return nil
			case (id == IDSimpleBlock || id == IDBlockGroup) && size > 4 && size < int64(w.in.Size()-2*maxElementHead):
				if ahead, _ := w.in.Peek(end + maxElementHead); len(ahead) > end && webmKnown(ahead[end:]) {
					return nil
				}
			}
		}
		if _, err := w.in.Discard(1); err != nil {
			return err
		}
	}
}

// foreign reports whether the next block or block group belongs to another track, by its first
// bytes only, because video blocks may be large.
func (w *WebM) foreign(id uint32, size int64) bool {
	if size > maxElement {
		return true
	}
	const most = 4 + 8 + 8 // the head of a nested block, and the track number
	head, _ := w.in.Peek(int(min(max(0, size), most)))
	r := bytes.NewReader(head)
	if id == IDBlockGroup {
		if inner, _, err := readHead(r); err != nil || inner != IDBlock {
			return false // rare: another element precedes the block
		}
	}
	track, err := readNumber(r)
	return err == nil && uint64(track) != w.Track.Number
}

// unpack parses a simple block or block group of the track. It reports false for other tracks and
// damaged blocks.
func (w *WebM) unpack(block *WebMBlock, id uint32, payload []byte) bool {
	all := []element{{id: IDBlock, payload: payload}}
	if id == IDBlockGroup {
		all = children(payload)
	}
	for _, e := range all {
		switch e.id {
		case IDBlock:
			if err := w.readBlock(block, e); err != nil {
				w.gap = true
				return false
			}
		case IDDiscardPadding:
			if len(e.payload) > 0 && e.payload[0]&0x80 == 0 {
				block.Discard = time.Duration(min(e.number(), uint64(time.Second)))
			}
		}
	}
	if len(block.Packets) == 0 {
		return false
	}
	block.Gap, w.gap = w.gap, false
	return true
}

func (w *WebM) readBlock(block *WebMBlock, e element) error {
	r := bytes.NewReader(e.payload)
	track, err := readNumber(r)
	if err != nil {
		return errEBML
	}
	if uint64(track) != w.Track.Number {
		return nil
	}
	at := len(e.payload) - r.Len()
	b := e.payload[at:]
	const head = 3 // timestamp and flags
	if len(b) < head {
		return errEBML
	}
	block.Time = w.timeOf(int64(int16(binary.BigEndian.Uint16(b))))
	block.TimeOffset += e.at + at
	lacing, b := b[2]>>1&3, b[head:]
	unlace := [...]func([]byte) ([][]byte, error){unlaceNone, UnlaceXiph, unlaceFixed, unlaceEBML}[lacing]
	block.Packets, err = unlace(b)
	return err
}

func unlaceNone(b []byte) ([][]byte, error) { return [][]byte{b}, nil }

// UnlaceXiph splits packets with Xiph lacing: sizes are coded as sums of bytes that end with a byte
// below 255.
func UnlaceXiph(b []byte) ([][]byte, error) {
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
	return divide(b, sizes)
}

// unlaceFixed splits packets of equal size.
func unlaceFixed(b []byte) ([][]byte, error) {
	if len(b) == 0 {
		return nil, errEBML
	}
	count := int(b[0]) + 1
	sizes := make([]int, count-1)
	for i := range sizes {
		sizes[i] = (len(b) - 1) / count
	}
	return divide(b[1:], sizes)
}

// unlaceEBML splits packets with EBML lacing: the first size is absolute, the others are
// differences.
func unlaceEBML(b []byte) ([][]byte, error) {
	if len(b) == 0 {
		return nil, errEBML
	}
	sizes := make([]int, b[0])
	r := bytes.NewReader(b[1:])
	for i := range sizes {
		before := r.Len()
		v, err := readNumber(r)
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
	return divide(b[len(b)-r.Len():], sizes)
}

// divide splits b into packets of the given sizes and a last packet with the rest.
func divide(b []byte, sizes []int) ([][]byte, error) {
	packets := make([][]byte, 0, len(sizes)+1)
	for _, size := range sizes {
		if size > len(b) {
			return nil, errEBML
		}
		packets = append(packets, b[:size])
		b = b[size:]
	}
	return append(packets, b), nil
}
