package replies

import "parlando/app/chat"

// Snapshot is the state of a reply in flight. It never changes.
type Snapshot struct {
	chat.Message
	// Quiet reports that no data has arrived for 10 s.
	Quiet bool
	// Asking reports that the user is being asked whether a tool may run.
	Asking bool
}
