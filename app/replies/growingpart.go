package replies

import (
	"strings"

	"parlando/app/chat"
)

// growingPart is a part to which text is appended.
type growingPart struct {
	kind chat.PartKind
	text strings.Builder
	blob *chat.Blob
	name string
	// pending is the data: URL of a picture that is not stored yet.
	pending string
	// known reports that the part is on disk. written is the number of its bytes that are.
	known   bool
	written int
}

// visible reports whether the part has anything to show.
func (p *growingPart) visible() bool {
	return p.kind != chat.PartContinued && p.kind != chat.PartThinking && p.kind != chat.PartSources && (p.blob != nil || p.pending != "" || p.text.Len() > 0)
}

// storedPart returns a part that is already on disk.
func storedPart(p chat.Part) *growingPart {
	out := &growingPart{kind: p.Kind, blob: p.Blob, name: p.Name, known: true, written: len(p.Text)}
	out.text.WriteString(p.Text)
	return out
}
