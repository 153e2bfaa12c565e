package replies

import (
	"strings"

	"parlando/app/chat"
	"parlando/client"
)

// round is a text of the model, the tool calls after the text, and the calls' latest results by
// call ID.
type round struct {
	said    string
	calls   []chat.ToolCall
	results map[string]chat.ToolResult
	// thinking is the reasoning before the calls or the text.
	thinking chat.SignedThinking
}

// split divides a reply into its rounds; the last one is open if calls have no result yet. Services
// reuse call IDs in later rounds. Texts around a continuation are joined without a gap.
func split(parts []chat.Part) []round {
	all := []round{{results: map[string]chat.ToolResult{}}}
	now := &all[0]
	next := func() {
		all = append(all, round{results: map[string]chat.ToolResult{}})
		now = &all[len(all)-1]
	}
	for _, p := range parts {
		switch p.Kind {
		case chat.PartText, chat.PartRefusal:
			// text after calls begins the next round
			if len(now.calls) > 0 && p.Text != "" {
				next()
			}
			now.said += p.Text
		case chat.PartThinking:
			if len(now.calls) > 0 {
				next()
			}
			now.thinking, _ = p.Thinking()
		case chat.PartToolCall:
			if len(now.results) > 0 {
				next()
			}
			if c, ok := p.ToolCall(); ok {
				now.calls = append(now.calls, c)
			}
		case chat.PartToolResult:
			if r, ok := p.ToolResult(); ok {
				now.results[r.Call] = r
			}
		}
	}
	return all
}

// rounds converts a reply to wire messages: text and calls, then the result of each call, for every
// round (GATEWAY.md 2.2, 4.1.1). Each call is answered once, in call order. Reasoning is only sent
// to the connection and model that wrote it.
func rounds(reply chat.Message, connection chat.ID, model string) (out []client.Message) {
	for _, round := range split(reply.Parts) {
		m := client.Message{Role: string(chat.Assistant)}
		if strings.TrimSpace(round.said) != "" {
			m.Content = []client.ContentPart{{Text: round.said}}
		}
		if round.thinking.Connection == connection && round.thinking.Model == model {
			m.Thinking = round.thinking.Members
		}
		var results []client.Message
		for _, c := range round.calls {
			m.ToolCalls = append(m.ToolCalls, client.ToolCall{ID: c.ID, Name: c.Name, Arguments: c.Arguments, Extra: c.Extra})
			results = append(results, client.Message{
				Role: string(chat.Tool), ToolCallID: c.ID, Content: []client.ContentPart{{Text: told(round.results[c.ID])}},
			})
		}
		if len(m.Content) > 0 || len(m.ToolCalls) > 0 {
			out = append(append(out, m), results...)
		}
	}
	return out
}

// inWords converts a reply to one message with the calls in words, for a request without tools, in
// which several services refuse calls.
func inWords(reply chat.Message) []client.Message {
	var b strings.Builder
	for _, m := range rounds(reply, "", "") {
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		for _, p := range m.Content {
			if m.Role == string(chat.Tool) {
				b.WriteString("Result: ")
			}
			b.WriteString(p.Text)
		}
		for _, c := range m.ToolCalls {
			if b.Len() > 0 {
				b.WriteString("\n\n")
			}
			b.WriteString("Called " + c.Name + " with " + c.Arguments + ".")
		}
	}
	if b.Len() == 0 {
		return nil
	}
	return []client.Message{{Role: string(chat.Assistant), Content: []client.ContentPart{{Text: b.String()}}}}
}

// told returns the text that the model gets as result of a call. The zero value is a call that
// never started.
func told(r chat.ToolResult) string {
	switch r.State {
	case chat.ToolDone, chat.ToolFailed:
		return received(r)
	case chat.ToolDenied:
		if r.Text != "" {
			return received(r)
		}
		return "The user did not allow this call."
	case chat.ToolCanceled:
		return "The user stopped this call before it ended."
	case chat.ToolStarted:
		return "It is not known whether this call ran: the program ended while it did."
	}
	return "This call was not run."
}

// received returns the text of a result as sent to the model, truncated if it is too long.
func received(r chat.ToolResult) string {
	text, n, all := r.ForModel()
	if n < all {
		text += "\n\n[The rest of this result was too long.]"
	}
	return text
}

// openCall is a tool call without a result.
type openCall struct {
	chat.ToolCall
	// started reports that the program ended while the call ran.
	started bool
}

// openCalls returns the calls of a reply's last round that have no result. If text follows the
// calls there are none.
func openCalls(parts []chat.Part) (open []openCall) {
	all := split(parts)
	last := all[len(all)-1]
	for _, c := range last.calls {
		if state := last.results[c.ID].State; !state.Ended() {
			open = append(open, openCall{ToolCall: c, started: state == chat.ToolStarted})
		}
	}
	return open
}
