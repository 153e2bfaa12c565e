package ledger

import (
	"errors"

	"parlando/app/cost"
	"parlando/client"
	"parlando/client/failure"
	"parlando/client/tokens"
)

// stateOf returns the outcome of a request.
func stateOf(e event) State {
	c := e.charge
	var refusal *failure.Error
	switch {
	case !e.ended:
		return StateUnanswered
	case c.Usage != nil:
		return StateCounted
	case c.Answered && c.Err == nil && c.Purpose != client.PurposeChat:
		return StateCounted // characters and minutes are known even without a reported usage
	case c.Answered:
		return StateEstimated
	case errors.As(c.Err, &refusal) && (refusal.Status >= 300 || refusal.Unprocessed):
		return StateRefused
	}
	return Unanswered
}

// defaultPictureSize is the assumed width and height of a picture in pixels, for estimates.
const defaultPictureSize = 1024

// countsOf returns the counts reported by the service, or an estimate if it reported none.
func countsOf(c client.Charge) cost.Counts {
	counts := cost.Counts{Sound: int64(c.AudioSeconds * 1000), Characters: int64(c.Characters), Pictures: int64(c.Pictures)}
	if u := c.Usage; u != nil {
		counts.Tokens = u.Tokens
		if u.AudioSeconds > 0 {
			counts.Sound = int64(u.AudioSeconds * 1000)
		}
		if u.Characters > 0 {
			counts.Characters = int64(u.Characters)
		}
		if u.Total > 0 || c.Purpose != client.PurposeChat {
			return counts
		}
	}
	sent := tokens.EstimatePicture(defaultPictureSize, defaultPictureSize)
	sent.Likely *= c.Pictures
	for _, text := range c.Prompt {
		sent = sent.Add(tokens.EstimateText(text))
	}
	counts.Input, counts.Output = sent.Likely, tokens.EstimateText(c.Reply).Likely
	return counts
}

// price sets the cost and the price source of an entry.
func (l *Ledger) price(e *Entry, u *client.Usage) {
	if e.State == StateRefused {
		return
	}
	if u != nil && u.Cost != nil {
		e.Cost, e.Source = u.Cost, PriceFromReply
		return
	}
	p, typed, ok := l.o.Prices.Price(e.Connection, e.Asked)
	if !ok {
		return
	}
	m, about, ok := cost.CostOf(p, e.Counts)
	if !ok {
		return
	}
	e.Cost, e.About, e.Source = &m, about || e.State != StateCounted, PriceFromList
	if typed {
		e.Source = PriceFromUser
	}
}
