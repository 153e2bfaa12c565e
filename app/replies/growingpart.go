package replies

import (
	"strings"
	"time"

	"parlando/app/chat"
)

// growingPart is a part to which text is appended.
type growingPart struct {
	kind chat.PartKind
	text strings.Builder
	blob *chat.Blob
	name string
	// The first text arrived at began, zero for a part that has ended; took lasts from then to the
	// last text or to the next part.
	began time.Time
	took  time.Duration
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

// grew sets the time that the part took until now.
func (p *growingPart) grew(now time.Time) {
	if !p.began.IsZero() {
		p.took = now.Sub(p.began)
	}
}

// thinkingTime returns the time that the model took for reasoning, 0 if unknown.
func (p *growingPart) thinkingTime() time.Duration {
	if p.kind != chat.PartReasoning {
		return 0
	}
	return p.took
}

// storedPart returns a part that is already on disk.
func storedPart(p chat.Part) *growingPart {
	out := &growingPart{kind: p.Kind, blob: p.Blob, name: p.Name, took: p.Took, known: true, written: len(p.Text)}
	out.text.WriteString(p.Text)
	return out
}
