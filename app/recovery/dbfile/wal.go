package dbfile

import (
	"bytes"
	"encoding/binary"
)

const (
	walHeader   = 32
	frameHeader = 24
)

// frame is a version of a page in the log.
type frame struct {
	at      int64 // of its page
	damaged bool
}

// sums is the running checksum of the log.
type sums struct{ a, b uint32 }

// add returns the checksum after data, of which the length is a multiple of 8.
func (s sums) add(order binary.ByteOrder, data []byte) sums {
	for ; len(data) >= 8; data = data[8:] {
		s.a += order.Uint32(data) + s.b
		s.b += order.Uint32(data[4:]) + s.a
	}
	return s
}

// before returns the checksum before data, if s is that after it.
func (s sums) before(order binary.ByteOrder, data []byte) sums {
	for ; len(data) >= 8; data = data[:len(data)-8] {
		last := data[len(data)-8:]
		s.b -= order.Uint32(last[4:]) + s.a
		s.a -= order.Uint32(last) + s.b
	}
	return s
}

func storedSums(data []byte) sums {
	return sums{binary.BigEndian.Uint32(data), binary.BigEndian.Uint32(data[4:])}
}

// walFrame is a frame as it lies in the log.
type walFrame struct {
	page, commit int // commit: pages of the database, 0 within a transaction
	frame
}

// walReader reads the frames of a log one after the other.
type walReader struct {
	order binary.ByteOrder
	salt  []byte
	// before are the possible checksums before the next frame: the stored one, and the one that was
	// computed where it differs.
	before []sums
	// ours: the last frame was of this log, not of an older one in the same file.
	ours bool
}

// sizeInLog returns the page size that the log's header says, 0 for none.
func (f *File) sizeInLog() int {
	header := make([]byte, walHeader)
	if f.wal == nil {
		return 0
	}
	if _, err := f.wal.ReadAt(header, 0); err != nil {
		return 0
	}
	size := binary.BigEndian.Uint32(header[8:])
	if size == 65536 {
		return 65536
	}
	return sizeInHeader(int(min(size, 65535)))
}

// readLog finds the committed versions of pages in the log.
func (f *File) readLog(size int64) {
	header := make([]byte, walHeader)
	if n, err := f.wal.ReadAt(header, 0); n < walHeader && err != nil {
		return
	}
	count := (size - walHeader) / int64(frameHeader+f.size)
	r := f.newWALReader(header, count)
	buf := make([]byte, frameHeader+f.size)
	var frames []walFrame
	committed, pages, skipped := 0, 0, 0
	for i := range count {
		at := walHeader + i*int64(len(buf))
		if _, err := f.wal.ReadAt(buf, at); err != nil {
			clear(buf)
		}
		next, ours, confirms := r.next(buf)
		if confirms && len(frames) > 0 {
			frames[len(frames)-1].damaged = false
		}
		if !ours {
			skipped++
			continue
		}
		f.lost, skipped = f.lost+skipped, 0
		next.at = at + frameHeader
		frames = append(frames, next)
		if next.commit > 0 {
			committed, pages = len(frames), next.commit
		}
	}
	f.commit(frames[:committed], pages)
}

// commit takes over the frames of the log up to its last commit, with the pages the database has
// after it.
func (f *File) commit(frames []walFrame, pages int) {
	highest := f.dbPages
	// A log of a few frames makes no large file, whatever they say.
	most := min(f.dbPages+64*len(frames)+1<<16, maxPages)
	f.frames = map[int][]frame{}
	for _, fr := range frames {
		f.frames[fr.page] = append(f.frames[fr.page], fr.frame)
		if !fr.damaged {
			highest = max(highest, min(fr.page, most))
		}
	}
	f.pages = highest
	if n := len(frames); n > 0 && !frames[n-1].damaged {
		f.pages = min(highest, pages)
	}
}

// newWALReader returns a reader for the frames after header. The salt is that of most of the first
// frames where the header is damaged: an older log may lie behind them.
func (f *File) newWALReader(header []byte, count int64) *walReader {
	r := &walReader{order: binary.LittleEndian, salt: bytes.Clone(header[16:24]), ours: true}
	if binary.BigEndian.Uint32(header) == 0x377f0683 {
		r.order = binary.BigEndian
	}
	stored, computed := storedSums(header[24:]), sums{}.add(r.order, header[:24])
	r.before = []sums{stored}
	if stored == computed {
		return r
	}
	r.before = append(r.before, computed)
	first := make([]byte, 3*8)
	for i := range min(3, count) {
		_, _ = f.wal.ReadAt(first[i*8:i*8+8], walHeader+i*int64(frameHeader+f.size)+8)
	}
	if a, b, c := first[:8], first[8:16], first[16:]; bytes.Equal(b, c) && count >= 3 {
		r.salt = b
	} else {
		r.salt = a
	}
	return r
}

// next reads the frame in buf. It reports whether it belongs to this log and not to an older one,
// and whether it shows that only the checksum of the frame before it is damaged.
func (r *walReader) next(buf []byte) (got walFrame, ours, confirms bool) {
	head, data := buf[:8], buf[frameHeader:]
	stored := storedSums(buf[16:])
	got = walFrame{page: int(binary.BigEndian.Uint32(head)), commit: int(binary.BigEndian.Uint32(head[4:]))}
	got.damaged = true
	after := []sums{stored}
	for i, before := range r.before {
		computed := before.add(r.order, head).add(r.order, data)
		if computed == stored && got.damaged {
			got.damaged, confirms = false, i > 0
		}
		after = append(after, computed)
	}
	r.ours = bytes.Equal(buf[8:16], r.salt) || r.ours && !got.damaged
	if r.ours && got.damaged {
		r.repair(&got, stored, data)
	}
	if r.before = after[:1]; got.damaged {
		r.before = after[:min(len(after), 3)]
	}
	return got, r.ours && got.page > 0, confirms
}

// repair finds out a damaged page number or commit of a frame by its checksum: from the stored one
// back over the page lies the one that both must give.
func (r *walReader) repair(got *walFrame, stored sums, data []byte) {
	want, before := stored.before(r.order, data), r.before[0]
	first := want.a - before.a - before.b
	second := want.b - before.b - want.a
	var head [8]byte
	r.order.PutUint32(head[:], first)
	r.order.PutUint32(head[4:], second)
	page, commit := int(binary.BigEndian.Uint32(head[:])), int(binary.BigEndian.Uint32(head[4:]))
	if page > 0 && (page == got.page || commit == got.commit) {
		got.page, got.commit, got.damaged = page, commit, false
	}
}
