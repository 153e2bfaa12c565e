package uithread

import "time"

// ResultWithin returns the result of read, unless read takes longer than d; read then continues in
// the background. The window is blocked meanwhile, so keep d short.
func ResultWithin[T any](d time.Duration, read func() T) (result T, ok bool) {
	done := make(chan T, 1)
	go func() { done <- read() }()
	select {
	case result = <-done:
		return result, true
	case <-time.After(d):
		return result, false
	}
}
