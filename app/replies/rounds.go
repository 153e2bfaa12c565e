package replies

import (
	"strings"

	"parley/app/chat"
	"parley/client"
)

// maxResult is the greatest number of bytes of a tool's result that a model receives. The whole result stays in the chat.
const maxResult = 100_000

// rounds returns a reply as the messages of the wire: what it said and the calls that it made, the result of each, and so on (GATEWAY.md
// 2.2, 4.1.1). Each call is answered once, in the order of the calls. Parts of a continued text follow each other without a gap.
func rounds(reply chat.Message) (out []client.Message) {
	var said strings.Builder
	var calls []client.ToolCall
	results := map[string]chat.ToolResult{} // of this round: services use the IDs of one round again in the next
	end := func() {
		m := client.Message{Role: string(chat.Assistant), ToolCalls: calls}
		if text := said.String(); strings.TrimSpace(text) != "" {
			m.Content = []client.Part{{Text: text}}
		}
		if len(m.Content) > 0 || len(calls) > 0 {
			out = append(out, m)
		}
		for _, c := range calls {
			out = append(out, client.Message{Role: string(chat.Tool), ToolCallID: c.ID, Content: []client.Part{{Text: told(results[c.ID])}}})
		}
		said.Reset()
		calls, results = nil, map[string]chat.ToolResult{}
	}
	for _, p := range reply.Parts {
		switch p.Kind {
		case chat.PartText, chat.PartRefusal:
			if len(calls) > 0 { // a model says nothing between its calls and their results
				end()
			}
			said.WriteString(p.Text)
		case chat.PartToolCall:
			if len(results) > 0 {
				end()
			}
			if c, ok := p.ToolCall(); ok {
				calls = append(calls, client.ToolCall{ID: c.ID, Name: c.Name, Arguments: c.Arguments, Extra: c.Extra})
			}
		case chat.PartToolResult:
			if r, ok := p.ToolResult(); ok {
				results[r.Call] = r
			}
		}
	}
	end()
	return out
}

// inWords returns a reply as one message without calls, for a request that offers no tools: several services refuse calls then.
func inWords(reply chat.Message) []client.Message {
	var b strings.Builder
	for _, m := range rounds(reply) {
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
	return []client.Message{{Role: string(chat.Assistant), Content: []client.Part{{Text: b.String()}}}}
}

// told returns what the model is told of a result. The zero value is a call that never began.
func told(r chat.ToolResult) string {
	switch r.State {
	case chat.ToolDone, chat.ToolFailed:
		return shortened(r.Text)
	case chat.ToolDenied:
		if r.Text != "" {
			return shortened(r.Text)
		}
		return "The user did not allow this call."
	case chat.ToolCanceled:
		return "The user stopped this call before it ended."
	case chat.ToolStarted:
		return "It is not known whether this call ran: the program ended while it did."
	}
	return "This call was not run."
}

// shortened returns the beginning of a result that is too long for a model.
func shortened(text string) string {
	if len(text) <= maxResult {
		return text
	}
	return strings.ToValidUTF8(text[:maxResult], "") + "\n\n[The rest of this result was too long.]"
}
