package ledger

import (
	"context"
	"database/sql"
	"errors"

	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/client/tokens"
)

// MessageEstimate estimates the tokens and the cost of the next message of a chat.
type MessageEstimate struct {
	// Tokens is the number of tokens to send, including the chat so far.
	Tokens int
	// Cost has no amount if no price is known.
	Cost cost.Sum
}

// Latest returns the counts of the newest answered request of a chat, 0 if there is none.
func (l *Ledger) Latest(ctx context.Context, conversation chat.ID) (c cost.Counts, err error) {
	err = l.o.Database.View(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT input, cache_read, cache_write, output, audio_input, audio_output FROM charge
			WHERE conversation = ? AND conversation <> '' AND state IN (?, ?) AND purpose IN (?, ?) ORDER BY at DESC, n DESC LIMIT 1`,
			conversation, StateCounted, StateEstimated, cost.Chatting, cost.ToolRounds).
			Scan(&c.Input, &c.CacheRead, &c.CacheWrite, &c.Output, &c.AudioInput, &c.AudioOutput)
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return c, err
}

// defaultReplyTokens is the assumed number of tokens of a first reply.
const defaultReplyTokens = 400

// EstimateMessage estimates the next message of a chat, given the counts of its latest request. The
// reply is assumed to be as long as the last one. background is the number of tokens sent before
// the first message of a chat, which the latest request has counted already.
func (l *Ledger) EstimateMessage(latest cost.Counts, c chat.Conversation, d chat.Draft, background int) MessageEstimate {
	message := tokens.EstimateText(d.Text).Add(tokens.EstimateText(c.Params.Instructions))
	for _, p := range d.Parts {
		message = message.Add(attachments.EstimateTokens(p))
	}
	counts := cost.Counts{Tokens: cost.Tokens{Input: latest.InputTokens() + latest.OutputTokens() + message.Likely, Output: latest.OutputTokens()}}
	if latest.InputTokens() == 0 {
		counts.Input += background
	}
	if latest.OutputTokens() == 0 {
		counts.Output = defaultReplyTokens
	}
	if n := c.Params.Replies; n != nil && *n > 1 {
		counts.Output *= *n
	}
	return MessageEstimate{Tokens: counts.Input, Cost: l.estimate(c, counts)}
}

// EstimateInput estimates the cost of tokens that are sent to the model of a chat. The sum has no
// amount if no price is known.
func (l *Ledger) EstimateInput(c chat.Conversation, n int) cost.Sum {
	return l.estimate(c, cost.Counts{Tokens: cost.Tokens{Input: n}})
}

// estimate estimates the cost of a request to the model of a chat.
func (l *Ledger) estimate(c chat.Conversation, counts cost.Counts) cost.Sum {
	if p, _, ok := l.o.Prices.Price(c.Connection, c.Model); ok {
		if m, _, ok := cost.CostOf(p, counts); ok {
			sum := cost.Sum{About: true}
			sum.Add(m)
			return sum
		}
	}
	return cost.Sum{About: true, Unknown: 1}
}
