package audio

import (
	"bytes"
	"slices"
)

// webmHeadMost is how many bytes the head of an element has at most.
const webmHeadMost = 4 + 8

// webmElements are what may stand in a segment or in a cluster.
var webmElements = []uint32{
	webmSegment, webmCluster, webmClusterTime, webmSimpleBlock, webmBlockGroup, webmInfo, webmTracks,
	0xec, 0xbf, // nothing, a checksum
	0xa7, 0xab, 0x5854, 0xaf, // of clusters
	0x114d9b74, 0x1c53bb6b, 0x1254c367, 0x1043a770, 0x1941a469, // of segments: an index, another one, tags, chapters, files
	0x1a45dfa3, // another file was joined on
}

// webmKnown reports whether b begins with the head of an element that may stand there.
func webmKnown(b []byte) bool {
	id, _, err := readEBML(bytes.NewReader(b))
	return err == nil && slices.Contains(webmElements, id)
}

// followed reports whether another element follows one of a size, as far as what was read already tells.
func (w *webmSource) followed(size int64) bool {
	ahead, _ := w.b.Peek(w.b.Buffered())
	return size < 0 || size+webmHeadMost > int64(len(ahead)) || webmKnown(ahead[size:])
}

// resync passes over what is no element, to the next cluster, or block behind which another element follows.
func (w *webmSource) resync() error {
	w.gap = true
	for {
		head, err := w.b.Peek(webmHeadMost)
		if len(head) < webmHeadMost {
			return atEnd(err)
		}
		r := bytes.NewReader(head)
		if id, size, err := readEBML(r); err == nil {
			length := len(head) - r.Len()
			switch {
			case id == webmCluster:
				return nil
			case (id == webmSimpleBlock || id == webmBlockGroup) && size > 4 && size < int64(w.b.Size()-2*webmHeadMost):
				ahead, _ := w.b.Peek(length + int(size) + webmHeadMost)
				if len(ahead) > length+int(size) && webmKnown(ahead[length+int(size):]) {
					return nil
				}
			}
		}
		if _, err := w.b.Discard(1); err != nil {
			return err
		}
	}
}
