package ledger

import (
	"encoding/json"
	"time"

	"parlando/app/chat"
	"parlando/app/cost"
)

// State is the outcome of a request, which decides how its counts are known. The stored word is the
// value itself.
type State string

// The states of a request.
const (
	Open       State = "open"       // it left and is not answered yet
	Counted    State = "counted"    // the service told what it counted
	Estimated  State = "estimated"  // the service did not tell, or the reply was stopped
	Unanswered State = "unanswered" // it left and no answer came: it is perhaps billed
	Refused    State = "refused"    // the service answered with an error, which costs nothing
)

// Source is the origin of the price of a request. The stored word is the value itself.
type Source string

// The sources of prices.
const (
	FromReply Source = "reply" // the service named the cost with its answer
	FromList  Source = "list"  // the list of models has the price
	FromUser  Source = "user"  // the user typed the price
	NoPrice   Source = ""
)

// Entry is one row of the ledger: a request that can cost.
type Entry struct {
	At         time.Time
	Connection chat.ID
	cost.Subject
	// Asked is the model that was asked, Served the one that answered, "" if the service did not
	// say.
	Asked, Served string
	// Attempts is the number of requests that left for it.
	Attempts int
	State    State
	Counts   cost.Counts
	// Cost is nil when no price is known. It never changes afterwards.
	Cost *cost.Money
	// About: the cost is not exact.
	About  bool
	Source Source
	// Usage is the usage object of the service as it came, nil without one.
	Usage json.RawMessage
}
