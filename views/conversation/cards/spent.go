package cards

import (
	"time"

	"parlando/app/cost"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/words"
)

// spent returns the model, the billed tokens (GATEWAY.md 2.5), the time and the cost of the reply.
func (c *Card) spent() []string {
	r := c.message.Request
	if r == nil || c.Plain {
		return nil
	}
	var said []string
	if u := c.message.Usage(); u != nil && u.Total > 0 {
		said = append(said, words.TokensUsed(u.Total))
	}
	if took := c.message.Duration(); took > 0 {
		said = append(said, seconds(took))
	}
	if cost := c.costSaid(); cost != "" {
		said = append(said, cost)
	}
	return append(said, c.model())
}

// costSaid returns the cost of the reply's requests, "" if costs are hidden. Replies to the same
// request share its cost.
func (c *Card) costSaid() string {
	var sum cost.Sum
	known := false
	for _, r := range c.message.Requests() {
		one, ok := c.Costs[r.ID]
		known = known || ok
		sum.AddSum(one)
	}
	if !known {
		return ""
	}
	if n := c.message.Request.Params.Replies; n != nil && *n > 1 && len(c.message.Request.Params.Tools) == 0 {
		return i18n.Plural("{{.Cost}} for {{.N}} replies", *n, map[string]any{"Cost": words.CostText(sum)})
	}
	return words.CostText(sum)
}

// seconds returns a duration as readable text.
func seconds(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		tenths := int(d.Seconds()*10 + 0.5)
		if tenths%10 == 0 {
			return i18n.Text("{{.N}} s", map[string]any{"N": tenths / 10})
		}
		return i18n.Text("{{.N}} s", map[string]any{"N": format.Decimal(float64(tenths)/10, 1)})
	case d < time.Minute:
		return i18n.Text("{{.N}} s", map[string]any{"N": int(d.Seconds() + 0.5)})
	}
	return i18n.Text("{{.M}} min {{.S}} s", map[string]any{"M": int(d.Minutes()), "S": int(d.Seconds()) % 60})
}
