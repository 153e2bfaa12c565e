package picture

import "fmt"

// Reason is the reason why a picture cannot be used. Each has one sentence in the window. The word
// is the value itself.
type Reason string

// The reasons.
const (
	// Empty: there are no bytes.
	Empty Reason = "empty"
	// NotAPicture: the bytes are nothing Parlando knows.
	NotAPicture Reason = "not_a_picture"
	// Unsupported: Error.Format is the format; Formats work.
	Unsupported Reason = "unsupported"
	// Variant: Error.Format works, but not in the way this file uses it, as a TIFF for printers; or
	// not on this computer.
	Variant Reason = "variant"
	// TooManyPixels: more than Error.Most; Error.Width and Height have the size.
	TooManyPixels Reason = "too_many_pixels"
	// TooLarge: more than MaxInput bytes.
	TooLarge Reason = "too_large"
	// Damaged: it ends too early or does not hold together.
	Damaged Reason = "damaged"
)

// Error is the error of a picture that cannot be used.
type Error struct {
	Reason Reason
	// Format is the format of the bytes, as far as it is known.
	Format Format
	// Width and Height are in pixels, 0 when not known.
	Width, Height int
	// Most is the number of pixels allowed for the format, if the picture has more.
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
