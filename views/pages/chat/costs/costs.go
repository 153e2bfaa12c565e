// Package costs shows on a chat page the costs of replies and, before sending, the expected cost of
// a message.
package costs

import (
	"context"
	"log/slog"

	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/ledger"
	"parlando/app/settings"
	"parlando/views/composer"
	"parlando/views/i18n"
	"parlando/views/monthlylimit"
	"parlando/views/uithread"
	"parlando/views/words"
)

// Chat gives access to the open chat.
type Chat struct {
	// Open returns the open chat, with the connection and the model for the next message; Draft
	// returns that message.
	Open  func() chat.Conversation
	Draft func() chat.Draft
	// Background estimates the tokens sent before the messages of the open chat.
	Background func() int
	// IsPaid reports whether requests through the connection may cost money.
	IsPaid func() bool
	// ShowCosts shows the cost of requests by their ids; nil hides all costs.
	ShowCosts func(map[chat.ID]cost.Sum)
	// ShowNotice shows a notice above the message, or clears it if its text is "".
	ShowNotice func(composer.Notice)
	// NewChat starts another chat.
	NewChat func()
	// Connection returns the connection for the next message, with its name.
	Connection func() (id chat.ID, name string)
	// Say shows a short message.
	Say func(sentence string)
	// Ask shows a question.
	Ask func(monthlylimit.Question)
	// ChangeLimit opens the form of the monthly limit of a connection.
	ChangeLimit func(connection chat.ID)
}

// Limits provides the monthly limits (package limits).
type Limits interface {
	monthlylimit.Limits
	TakeWarning(connection chat.ID) bool
}

// Controller shows the costs of the open chat. Use it only on the window's thread.
type Controller struct {
	ledger *ledger.Ledger
	limits Limits
	// allowed means that the user allowed the request that is being sent.
	allowed  bool
	settings func() settings.Costs
	log      *slog.Logger
	chat     Chat
	ctx      context.Context
	loads    *uithread.Scope
	// of is the chat whose costs were read, latest the usage of its newest request.
	of     chat.ID
	latest cost.Counts
	said   string
	// choices are the settings that the last Refresh used.
	choices settings.Costs
}

// New returns a controller, which stops reading when ctx is done.
func New(ctx context.Context, t *uithread.Thread, log *slog.Logger, l *ledger.Ledger, limits Limits, s func() settings.Costs, c Chat) *Controller {
	return &Controller{ctx: ctx, ledger: l, limits: limits, settings: s, log: log, chat: c, loads: uithread.NewScope(t)}
}

// chatCosts holds the costs of a chat.
type chatCosts struct {
	latest cost.Counts
	costs  map[chat.ID]cost.Sum
}

// RefreshSettings updates the costs shown after the cost settings have changed.
func (c *Controller) RefreshSettings() {
	if c.settings() != c.choices {
		c.Refresh()
	}
}

// Refresh reads the costs of the open chat.
func (c *Controller) Refresh() {
	c.choices = c.settings()
	id, shown := c.chat.Open().ID, c.choices.UnderReplies
	if id != c.of {
		c.of, c.latest = id, cost.Counts{}
	}
	c.loads.Reset()
	if id == "" {
		c.chat.ShowCosts(nil)
		c.RefreshEstimate()
		return
	}
	uithread.Load(c.loads, func() (r chatCosts, err error) {
		if r.latest, err = c.ledger.Latest(c.ctx, id); err != nil || !shown {
			return r, err
		}
		totals, err := c.ledger.Requests(c.ctx, id)
		r.costs = make(map[chat.ID]cost.Sum, len(totals))
		for request, t := range totals {
			r.costs[request] = t.Sum
		}
		return r, err
	}, func(r chatCosts) {
		c.latest = r.latest
		c.chat.ShowCosts(r.costs)
		c.RefreshEstimate()
	}, func(err error) {
		if c.ctx.Err() == nil {
			c.log.Error("The costs of a chat could not be read", "error", err)
		}
	})
}

