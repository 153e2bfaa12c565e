package replies

import (
	"context"
	"slices"
	"strings"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/client"
)

// newQuestion returns the next request for a branch of messages, oldest first, which ends with the
// message to answer or the reply to continue. The request contains only parameters that are set. It
// has no continuation marks, no replies without text, and no reasoning except beside tool calls
// (GATEWAY.md 2.1 and 2.2).
func (l *requestLoop) newQuestion(ctx context.Context, branch []chat.Message) (client.ChatRequest, error) {
	p := l.plan.params
	r := client.ChatRequest{
		Model:     l.plan.model,
		MaxTokens: p.MaxTokens,
		Stop:      p.Stop,
		Seed:      p.Seed,
		User:      p.User,
		NoStream:  p.AllAtOnce,
	}
	known := l.model()
	r.Modalities = known.Modalities
	if known.Thinks == catalog.Yes {
		r.ReasoningEffort = client.ReasoningEffort(p.ReasoningEffort)
	}
	if p.SearchWeb {
		r.WebSearch = known.WebSearch
	}
	for _, n := range chat.NumberParameters {
		r.SetNumber(n.Name, *n.Of(&p))
	}
	for _, d := range l.tools {
		r.Tools = append(r.Tools, client.Tool{Name: d.Name, Description: d.Description, Parameters: d.Parameters})
	}
	r.ToolChoice = l.toolChoice()
	instructions, next := joined(p.Instructions, backgroundInstructions(l.plan.background)), goOn
	if f := l.ladder; f != nil {
		r.ResponseFormat = f.format()
		instructions = joined(instructions, f.instructions())
		if l.plan.continues && len(branch) > 0 {
			next = f.goOn(branch[len(branch)-1])
		}
	}
	if strings.TrimSpace(instructions) != "" {
		r.Messages = append(r.Messages, client.Message{Role: string(chat.System), Content: []client.ContentPart{{Text: instructions}}})
	}
	to := receiver{connection: l.plan.connection, model: l.plan.model, tools: len(l.tools) > 0}
	// The files come before the chat and never change, so that a service can reuse what it has
	// read.
	for _, m := range slices.Concat(backgroundMessages(l.plan.background), branch) {
		all, err := wireMessages(ctx, l.o.History, to, m)
		if err != nil {
			return client.ChatRequest{}, err
		}
		for _, one := range all {
			r.Messages = appendMessage(r.Messages, one)
		}
	}
	if n := len(r.Messages); l.plan.continues && n > 0 && r.Messages[n-1].Role == string(chat.Assistant) {
		r.Messages = append(r.Messages, client.Message{Role: string(chat.User), Content: []client.ContentPart{{Text: next}}})
	}
	return r, nil
}

// model returns what is known about the model.
func (l *requestLoop) model() (known catalog.Model) {
	if l.o.Catalog != nil {
		known, _ = l.o.Catalog.Model(l.plan.connection, l.plan.model)
	}
	return known
}

// toolChoice returns the tool choice of the next request (GATEWAY.md 4.1.1). A choice that forces a
// call only applies to the first request of a turn, or else the model could never answer.
func (l *requestLoop) toolChoice() client.ToolChoice {
	name := l.plan.params.ToolChoice
	_, offered := l.tool(name)
	switch first := l.round == 0 && !l.plan.continues; {
	case len(l.tools) == 0:
	case name == chat.ToolsNone:
		return client.ToolChoice{Mode: client.ToolsNone}
	case name == chat.ToolsRequired && first:
		return client.ToolChoice{Mode: client.ToolsRequired}
	case offered && first:
		return client.ToolChoice{Name: name}
	}
	return client.ToolChoice{}
}
