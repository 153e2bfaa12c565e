package practice

import (
	"net/http"
	"slices"
	"strings"
)

// failure is one way to fail that a person can ask for.
type failure struct {
	word  string // what is typed; found anywhere in the question
	about string
}

// shown is the word as the list has it.
func (f failure) shown() string {
	if f.word == "cut" {
		return "cut off"
	}
	return f.word
}

// failures are in the order in which they are looked for.
var failures = []failure{
	{"too long", "your message is more than the model takes"},
	{"cut", "the reply stops in the middle"},
	{"key", "your key is refused"},
	{"credit", "the account has no money left"},
	{"busy", "too many requests; it asks to wait 20 seconds, and then answers"},
	{"server", "the service has a fault of its own"},
	{"silent", "nothing comes any more"},
	{"empty", "the reply has no text"},
	{"gibberish", "the service answers with a web page"},
	{"filter", "the reply is withheld by a filter"},
	{"length", "the reply reaches its longest length"},
	{"unknown", "the model does not exist"},
	{"failover", "another model answers in place of this one"},
}

// troubleText is what the replies that fail on the way begin with.
const troubleText = "This reply was going to be a good one. It has a first sentence, it has a second sentence, and it was about to come to the point, "

// isFailure reports whether a failure can be asked for by this name.
func isFailure(name string) bool {
	return slices.ContainsFunc(failures, func(f failure) bool { return f.word == strings.ReplaceAll(name, "-", " ") })
}

// failure is the failure that a question asks for: by the id of its model, or by its words when the model is the one for
// trouble; "" for none.
func (q question) failure() string {
	if name, ok := strings.CutPrefix(q.model.id, mishapPrefix); ok && isFailure(name) {
		return strings.ReplaceAll(name, "-", " ")
	}
	if q.model.id != Trouble {
		return ""
	}
	words := strings.ToLower(q.lastUser().text)
	for _, f := range failures {
		if strings.Contains(words, f.word) {
			return f.word
		}
	}
	return ""
}

// trouble fails in a way that only replies can fail in. answered means that the request was refused.
func (g *Gateway) trouble(w http.ResponseWriter, q question, name string) (p plan, answered bool) {
	full := troubleText + "which is that everything you saw before the failure was kept, and that it could go on from there.\n\n" + closing
	switch name {
	case "too long":
		refuse(w, tooLong(contextTokens+954))
		return p, true
	case "cut":
		return plan{text: troubleText, full: full, cut: true}, false
	case "key":
		refuse(w, wrongKey())
		return p, true
	case "credit":
		refuse(w, statusFault(http.StatusPaymentRequired))
		return p, true
	case "busy":
		if g.stillBusy(q.lastUser().text) {
			refuse(w, fault{
				status: http.StatusTooManyRequests, code: "rate_limit_exceeded", retryAfter: int(busyWait.Seconds()),
				message: "Rate limit reached for requests. Please try again in 20s.",
			})
			return p, true
		}
		return plan{text: "Thank you for waiting. The rush is over, and here is your reply.\n\n" + closing}, false
	case "server":
		refuse(w, statusFault(http.StatusInternalServerError))
		return p, true
	case "silent":
		return plan{text: "I begin to answer, and then ", full: full, silent: true}, false
	case "empty":
		return plan{}, false
	case "gibberish":
		page(http.StatusOK)(w, nil)
		return p, true
	case "filter":
		return plan{text: "I begin to answer, and then a filter ", finish: "content_filter"}, false
	case "length":
		return plan{text: troubleText, full: full, finish: "length"}, false
	case "unknown":
		refuse(w, unknownModel(q.model.id))
		return p, true
	case "failover":
		return plan{text: "The model you asked for was not there, so another one answers. The top of this reply tells which.\n\n" + closing, served: Writer}, false
	}
	return plan{text: troubleList()}, false
}

// troubleList tells what can be typed.
func troubleList() string {
	var b strings.Builder
	b.WriteString("## I fail on request\n\nType one of these words and see what Parley makes of it. Nothing real breaks.\n\n| Type | What happens |\n|---|---|\n")
	for _, f := range failures {
		b.WriteString("| **" + f.shown() + "** | " + f.about + " |\n")
	}
	b.WriteString("\n" + closing)
	return b.String()
}