// InputCost returns the cost of tokens that are sent to the model of the open chat; ok is false if
// no price is known.
func (c *Controller) InputCost(tokens int) (sum cost.Sum, ok bool) {
	if !c.chat.IsPaid() {
		return sum, false
	}
	sum = c.ledger.EstimateInput(c.chat.Open(), tokens)
	return sum, len(sum.Amounts) > 0
}

// Estimate returns the counts of the newest request of the open chat, and estimates its next
// message.
func (c *Controller) Estimate() (latest cost.Counts, next ledger.MessageEstimate) {
	return c.latest, c.ledger.EstimateMessage(c.latest, c.chat.Open(), c.chat.Draft(), c.chat.Background())
}

// RefreshLimit tells the user once a month that the limit of the connection is near.
func (c *Controller) RefreshLimit() {
	id, name := c.chat.Connection()
	if s, ok := c.limits.Status(id); ok && !s.IsReached() && c.limits.TakeWarning(id) {
		c.chat.Say(i18n.Text("You have spent {{.Spent}} of your monthly limit of {{.Limit}} for {{.Name}}.", monthlylimit.Data(s, name)))
	}
}

// MaySend reports whether a request may be sent. If the limit of the connection is reached, it asks
// instead. If the user allows it, send is called, which calls MaySend again. once is the name of
// the button that allows this request only.
func (c *Controller) MaySend(once string, send func()) bool {
	id, name := c.chat.Connection()
	q, must := monthlylimit.NewQuestion(c.limits, id, name, send)
	if c.allowed || !must {
		return true
	}
	q.OnceName, q.Change = once, func() { c.chat.ChangeLimit(id) }
	q.Once = func() {
		c.allowed = true
		defer func() { c.allowed = false }()
		send()
	}
	c.chat.Ask(q)
	return false
}

const (
	// noticeKey is the key of the notice above the message.
	noticeKey = "cost"
	// longChat is the number of tokens from which a chat without a known price is called long.
	longChat = 30_000
)

// RefreshEstimate shows the approximate cost of the message above the message box if the cost
// exceeds the limit in the settings.
func (c *Controller) RefreshEstimate() {
	if c.chat.Open().ID != c.of {
		c.Refresh()
		return
	}
	n := composer.Notice{Key: noticeKey}
	d := c.chat.Draft()
	if limit := c.settings().WarnAbove; limit > 0 && c.chat.IsPaid() && (d.Text != "" || len(d.Parts) > 0) {
		n = c.notice(c.ledger.EstimateMessage(c.latest, c.chat.Open(), d, c.chat.Background()), limit)
	}
	if n.Text != c.said {
		c.said = n.Text
		c.chat.ShowNotice(n)
	}
}

// notice returns the notice about the expected cost, empty if none is needed.
func (c *Controller) notice(a ledger.MessageEstimate, limit int64) composer.Notice {
	n := composer.Notice{Key: noticeKey}
	grown := c.latest.InputTokens()+c.latest.OutputTokens() > a.Tokens/2
	data := map[string]any{"Tokens": words.TokensUsed(words.Rough(a.Tokens)), "Cost": words.CostText(a.Cost)}
	known := len(a.Cost.Amounts) > 0
	switch {
	case known && a.Cost.Amounts[0].Micros < limit, !known && (a.Tokens < longChat || !grown):
		return n
	case !known:
		n.Text = i18n.Text("This chat has become long: each message now sends about {{.Tokens}}. The price isn't known.", data)
	case grown:
		n.Text = i18n.Text("Each message now costs {{.Cost}} ({{.Tokens}}), because the chat so far is sent with it. A new chat costs less.", data)
	default:
		n.Text = i18n.Text("This message will cost {{.Cost}} ({{.Tokens}}).", data)
	}
	if grown {
		n.Button, n.Action = i18n.Text("New chat"), c.chat.NewChat
	}
	return n
}
