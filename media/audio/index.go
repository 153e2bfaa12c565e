package audio

// mark is a place where decoding may begin: where it stands in the file, and in samples of each
// channel.
type mark struct{ at, frame int64 }

const (
	// markNear is the largest distance in bytes between a place and the start of decoding: less
	// than a second, mostly.
	markNear = 16 << 10
	// markTail bytes at the end of a file are searched for the last mark: the longest page of an
	// Ogg has 65,307.
	markTail = 128 << 10
	// joinNear bytes at the start of a file are read to find another one behind it. Beyond them
	// some places are looked at.
	joinNear = 64 << 10
)

// index finds places in a file whose pages or frames tell themselves where they stand. It reads the
// file near the place only.
type index struct {
	// find gives the first mark that begins in a range of the file. It is negative if it is of
	// another sound.
	find func(from, to int64) (m mark, ok bool, err error)
	// first is the start of the sound, and end the end of the file.
	first mark
	end   int64

	begun  bool
	last   mark
	joined bool // other sounds stand behind this one, so that its marks are not in order
}

// begin finds the last mark, and whether other sounds were joined on.
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

// falls reports whether a mark stands before one that comes earlier in the file. The places that
// are looked at lie so close that what begins anew at one of them has not grown as far as what came
// before it.
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

// before finds a mark at a frame or before it, so near that decoding may begin there.
func (x *index) before(frame int64) (mark, error) {
	low, high := x.first, mark{x.end, 1<<63 - 1}
	for high.at-low.at > markNear {
		middle := low.at + (high.at-low.at)/2
		m, ok, err := x.find(middle, high.at)
		// it only looks like one
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
