package desktop

// inApartment runs f. No apartment is needed: macOS shows dialogs in a separate process.
func inApartment(f func()) { f() }
