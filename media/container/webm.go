package container

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"time"
)

// The ids of the elements of a WebM.
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

// webmElements may stand in a segment or in a cluster.
var webmElements = []uint32{
	IDSegment, IDCluster, IDClusterTime, IDSimpleBlock, IDBlockGroup, IDInfo, IDTracks,
	0xec, 0xbf, // nothing, a checksum
	0xa7, 0xab, 0x5854, 0xaf, // of clusters
	// of segments: an index, another one, tags, chapters, files
	0x114d9b74, 0x1c53bb6b, 0x1254c367, 0x1043a770, 0x1941a469,
	IDEBML, // another file follows
}

// ErrFileBehind says that another WebM or Matroska begins where a block or a cluster was looked
// for.
var ErrFileBehind = errors.New("another file stands behind it")

// WebM reads a WebM or another Matroska: its tracks, then the blocks of one of them.
type WebM struct {
	Tracks []WebMTrack
	// Track is the one whose blocks Next gives. Whoever reads the file chooses it.
	Track WebMTrack
	// Scale is the length of a tick of the file.
	Scale time.Duration
	// Length is that of the file as its header tells; 0 if it does not.
	Length time.Duration

	in         *Reader
	begin      int64 // where the file begins
	cluster    int64 // when it begins, in ticks
	clusterEnd int64 // where the last one that NextCluster gave ends; 0 if it does not tell
	gap        bool  // something was left out since the last block
}

// WebMBlock is a block of the track: one packet or several.
type WebMBlock struct {
	At   int64 // place of its element in the file
	Size int   // of the element, in bytes
	// where its time, in ticks from its cluster's, stands in the element: two bytes
	TimeAt  int
	Time    time.Duration // from the start of the file
	Packets [][]byte
	Discard time.Duration // at the end of the last packet: no sound
	Gap     bool          // something damaged was left out before it
}

// WebMCluster is a cluster of blocks: its place in the file, and its time.
type WebMCluster struct {
	At, End int64 // End is 0 if it does not tell
	Time    time.Duration
}

