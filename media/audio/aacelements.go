package audio

import (
	"errors"
	"sort"
	"strings"

	aac "github.com/tphakala/go-aac/pcm"
)

// The elements of an AAC frame (ISO 14496-3, 4.4.2.1). Each begins with its three-bit kind.
const (
	aacSingle = 0 // one channel
	aacPair   = 1 // two channels
	aacLow    = 3 // low-frequency channel of 5.1
	aacData   = 4 // application data
	aacFill   = 6 // padding or an extension such as SBR
	aacEnd    = 7

	// aacHead is the number of bits of an element's kind and instance tag.
	aacHead = 3 + 4
	// aacNumber masks the instance tag in an element's first byte.
	aacNumber = 0x1e
)

// aacLayouts lists the elements of each channel configuration in the order they have in a frame.
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

// aacOther skips elements without channels, such as extensions. at is the bit offset of the next
// element with channels or the end mark; ok is false past the end of the frame.
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

// aacEnds reports whether the frame ends at a bit offset: an end mark followed by nothing but
// zeros.
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

// aacElement returns one channel element as a separate frame, with instance tag 0 and an end mark.
func aacElement(frame []byte, from, to int) []byte {
	b := copyBits(frame, from, to, 3)
	b[0] &^= aacNumber
	for at := to - from; at < to-from+3; at++ {
		b[at>>3] |= 0x80 >> (at & 7)
	}
	return b
}

// aacSplitter splits AAC frames into elements, because the decoder accepts only a single element
// and refuses extensions. Elements do not declare their length, so each candidate for an element's
// end is tested by decoding.
type aacSplitter struct {
	config  aacConfig
	singles *aacCore // for trial decoding
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

// split returns the audible elements of a frame, each as a separate frame. The low-frequency
// element is left out.
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

// end returns the bit offset where an element ends: the first candidate for the next element's head
// that the decoder reaches.
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

// decodes reports whether an element decodes completely as a separate frame.
func (s *aacSplitter) decodes(kind int, alone []byte) bool {
	_, err := s.scout(kind).decode(alone)
	return err == nil
}

// reachedNext reports whether the decoder got past the first element to an unknown or truncated
// element. The library's error differs only in its text.
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
