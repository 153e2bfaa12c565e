package problem

import "strconv"

// Refusal is a request field, or its value, that the service refused.
type Refusal struct {
	// Field is the field's JSON name, such as "temperature".
	Field string `json:"field"`
	// Value is the value that was sent, without quotes.
	Value string `json:"value,omitempty"`
	// AnyValue reports that the model does not know the field or accepts only its default.
	AnyValue bool `json:"any_value,omitempty"`
	// Min and Max are the bounds named by the service, inclusive; nil if it named none.
	Min *float64 `json:"min,omitempty"`
	Max *float64 `json:"max,omitempty"`
	// Allowed are the accepted values named by the service, nil if it named none.
	Allowed []string `json:"allowed,omitempty"`
	// ConflictsWith is the other field if the service accepts only one of the two, otherwise "".
	ConflictsWith string `json:"with,omitempty"`
	// ThisRequestOnly reports that the refusal concerns this request only.
	ThisRequestOnly bool `json:"once,omitempty"`
	// Unaffordable reports that the credit pays for a reply of Max tokens, but not of Value tokens.
	Unaffordable bool `json:"unaffordable,omitempty"`
	// Reason is the service's message, at most 300 characters.
	Reason string `json:"reason,omitempty"`
}

// Nearest returns the accepted number nearest to the refused one; the bool is false if Value
// exceeds no bound that the service named.
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
