package speechtext

import (
	"sort"

	"github.com/yuin/goldmark/text"
)

// leaf is the text of one paragraph or heading without the markup of the lists and quotes around
// it.
type leaf struct {
	text  []byte
	spans []span
}

// span says that the bytes from offset at on come from the source offset from.
type span struct{ at, from int }

// newLeaf collects the lines of a block whose parsed text begins at base in the source.
func newLeaf(source []byte, lines *text.Segments, base int) leaf {
	var l leaf
	for i := range lines.Len() {
		s := lines.At(i)
		l.spans = append(l.spans, span{len(l.text), base + s.Start})
		l.text = append(l.text, source[s.Start:s.Stop]...)
	}
	return l
}

// from returns the source offset of a byte of the leaf.
func (l *leaf) from(at int) int {
	i := sort.Search(len(l.spans), func(i int) bool { return l.spans[i].at > at })
	if i == 0 {
		return 0
	}
	s := l.spans[i-1]
	return s.from + at - s.at
}
