// Package reason gives errors a code, so that the window can say them in the user's language:
// views/words has a sentence for each code.
package reason

import "fmt"

// Reason is an error with a code. It is stored as JSON with the result of a tool.
type Reason struct {
	Code string `json:"code"`
	// Values are the texts and numbers of the sentence, in the order of New; read from JSON,
	// numbers are float64.
	Values []any `json:"values,omitempty"`
	// Place is the position of a character in an expression, counted from 1; 0 means the whole.
	Place int `json:"place,omitempty"`

	// Text is the English text, for models and the log; it is not stored.
	Text string `json:"-"`
}

// New returns a reason whose text is made of the format.
func New(code, format string, values ...any) *Reason {
	return &Reason{Code: code, Values: values, Text: fmt.Sprintf(format, values...)}
}

// Error returns the text, with the place.
func (r *Reason) Error() string {
	if r.Place > 0 {
		return fmt.Sprintf("At character %d: %s", r.Place, r.Text)
	}
	return r.Text
}
