package problem

import "strconv"

// Refusal is the field of a request, or the value of one, that a request was refused for.
type Refusal struct {
	// Field is its name on the wire: "temperature".
	Field string `json:"field"`
	// Value is the value that was sent, without quotes.
	Value string `json:"value,omitempty"`
	// AnyValue: the model does not know the field, or takes nothing but its default.
	AnyValue bool `json:"any_value,omitempty"`
	// Min and Max are the numbers the model accepts by its own words, ends included; nil where it
	// named none.
	Min *float64 `json:"min,omitempty"`
	Max *float64 `json:"max,omitempty"`
	// With is the other field, where the service takes one of two; "" for any other reason.
	With string `json:"with,omitempty"`
	// Once: it tells of this request alone, nothing of the next one.
	Once bool `json:"once,omitempty"`
	// Reason has the words of the service, at most 300 characters.
	Reason string `json:"reason,omitempty"`
}

// Nearest returns the accepted number that is nearest to the refused one; false if the service
// named none.
func (r Refusal) Nearest() (float64, bool) {
	v, err := strconv.ParseFloat(r.Value, 64)
	switch {
	case err != nil || r.AnyValue:
	case r.Max != nil && v > *r.Max:
		return *r.Max, true
	case r.Min != nil && v < *r.Min:
		return *r.Min, true
	}
	return 0, false
}
