package audio

// mark is a position where decoding may begin: at is its file offset, frame its position in samples
// per channel.
type mark struct{ at, frame int64 }

const (
	// markNear is the largest distance in bytes between the target of a seek and the start of
	// decoding, usually less than a second.
	markNear = 16 << 10
	// markTail is the number of bytes at the end of a file that are searched for the last mark. The
	// longest Ogg page has 65,307 bytes.
	markTail = 128 << 10
	// joinNear is the number of bytes at the start of a file in which every mark is checked for an
	// appended sound. After them, marks are sampled.
	joinNear = 64 << 10
)

// index seeks in a file whose pages or frames declare their positions, by binary search.
type index struct {
	// find returns the first mark in a range of the file. Its position is negative if it belongs to
	// another sound.
	find func(from, to int64) (m mark, ok bool, err error)
	// first is the start of the sound, end the size of the file.
	first mark
	end   int64

	begun  bool
	last   mark
	joined bool // other sounds follow, so marks are not in order
}

// begin finds the last mark, and whether other sounds were appended.
func (x *index) begin() error {
	if x.begun {
		return nil
	}
	x.last = x.first
	for at := max(x.first.at, x.end-markTail); ; at = x.last.at + 1 {
		m, ok, err := x.find(at, x.end)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		x.last = m
	}
	falls, err := x.falls()
	x.joined = falls || x.end-x.last.at > markTail
	x.begun = err == nil
	return err
}

// falls reports whether the position of any mark is less than that of a mark before it in the file,
// which means that another sound was appended. Marks are sampled so densely that the positions of
// an appended sound cannot catch up between two samples.
func (x *index) falls() (bool, error) {
	last := x.first
	for at := x.first.at; at < x.end; {
		m, ok, err := x.find(at, x.end)
		if err != nil || !ok {
			return false, err
		}
		if m.frame < last.frame {
			return true, nil
		}
		last, at = m, m.at+1
		if more := at - x.first.at; more > joinNear {
			at += more / 2
		}
	}
	return x.last.frame < last.frame, nil
}

// before finds a mark at or before frame, at most markNear bytes before it if possible.
func (x *index) before(frame int64) (mark, error) {
	low, high := x.first, mark{x.end, 1<<63 - 1}
	for high.at-low.at > markNear {
		middle := low.at + (high.at-low.at)/2
		m, ok, err := x.find(middle, high.at)
		// Skip data that looks like a frame, but has an impossible position.
		for ok && err == nil && (m.frame < low.frame || m.frame > high.frame) {
			m, ok, err = x.find(m.at+1, high.at)
		}
		switch {
		case err != nil:
			return mark{}, err
		case !ok:
			high.at = middle
		case m.frame > frame:
			high = mark{middle, m.frame}
		default:
			low = m
		}
	}
	return low, nil
}
