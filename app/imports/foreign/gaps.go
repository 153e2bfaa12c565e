package foreign

import "strings"

const (
	maxGaps     = 50
	maxGapBytes = 60
)

// AddGap counts content of a kind that is not taken over. The kind comes from a foreign file, so
// its length is bounded, and so is the number of kinds.
func (c *Conversation) AddGap(kind string) {
	if len(kind) > maxGapBytes {
		kind = strings.ToValidUTF8(kind[:maxGapBytes], "") + "…"
	}
	for i := range c.Gaps {
		if c.Gaps[i].Kind == kind {
			c.Gaps[i].Count++
			return
		}
	}
	if len(c.Gaps) == maxGaps {
		c.Gaps[maxGaps-1].Count++
		return
	}
	c.Gaps = append(c.Gaps, Gap{Kind: kind, Count: 1})
}
