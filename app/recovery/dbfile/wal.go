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
	at      int64 // offset of the page in the log
	damaged bool
	flip    // the known damage of the page
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

// oneBitOff reports whether two checksums differ by one bit.
func (s sums) oneBitOff(other sums) bool {
	changed := uint64(s.a^other.a)<<32 | uint64(s.b^other.b)
	return changed&(changed-1) == 0
}

func storedSums(data []byte) sums {
	return sums{binary.BigEndian.Uint32(data), binary.BigEndian.Uint32(data[4:])}
}

// frameHead has the numbers in the head of a frame.
type frameHead struct {
	page, commit int // commit is the number of pages of the database, 0 within a transaction
}

// walFrame is a frame of the log.
type walFrame struct {
	frameHead
	stored frameHead // header before the repair
	// other is the page number if the damage may be in the number, not in the page; else 0.
	other int
	frame
}

// walReader reads the frames of a log one after the other.
type walReader struct {
	order binary.ByteOrder
	salt  []byte
	// before are the possible checksums before the next frame: the stored one and, if different,
	// the computed one.
	before []sums
	// ours reports that the last frame belonged to this log, not to an older one in the same file.
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
	skipped := 0
	for i := range count {
		at := walHeader + i*int64(len(buf))
		if _, err := f.wal.ReadAt(buf, at); err != nil {
			clear(buf)
		}
		next, ours, confirms := r.next(buf)
		if confirms && len(frames) > 0 {
			last := &frames[len(frames)-1]
			*last = walFrame{frameHead: last.stored, frame: frame{at: last.at}}
		}
		if !ours {
			skipped++
			continue
		}
		f.lost, skipped = f.lost+skipped, 0
		next.at = at + frameHeader
		frames = append(frames, next)
	}
	for len(frames) > 0 && frames[len(frames)-1].commit == 0 {
		frames = frames[:len(frames)-1]
	}
	f.commit(frames)
}

// commit stores the committed frames of the log in f.frames and updates the number of pages.
func (f *File) commit(frames []walFrame) {
	highest := f.dbPages
	// Do not trust the page numbers of a few frames to make a huge file.
	most := min(f.dbPages+64*len(frames)+1<<16, maxPages)
	f.frames = map[int][]frame{}
	for _, fr := range frames {
		if fr.other > 0 && f.equalBytes(fr.at, fr.other) > f.equalBytes(fr.at, fr.page) {
			fr.page, fr.damaged = fr.other, false
		}
		f.frames[fr.page] = append(f.frames[fr.page], fr.frame)
		if !fr.damaged {
			highest = max(highest, min(fr.page, most))
		}
	}
	f.pages = highest
	if n := len(frames); n > 0 && !frames[n-1].damaged {
		f.pages = min(highest, frames[n-1].commit)
	}
}

// newWALReader returns a reader for the frames after header. If the header is damaged, the reader
// uses the salt of the first frames, since frames of an older log may follow them.
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

// next parses the frame in buf. ours means that the frame belongs to this log, not to an older one.
// confirms means that only the stored checksum of the preceding frame is damaged.
func (r *walReader) next(buf []byte) (got walFrame, ours, confirms bool) {
	head, data := buf[:8], buf[frameHeader:]
	stored := storedSums(buf[16:])
	got.frameHead = frameHead{page: be32(head, 0), commit: be32(head, 4)}
	got.stored, got.damaged = got.frameHead, true
	after := []sums{stored}
	for i, before := range r.before {
		computed := before.add(r.order, head).add(r.order, data)
		if computed == stored && got.damaged {
			got.damaged, confirms = false, i > 0
		}
		after = append(after, computed)
	}
	r.ours = bytes.Equal(buf[8:16], r.salt) || r.ours && !got.damaged
	before := r.before[0]
	if r.before = after[:1]; got.damaged {
		r.before = after[:min(len(after), 3)]
	}
	if r.ours && got.damaged {
		flips := findFlips(r.order, buf, before, stored)
		got.repair(buf[:8], flips, len(flips) == 1 && !stored.oneBitOff(after[1]))
	}
	return got, r.ours && got.page > 0, confirms
}

// repair reverts the damage of a frame if there is only one explanation. An upper bit of a word may
// have several: then the damage is assumed to be in the page, which is longer, and other is set to
// the page number it would otherwise be.
func (w *walFrame) repair(head []byte, flips []flip, certain bool) {
	head = bytes.Clone(head)
	if len(flips) > 0 && flips[0].at < len(head) {
		flips[0].apply(head)
	}
	fixed := frameHead{page: be32(head, 0), commit: be32(head, 4)}
	switch {
	case certain && flips[0].at >= len(head):
		w.flip, w.damaged = flips[0], false
		w.flip.at -= len(head)
	case certain && fixed.page > 0:
		w.frameHead, w.damaged = fixed, false
	case fixed.page != w.page:
		w.other = fixed.page
	}
}
