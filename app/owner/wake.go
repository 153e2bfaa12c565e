package owner

// Wake sends to a channel of capacity one without blocking: a value already in it is enough.
func Wake(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
