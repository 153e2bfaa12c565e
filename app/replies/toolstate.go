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

// setTools sets the offered tools.
func (s *turnState) setTools(offered []chat.ToolDefinition) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.replies {
		p.tools = offered
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
