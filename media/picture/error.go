package picture

import "fmt"

// Reason is why a picture cannot be used. Each has one sentence in the window. The word is the
// value itself.
type Reason string

// The reasons.
const (
	// Empty: there are no bytes.
	Empty Reason = "empty"
	// NotAPicture: the bytes are nothing Parlando knows.
	NotAPicture Reason = "not_a_picture"
	// Unsupported: Error.Format says what it is; Formats work.
	Unsupported Reason = "unsupported"
	// Variant: Error.Format works, but not in the way this file uses it, as a TIFF for printers; or
	// not on this computer.
	Variant Reason = "variant"
	// TooManyPixels: more than Error.Most; Error.Width and Height say how many.
	TooManyPixels Reason = "too_many_pixels"
	// TooLarge: more than MaxInput bytes.
	TooLarge Reason = "too_large"
	// Damaged: it ends too early or does not hold together.
	Damaged Reason = "damaged"
)

// Error says why a picture cannot be used.
type Error struct {
	Reason Reason
	// Format is what the bytes are, as far as they tell.
	Format Format
	// Width and Height are in pixels, 0 when not known.
	Width, Height int
	// Most is how many pixels a picture of the format may have, if it has more.
	Most int
	// Err is the cause, if there is one.
	Err error
}

// Error gives the reason for the log.
func (e *Error) Error() string {
	s := "picture: " + string(e.Reason)
	if e.Format != "" {
		s += fmt.Sprintf(" (%s)", e.Format)
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
