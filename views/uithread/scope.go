package uithread

// Scope stands for one thing on screen, such as the open chat: what is read for it is dropped once
// it was Reset. All of it is used on the window's thread.
type Scope struct {
	thread     *Thread
	generation int
}

// NewScope makes a scope.
func NewScope(t *Thread) *Scope { return &Scope{thread: t} }

// Reset drops what is being read: something else is shown now.
func (s *Scope) Reset() { s.generation++ }

// Load runs read on a goroutine of its own and then, on the window's thread, show with what was
// read, or failed with why it could not be: neither if s was Reset meanwhile. failed cannot be left
// out, so that no error of a read is dropped.
func Load[T any](s *Scope, read func() (T, error), show func(T), failed func(error)) {
	asked := s.generation
	s.thread.Go(func() func() {
		got, err := read()
		return func() {
			switch {
			case asked != s.generation:
			case err != nil:
				failed(err)
			default:
				show(got)
			}
		}
	})
}
