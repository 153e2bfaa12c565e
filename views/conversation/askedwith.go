package conversation

import (
	"strconv"
	"strings"

	"parley/app/chat"
)

// askedWith is what of the dials went with a request, by the names a service knows them under (GATEWAY.md 2.1); "" when the model decided
// everything.
func askedWith(p chat.Parameters) string {
	var out []string
	number := func(name string, v *float64) {
		if v != nil {
			out = append(out, name+" "+strconv.FormatFloat(*v, 'f', -1, 64))
		}
	}
	number("temperature", p.Temperature)
	number("top_p", p.TopP)
	number("frequency_penalty", p.FrequencyPenalty)
	number("presence_penalty", p.PresencePenalty)
	if p.MaxTokens != nil {
		out = append(out, "max_tokens "+strconv.Itoa(*p.MaxTokens))
	}
	if len(p.Stop) > 0 {
		words := make([]string, len(p.Stop))
		for i, w := range p.Stop {
			words[i] = strconv.Quote(w)
		}
		out = append(out, "stop "+strings.Join(words, " "))
	}
	if p.Seed != nil {
		out = append(out, "seed "+strconv.FormatInt(*p.Seed, 10))
	}
	if p.Replies != nil {
		out = append(out, "n "+strconv.Itoa(*p.Replies))
	}
	if p.User != "" {
		out = append(out, "user "+p.User)
	}
	return strings.Join(out, ", ")
}
