package widgets

// CallIfSet calls f unless it is nil.
func CallIfSet(f func()) {
	if f != nil {
		f()
	}
}

// CallWith calls f with value unless f is nil.
func CallWith[T any](f func(T), value T) {
	if f != nil {
		f(value)
	}
}
