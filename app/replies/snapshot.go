package replies

import (
	"slices"

	"parlando/app/chat"
)

// Snapshot is the state of a reply in flight. It never changes.
type Snapshot struct {
	chat.Message
	// Quiet reports that no data has arrived for 10 s.
	Quiet bool
	// Asking reports that the user is being asked whether a tool may run.
	Asking bool
}

// snapshot returns a reply; ok is false if the reply is not one of the turn's.
func (s *turnState) snapshot(message chat.ID) (snapshot Snapshot, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.replies, func(p *reply) bool { return p.message.ID == message })
	if i < 0 {
		return Snapshot{}, false
	}
	snapshot = Snapshot{Message: s.replies[i].Message(), Quiet: s.quiet && !s.loading, Asking: s.waitingForUser > 0}
	snapshot.Loading = s.loading
	if s.writeProblem != nil {
		failed := *s.writeProblem
		snapshot.Request.Problem = &failed
	}
	return snapshot, true
}
