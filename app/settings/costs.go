package settings

// Costs holds the user's choices about costs.
type Costs struct {
	// UnderReplies shows the cost of each reply below the reply.
	UnderReplies bool `json:"under_replies,omitempty"`
	// WarnAbove is the estimated cost of a message, in millionths of any currency, above which the
	// estimate is shown before sending; 0 means never.
	WarnAbove int64 `json:"warn_above"`
}

func defaultCosts() Costs { return Costs{WarnAbove: 50_000} }

// sanitized returns c with every value in its range.
func (c Costs) sanitized() Costs {
	c.WarnAbove = max(c.WarnAbove, 0)
	return c
}
