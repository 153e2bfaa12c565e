package uithread

// Scope represents one item on screen, such as the open chat: Reset drops the results of reads
// started for it. Use it only on the window's thread.
type Scope struct {
	thread     *Thread
	generation int
}

// NewScope returns a scope.
func NewScope(t *Thread) *Scope { return &Scope{thread: t} }

// Reset drops the results of pending reads, because another item is shown now.
func (s *Scope) Reset() { s.generation++ }

// Current returns a function that reports whether the item that is shown now still is.
func (s *Scope) Current() (still func() bool) {
	asked := s.generation
	return func() bool { return asked == s.generation }
}

// Load runs read in a new goroutine, then show with its result or failed with its error on the
// window's thread. It calls neither if s was Reset meanwhile. failed is mandatory, so that no error
// is dropped.
func Load[T any](s *Scope, read func() (T, error), show func(T), failed func(error)) {
	still := s.Current()
	s.thread.Go(func() func() {
		got, err := read()
		return func() {
			switch {
			case !still():
			case err != nil:
				failed(err)
			default:
				show(got)
			}
		}
	})
}
