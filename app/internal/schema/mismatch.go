package schema

import (
	"errors"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// The limits of a Mismatch.
const (
	maxProblems    = 100
	maxReasonBytes = 300
	maxSaid        = 5 // problems listed by Error
)

// Mismatch is the error of a value that does not fit a schema.
type Mismatch struct {
	// Problems are at most 100, in no particular order.
	Problems []Problem
}

// Problem is one place where a value does not fit the schema.
type Problem struct {
	// Path is the place: member names and element indexes from 0, empty for the root.
	Path []string
	// Reason is an English explanation.
	Reason string
}

// Error lists the first problems, each with its place.
func (m *Mismatch) Error() string {
	said := make([]string, 0, maxSaid)
	for _, p := range m.Problems {
		if len(said) == maxSaid-1 && len(m.Problems) > maxSaid {
			said = append(said, "and more")
			break
		}
		said = append(said, clipped(p.String()))
	}
	return strings.Join(said, "; ")
}

// String returns the place and the reason.
func (p Problem) String() string {
	if len(p.Path) == 0 {
		return p.Reason
	}
	return strings.Join(p.Path, ".") + ": " + p.Reason
}

// mismatch converts the validator's error to a *Mismatch and returns other errors unchanged.
func mismatch(err error) error {
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return err
	}
	m := &Mismatch{}
	m.collect(invalid, message.NewPrinter(language.English))
	return m
}

// collect adds the innermost causes of an error.
func (m *Mismatch) collect(err *jsonschema.ValidationError, english *message.Printer) {
	if len(m.Problems) == maxProblems {
		return
	}
	if len(err.Causes) == 0 {
		reason := clipped(err.ErrorKind.LocalizedString(english))
		m.Problems = append(m.Problems, Problem{Path: err.InstanceLocation, Reason: reason})
		return
	}
	for _, cause := range err.Causes {
		m.collect(cause, english)
	}
}

func clipped(text string) string {
	if len(text) <= maxReasonBytes {
		return text
	}
	return strings.ToValidUTF8(text[:maxReasonBytes], "") + "…"
}
