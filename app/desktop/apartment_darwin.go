package desktop

// inApartment runs f: macOS shows its dialogs in a process of their own.
func inApartment(f func()) { f() }
