package practice

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// failure is one way to fail that a person can ask for.
type failure struct {
	word  string // what is typed; found anywhere in the question
	about string
	// refusal answers in place of plan; nil for none.
	refusal func(question) fault
	plan    plan
}

const (
	// troubleText is what the replies that fail on the way begin with, and troubleFull what they
	// were going to be.
	troubleText = "This reply was going to be a good one. It has a first sentence, it has a second sentence, and it was about to come to the point, "
	troubleFull = troubleText + "which is that everything you saw before the failure was kept, and that it could go on from there.\n\n" + closing
)

// failures are in the order in which they are looked for.
var failures = []failure{
	{"too long", "your message is more than the model takes", func(question) fault { return tooLong(contextTokens + 954) }, plan{}},
	{"cut", "the reply stops in the middle", nil, plan{text: troubleText, full: troubleFull, cut: true}},
	{"key", "your key is refused", func(question) fault { return wrongKey() }, plan{}},
	{"credit", "the account has no money left", func(question) fault { return statusFault(http.StatusPaymentRequired) }, plan{}},
	{
		"busy", "too many requests; it asks to wait 20 seconds, and then answers", func(question) fault {
			return fault{
				status: http.StatusTooManyRequests, code: "rate_limit_exceeded", header: map[string]string{"Retry-After": fmt.Sprint(busyWait.Seconds())},
				message: "Rate limit reached for requests. Please try again in 20s.",
			}
		},
		plan{text: "Thank you for waiting. The rush is over, and here is your reply.\n\n" + closing},
	},
	{"server", "the service has a fault of its own", func(question) fault { return statusFault(http.StatusInternalServerError) }, plan{}},
	{"silent", "nothing comes any more", nil, plan{text: "I begin to answer, and then ", full: troubleFull, silent: true}},
	{"empty", "the reply has no text", nil, plan{}},
	{"gibberish", "the service answers with a web page", nil, plan{}},
	{"filter", "the reply is withheld by a filter", nil, plan{text: "I begin to answer, and then a filter ", finish: "content_filter"}},
	{"length", "the reply reaches its longest length", nil, plan{text: troubleText, full: troubleFull, finish: "length"}},
	{"unknown", "the model does not exist", func(q question) fault { return unknownModel(q.model.id) }, plan{}},
	{"failover", "another model answers in place of this one", nil, plan{
		text: "The model you asked for was not there, so another one answers. The top of this reply tells which.\n\n" + closing, served: Writer,
	}},
}

// isFailure reports whether a failure can be asked for by this name.
func isFailure(name string) bool {
	return slices.ContainsFunc(failures, func(f failure) bool { return f.word == strings.ReplaceAll(name, "-", " ") })
}

// failure is the failure that a question asks for: by the id of its model, or by its words when the
// model is the one for trouble; false for none.
func (q question) failure() (failure, bool) {
	words := ""
	if name, ok := strings.CutPrefix(q.model.id, mishapPrefix); ok && isFailure(name) {
		words = strings.ReplaceAll(name, "-", " ")
	} else if q.model.id == Trouble {
		words = strings.ToLower(q.lastUser().text)
	}
	for _, f := range failures {
		if strings.Contains(words, f.word) {
			return f, true
		}
	}
	return failure{}, false
}

// trouble fails in a way that only replies can fail in. answered means that the request was
// refused.
func (g *Gateway) trouble(w http.ResponseWriter, q question, f failure) (p plan, answered bool) {
	switch {
	case f.word == "gibberish":
		page(http.StatusOK)(w, nil)
	case f.refusal != nil && (f.word != "busy" || g.stillBusy(q.lastUser().text)):
		refuse(w, f.refusal(q))
	default:
		return f.plan, false
	}
	return p, true
}

// troubleList tells what can be typed.
func troubleList() string {
	var b strings.Builder
	b.WriteString("## I fail on request\n\nType one of these words and see what Parlando makes of it. Nothing real breaks.\n\n| Type | What happens |\n|---|---|\n")
	for _, f := range failures {
		b.WriteString("| **" + strings.Replace(f.word, "cut", "cut off", 1) + "** | " + f.about + " |\n")
	}
	b.WriteString("\n" + closing)
	return b.String()
}
