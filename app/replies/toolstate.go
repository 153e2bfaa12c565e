package replies

import (
	"time"

	"parlando/app/chat"
)

// setToolResult updates the state of a tool call in the reply.
func (s *turnState) setToolResult(result chat.ToolResult) {
	s.mu.Lock()
	s.lastData = time.Now()
	s.replies[0].toolResult(result)
	s.mu.Unlock()
	s.wake()
	s.markMessages()
}

// setOffersTools sets whether tool calls of the model become parts of the replies.
func (s *turnState) setOffersTools(offers bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.replies {
		p.offersTools = offers
	}
}

// askUser calls ask, which waits for the user. Meanwhile the turn is neither busy nor quiet.
func (s *turnState) askUser(ask func() (bool, error)) (bool, error) {
	s.addWaiting(1)
	defer s.addWaiting(-1)
	return ask()
}

func (s *turnState) addWaiting(n int) {
	s.mu.Lock()
	s.waitingForUser += n
	s.lastData = time.Now()
	s.mu.Unlock()
	s.wake()
	s.markMessages()
}

// waitsForUser reports whether the user is being asked whether a tool may run.
func (s *turnState) waitsForUser() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.waitingForUser > 0
}
