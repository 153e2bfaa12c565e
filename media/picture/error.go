package picture

import "fmt"

// Reason is the reason why a picture cannot be used. The window shows one sentence for each.
type Reason string

// The reasons.
const (
	// Empty means that there are no bytes.
	Empty Reason = "empty"
	// NotAPicture means that the format is unknown.
	NotAPicture Reason = "not_a_picture"
	// Unsupported means that the format in Error.Format is known but not supported; see Formats.
	Unsupported Reason = "unsupported"
	// UnsupportedVariant means that Error.Format is supported, but not this variant of it (such as
	// a TIFF for printing), or not on this computer.
	UnsupportedVariant Reason = "variant"
	// TooManyPixels means that the picture has more pixels than Error.MaxPixels; its size is in
	// Error.Width and Height.
	TooManyPixels Reason = "too_many_pixels"
	// TooLarge means that the file has more than MaxInput bytes.
	TooLarge Reason = "too_large"
	// Damaged means that the file is truncated or inconsistent.
	Damaged Reason = "damaged"
)

// Error reports why a picture cannot be used.
type Error struct {
	Reason Reason
	// Format is the detected format, if known.
	Format Format
	// Width and Height are in pixels, 0 if unknown.
	Width, Height int
	// MaxPixels is the number of pixels allowed for the format if the picture has more.
	MaxPixels int
	// Err is the cause, or nil.
	Err error
}

// Error returns a message for the log.
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
