package ledger

import (
	"encoding/json"
	"time"

	"parlando/app/chat"
	"parlando/app/cost"
)

// State is the outcome of a request, which determines how reliable its counts are. Its value is
// stored.
type State string

// The states of a request.
const (
	StateUnanswered State = "open"    // sent and not answered yet
	StateCounted    State = "counted" // counts reported by the service
	// the service did not report counts, or the reply was stopped
	StateEstimated State = "estimated"
	Unanswered     State = "unanswered" // sent but never answered; the service may charge for it
	// answered with an error or not processed, which costs nothing
	StateRefused State = "refused"
)

// Source is the origin of a request's price. Its value is stored.
type Source string

// The sources of prices.
const (
	PriceFromReply Source = "reply" // the response reported the cost
	PriceFromList  Source = "list"  // from the service's list of models
	PriceFromUser  Source = "user"  // typed by the user
	NoPrice        Source = ""
)

// Entry is one row of the ledger: a request that may cost money.
type Entry struct {
	At         time.Time
	Connection chat.ID
	cost.Subject
	// Asked is the requested model, Served the model that answered, "" if not reported.
	Asked, Served string
	// Attempts is the number of HTTP requests sent, including retries.
	Attempts int
	State    State
	Counts   cost.Counts
	// Cost is nil if no price was known when the request ended. A later price does not change it.
	Cost *cost.Money
	// About reports that the cost is not exact.
	About  bool
	Source Source
	// Usage is the usage object as reported by the service, nil if there was none.
	Usage json.RawMessage
}
