package wait

// Wake has whoever receives from a channel with room for one look again. It never blocks: a wake
// that nobody took yet counts for this one.
func Wake(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
