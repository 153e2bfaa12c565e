package replies

import (
	"fmt"
	"slices"
	"time"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/problem"
)

// The writer takes unwritten content with these methods, writes it unlocked, and reports back.

// takeChangedRequest returns the request if its fields are not on disk yet, otherwise nil. Until
// requestNotWritten the fields count as written.
func (s *turnState) takeChangedRequest() *chat.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.requestChanged {
		return nil
	}
	s.requestChanged = false
	request := *s.replies[0].message.Request
	return &request
}

// requestNotWritten makes takeChangedRequest return the request again.
func (s *turnState) requestNotWritten() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requestChanged = true
}

// unwrittenTails returns the text that is not on disk yet.
func (s *turnState) unwrittenTails() []history.Tail {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []history.Tail
	for _, p := range s.replies {
		out = append(out, p.tails()...)
	}
	return out
}

// written records the tails that are on disk now, or the error of a write. It notifies the window
// when writing begins to fail and when it succeeds again.
func (s *turnState) written(tails []history.Tail, err error, now time.Time) {
	s.mu.Lock()
	failed := s.writeProblem != nil
	if err == nil {
		s.writeProblem = nil
		for _, p := range s.replies {
			var own []history.Tail
			for _, t := range tails {
				if t.Message == p.message.ID {
					own = append(own, t)
				}
			}
			p.written(own)
		}
	} else {
		p := problem.From(err, "", now)
		p.Kind = problem.Storage // whatever the cause, the library cannot store it
		s.writeProblem = &p
	}
	changed := failed != (err != nil)
	s.mu.Unlock()
	if changed {
		s.markMessages()
	}
}

// writeError returns an error if the replies are not completely on disk.
func (s *turnState) writeError() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.writeProblem == nil {
		return nil
	}
	return fmt.Errorf("the reply %s is not stored: %w", s.replies[0].message.ID, *s.writeProblem)
}

// unwrittenPictures returns the data: URLs that are not stored yet, by part.
func (s *turnState) unwrittenPictures() map[*growingPart]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out map[*growingPart]string
	for _, p := range s.replies {
		for _, part := range p.parts {
			if part.pending != "" {
				if out == nil {
					out = map[*growingPart]string{}
				}
				out[part] = part.pending
			}
		}
	}
	return out
}

// setPicture records where a picture is stored; nil means that the data is not a picture.
func (s *turnState) setPicture(part *growingPart, blob *chat.Blob) {
	s.mu.Lock()
	part.pending = ""
	if blob != nil && !s.hasPicture(part, blob.SHA256) {
		part.blob = blob
	}
	s.mu.Unlock()
	s.markMessages()
}

// hasPicture reports whether the reply of a part has the same picture already: the service has sent
// it twice. It must be called with mu locked.
func (s *turnState) hasPicture(part *growingPart, sha256 string) bool {
	return slices.ContainsFunc(s.replies, func(p *reply) bool {
		return slices.Contains(p.parts, part) &&
			slices.ContainsFunc(p.parts, func(o *growingPart) bool { return o.blob != nil && o.blob.SHA256 == sha256 })
	})
}
