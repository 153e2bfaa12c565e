package replies

import (
	"parlando/app/chat"
	"parlando/client"
)

// cite adds sources of the current request. Those that arrive before the first text of a continued
// reply wait for it, so that nothing stands between the two texts.
func (r *reply) cite(sources []client.Source) {
	r.early = append(r.early, sources...)
	if r.continued || len(r.early) == 0 {
		return
	}
	if r.sources == nil {
		r.sources = &growingPart{kind: chat.PartSources}
		r.parts = append(r.parts, r.sources)
	}
	for _, s := range r.early {
		line := chat.CitedSource{
			Address: s.Address, Title: s.Title, Number: s.Number, From: r.textFrom, Start: s.Start, End: s.End,
		}.Line()
		if len(line) <= r.room() {
			r.sources.text.WriteString(line)
		}
	}
	r.early = nil
}

// lastPart returns the part to which text of the given kind can be appended, nil for none. Sources
// that arrived meanwhile do not interrupt a text.
func (r *reply) lastPart(kind chat.PartKind) *growingPart {
	if r.continued {
		return nil
	}
	n := len(r.parts)
	if n > 0 && r.parts[n-1] == r.sources {
		n--
	}
	if n > 0 && r.parts[n-1].kind == kind {
		return r.parts[n-1]
	}
	return nil
}
