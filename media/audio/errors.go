package audio

import (
	"errors"
	"fmt"
	"strings"
)

var (
	// ErrUnknownFormat means that the bytes are not a sound that can be decoded.
	ErrUnknownFormat = errors.New("these bytes are not a sound of a known format")
	// ErrNoEncoder means that a format cannot be written. NewEncoder returns a [*NoEncoderError],
	// which lists the formats that can.
	ErrNoEncoder = errors.New("no encoder")
)

// DecodeError means that a sound of a known format is damaged, or of a kind its decoder does not
// support.
type DecodeError struct {
	Format Format
	Err    error // the cause, for the log
}

func (e *DecodeError) Error() string {
	return fmt.Sprintf("cannot decode this %s: %v", e.Format, e.Err)
}

func (e *DecodeError) Unwrap() error { return e.Err }

// NoEncoderError reports which format cannot be written and which can. It is an [ErrNoEncoder].
type NoEncoderError struct {
	Format    Format
	Encodable []Format
}

func (e *NoEncoderError) Error() string {
	works := make([]string, len(e.Encodable))
	for i, f := range e.Encodable {
		works[i] = string(f)
	}
	return fmt.Sprintf("sound cannot be written as %q; these formats work: %s", string(e.Format), strings.Join(works, ", "))
}

// Is makes errors.Is(err, ErrNoEncoder) true.
func (e *NoEncoderError) Is(target error) bool { return target == ErrNoEncoder }
