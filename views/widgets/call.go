package widgets

// Call calls f unless it is nil.
func Call(f func()) {
	if f != nil {
		f()
	}
}

// Tell calls f with value unless f is nil.
func Tell[T any](f func(T), value T) {
	if f != nil {
		f(value)
	}
}