// NewWebM reads up to the first cluster, where the tracks are told.
func NewWebM(r *Reader) (*WebM, error) {
	w := &WebM{in: r, begin: r.Place(), Scale: time.Millisecond}
	ticks := 0.
	for {
		id, size, err := readHead(r)
		if err != nil {
			return nil, Inside(err)
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
						w.Scale = time.Duration(n)
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
				w.Length = time.Duration(min(ticks*float64(w.Scale), 1<<62))
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

// From returns a reader of the same track that goes on where r stands.
func (w *WebM) From(r *Reader) *WebM {
	return &WebM{Tracks: w.Tracks, Track: w.Track, Scale: w.Scale, Length: w.Length, in: r, begin: w.begin}
}

// pass leaves an element out.
func (w *WebM) pass(size int64) error {
	if size < 0 {
		return errEBML
	}
	_, err := io.CopyN(io.Discard, w.in, size)
	return Inside(err)
}

// NextCluster goes to the next cluster by the sizes of all before, and reads no more of it than its
// time. It is for a reader that From gave, whose Next is not called. With [ErrFileBehind] it gives
// the place of the other file.
func (w *WebM) NextCluster() (c WebMCluster, err error) {
	if w.clusterEnd > 0 {
		if err := w.in.goTo(w.clusterEnd); err != nil {
			return c, err
		}
	}
	for {
		at := w.in.Place()
		id, size, err := readHead(w.in)
		if err != nil {
			return c, err
		}
		body := w.in.Place()
		switch {
		case id == IDEBML && at > w.begin:
			return WebMCluster{At: at}, ErrFileBehind
		case id == IDSegment:
		case id == IDCluster:
			if c = (WebMCluster{At: at}); size > 0 {
				c.End = body + size
			}
		case id == IDClusterTime && c.At == 0, size < 0:
			return c, errEBML
		case id == IDClusterTime:
			err := w.readClusterTime(size)
			c.Time, w.clusterEnd = w.timeOf(0), c.End
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

// timeOf returns the time of a block that stands so many ticks behind the start of its cluster.
func (w *WebM) timeOf(ticks int64) time.Duration {
	return time.Duration(min(max(0, w.cluster+ticks), int64(1<<62)/int64(w.Scale))) * w.Scale
}

// Next returns the next block of the track, with one packet at least. The ends of clusters do not
// matter: their elements follow each other, whatever size they declare. Damaged ones are left out.
// With [ErrFileBehind] the reader stands at the other file.
func (w *WebM) Next() (WebMBlock, error) {
	for {
		if head, _ := w.in.Peek(maxElementHead); len(head) > 0 && !webmKnown(head) {
			if err := w.resync(); err != nil {
				return WebMBlock{}, err
			}
		}
		if head, _ := w.in.Peek(len(ebmlID)); bytes.Equal(head, ebmlID) {
			return WebMBlock{}, ErrFileBehind
		}
		at := w.in.Place()
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
			block := WebMBlock{At: at, TimeAt: int(w.in.Place() - at)}
			var payload []byte
			if payload, err = readPayload(w.in, size); err != nil {
				break
			}
			block.Size = block.TimeAt + len(payload)
			if w.unpack(&block, id, payload) {
				return block, nil
			}
		}
		if err != nil {
			return WebMBlock{}, err
		}
	}
}

// Whole reports whether nothing damaged was left out since the last block.
func (w *WebM) Whole() bool { return !w.gap }

// followed reports whether another element follows one of a size, as far as what was read already
// tells.
func (w *WebM) followed(size int64) bool {
	ahead, _ := w.in.Peek(w.in.Buffered())
	return size < 0 || size+maxElementHead > int64(len(ahead)) || webmKnown(ahead[size:])
}

// webmKnown reports whether b begins with the head of an element that may stand there.
func webmKnown(b []byte) bool {
	id, _, err := readHead(bytes.NewReader(b))
	return err == nil && slices.Contains(webmElements, id)
}

// resync passes over what is no element, to the next cluster, file, or block behind which another
// element follows.
func (w *WebM) resync() error {
	w.gap = true
	for {
		head, err := w.in.Peek(maxElementHead)
		if len(head) < maxElementHead {
			return AtEnd(err)
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

// foreign reports whether the block or the group that follows is of another track: pictures are,
// and may be large.
func (w *WebM) foreign(id uint32, size int64) bool {
	if size > maxElement {
		return true
	}
	const most = 4 + 8 + 8 // a head, and the number of a track
	head, _ := w.in.Peek(int(min(max(0, size), most)))
	r := bytes.NewReader(head)
	if id == IDBlockGroup {
		if inner, _, err := readHead(r); err != nil || inner != IDBlock {
			return false // seldom: another element comes first
		}
	}
	track, err := readNumber(r)
	return err == nil && uint64(track) != w.Track.Number
}

// unpack reads a simple block, or a group with one, of the track. A damaged one is left out.
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
	const head = 3 // the time, and flags
	if len(b) < head {
		return errEBML
	}
	block.Time = w.timeOf(int64(int16(binary.BigEndian.Uint16(b))))
	block.TimeAt += e.at + at
	lacing, b := b[2]>>1&3, b[head:]
	unlace := [...]func([]byte) ([][]byte, error){unlaceNone, UnlaceXiph, unlaceFixed, unlaceEBML}[lacing]
	block.Packets, err = unlace(b)
	return err
}

func unlaceNone(b []byte) ([][]byte, error) { return [][]byte{b}, nil }

// UnlaceXiph splits packets whose sizes come first, as sums of bytes that end with one below 255.
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
	return divide(b[1:], sizes)
}

// unlaceEBML splits packets of which the first tells its size and the others how much theirs
// differ.
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

// divide gives packets of these sizes, and one of what is left.
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
