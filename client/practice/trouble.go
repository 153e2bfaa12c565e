package practice

import (
	"net/http"
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
}

// troubleText is what the replies that fail on the way begin with.
const troubleText = "This reply was going to be a good one. It has a first sentence, it has a second sentence, and it was about to come to the point, "

// trouble fails in the way the person's words choose; other words get the list. answered means that the
// request was refused.
func (g *Gateway) trouble(w http.ResponseWriter, q question) (p plan, answered bool) {
	words := strings.ToLower(q.lastUser().text)
	full := troubleText + "which is that everything you saw before the failure was kept, and that it could go on from there.\n\n" + closing
	for _, f := range failures {
		if !strings.Contains(words, f.word) {
			continue
		}
		switch f.word {
		case "too long":
			refuse(w, tooLong(contextTokens+954))
			return p, true
		case "cut":
			return plan{text: troubleText, full: full, cut: true}, false
		case "key":
			refuse(w, wrongKey())
			return p, true
		case "credit":
			refuse(w, fault{status: http.StatusPaymentRequired, code: "insufficient_quota", message: "Insufficient credits. Add more using your account page."})
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
			refuse(w, fault{status: http.StatusInternalServerError, message: "The server had an error while processing your request. Sorry about that!"})
			return p, true
		case "silent":
			return plan{text: "I begin to answer, and then ", full: full, silent: true}, false
		case "empty":
			return plan{}, false
		case "gibberish":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte("<!DOCTYPE html>\n<html><head><title>It works!</title></head><body><p>This is a web page and no reply.</p></body></html>\n"))
			return p, true
		case "filter":
			return plan{text: "I begin to answer, and then a filter ", finish: "content_filter"}, false
		case "length":
			return plan{text: troubleText, full: full, finish: "length"}, false
		case "unknown":
			refuse(w, unknownModel(q.model.id))
			return p, true
		}
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
