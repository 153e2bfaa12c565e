package audio

import (
	"errors"
	"sort"
	"strings"

	aac "github.com/tphakala/go-aac/pcm"
)

// The elements that a frame of AAC is made of (ISO 14496-3, 4.4.2.1). Each begins with its kind in
// three bits.
const (
	aacSingle = 0 // one channel
	aacPair   = 1 // two channels
	aacLow    = 3 // the low frequencies of 5.1
	aacData   = 4 // data of others
	aacFill   = 6 // nothing, or what extends the sound, as SBR
	aacEnd    = 7

	// aacHead is the number of bits of an element's kind and number.
	aacHead = 3 + 4
	// aacNumber are the bits of the number in the first byte.
	aacNumber = 0x1e
)

// aacLayouts are the elements of each channel configuration that stand in a frame, in their order.
var aacLayouts = [...][]int{
	1: {aacSingle},
	2: {aacPair},
	3: {aacSingle, aacPair},
	4: {aacSingle, aacPair, aacSingle},
	5: {aacSingle, aacPair, aacPair},
	6: {aacSingle, aacPair, aacPair, aacLow},
	7: {aacSingle, aacPair, aacPair, aacPair, aacLow},
}

var errAACFrame = errors.New("the elements of a frame are damaged")

// aacOther skips elements without channels, such as those that extend the sound. at is the start of
// the next other element; ok is false beyond the end.
func aacOther(frame []byte, from int) (at int, ok bool) {
	r := &highBits{b: frame, at: from}
	for r.left() >= 3 {
		switch at = r.at; r.take(3) {
		case aacFill:
			count := r.take(4)
			if count == 15 {
				count += r.take(8) - 1
			}
			r.skip(8 * count)
		case aacData:
			r.skip(4)
			align, count := r.take(1), r.take(8)
			if count == 255 {
				count += r.take(8)
			}
			if align == 1 {
				r.at = (r.at + 7) &^ 7
			}
			r.skip(8 * count)
		default:
			return at, true
		}
	}
	return 0, false
}

// aacEnds reports whether the frame ends at a place: an end mark stands there, and nothing but
// zeros behind it.
func aacEnds(frame []byte, at int) bool {
	r := &highBits{b: frame, at: at}
	if r.left() < 3 || r.take(3) != aacEnd {
		return false
	}
	if rest := min(r.left(), -r.at&7); r.take(rest) != 0 {
		return false
	}
	for _, b := range frame[min(len(frame), r.at>>3):] {
		if b != 0 {
			return false
		}
	}
	return true
}

// aacElement is an element with channels as a frame of its own: its number becomes 0, and an end
// mark follows.
func aacElement(frame []byte, from, to int) []byte {
	b := copyBits(frame, from, to, 3)
	b[0] &^= aacNumber
	for at := to - from; at < to-from+3; at++ {
		b[at>>3] |= 0x80 >> (at & 7)
	}
	return b
}

// aacSplitter takes frames of AAC apart. The decoder knows one element only, and refuses what
// extends it. Where an element ends no header tells, but only who decodes it: so the decoder is
// asked.
type aacSplitter struct {
	config  aacConfig
	singles *aacCore // that elements are tried with
	pairs   *aacCore
}

func (s *aacSplitter) scout(kind int) *aacCore {
	if kind == aacPair {
		if s.pairs == nil {
			s.pairs = newAACCore(s.config, 2)
		}
		return s.pairs
	}
	if s.singles == nil {
		s.singles = newAACCore(s.config, 1)
	}
	return s.singles
}

// split gives the elements of a frame that are heard, each as a frame of its own. Low frequencies
// are left out.
func (s *aacSplitter) split(frame []byte) ([][]byte, error) {
	layout := aacLayouts[s.config.layout]
	var all [][]byte
	tags := [8]int{}
	at := 0
	for i, kind := range layout {
		var ok bool
		if at, ok = aacOther(frame, at); !ok {
			return nil, errAACFrame
		}
		r := &highBits{b: frame, at: at}
		if r.take(3) != kind {
			return nil, errAACFrame
		}
		tags[kind] = r.take(4) + 1
		if kind == aacLow {
			break
		}
		next := aacEnd
		if i+1 < len(layout) {
			next = layout[i+1]
		}
		end, err := s.end(frame, at, kind, next, tags[next])
		if err != nil {
			return nil, err
		}
		all = append(all, aacElement(frame, at, end))
		at = end
	}
	return all, nil
}

// end finds where an element ends that another one follows: of what may be the head of that, the
// first one that is reached.
func (s *aacSplitter) end(frame []byte, from, kind, next, tag int) (int, error) {
	var places []int
	for at := from + aacHead; at < 8*len(frame)-2; at++ {
		if v := (int(frame[at>>3])<<8 | int(frame[min(at>>3+1, len(frame)-1)])) >> (13 - at&7) & 7; v != next && v != aacFill && v != aacData {
			continue
		}
		head, ok := aacOther(frame, at)
		r := &highBits{b: frame, at: head}
		switch {
		case !ok:
		case next == aacEnd && aacEnds(frame, head), next != aacEnd && r.take(3) == next && r.take(4) == tag:
			places = append(places, at)
		}
	}
	if len(places) == 1 {
		return places[0], nil
	}
	first := sort.Search(len(places), func(i int) bool {
		begun := copyBits(frame, from, places[i]+aacHead, 0)
		begun[0] &^= aacNumber
		_, err := s.scout(kind).decode(begun)
		return reachedNext(err)
	})
	for _, end := range places[first:min(first+8, len(places))] {
		if s.decodes(kind, aacElement(frame, from, end)) {
			return end, nil
		}
	}
	return 0, errAACFrame
}

// decodes reports whether an element alone is a whole frame.
func (s *aacSplitter) decodes(kind int, alone []byte) bool {
	_, err := s.scout(kind).decode(alone)
	return err == nil
}

// reachedNext reports whether the decoder got to the element behind the first one, which it does
// not know, or which is cut off. It has no other error for that than its words.
func reachedNext(err error) bool {
	if err == nil || errors.Is(err, aac.ErrUnsupported) || errors.As(err, new(*UnsupportedError)) {
		return true
	}
	for _, words := range []string{"not allocated", "duplicate channel element", "overread in fill element", "overread in data stream element"} {
		if strings.Contains(err.Error(), words) {
			return true
		}
	}
	return false
}
