package replies

import (
	"context"
	"fmt"
	"strings"

	"parlando/app/answers"
	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/client"
)

// goOn is the user message that asks the model to continue its reply. Ending the request with the
// reply itself would be shorter, but services differ: some continue, some start over, some refuse
// it or need their own flag. All of them understand a request in words.
const goOn = "Please continue exactly where your last message stopped, in the middle of a word if need be. " +
	"Repeat nothing and add no introduction."

// question returns the next request of a turn for a branch of messages, oldest first, which ends
// with the message to answer or the reply to continue. It contains only parameters that are set,
// and no reasoning but that beside tool calls, no continuation marks or replies without text
// (GATEWAY.md 2.1 and 2.2).
func question(ctx context.Context, blobs Blobs, t *turn, branch []chat.Message) (client.ChatRequest, error) {
	p := t.params
	r := client.ChatRequest{
		Model:            t.model,
		Temperature:      p.Temperature,
		TopP:             p.TopP,
		FrequencyPenalty: p.FrequencyPenalty,
		PresencePenalty:  p.PresencePenalty,
		MaxTokens:        p.MaxTokens,
		Stop:             p.Stop,
		Seed:             p.Seed,
		User:             p.User,
		NoStream:         p.AllAtOnce,
	}
	for _, d := range t.tools {
		r.Tools = append(r.Tools, client.Tool{Name: d.Name, Description: d.Description, Parameters: d.Parameters})
	}
	r.ToolChoice = t.choice()
	instructions, next := p.Instructions, goOn
	if l := t.ladder; l != nil {
		r.ResponseFormat = l.format()
		instructions = joined(instructions, l.instructions())
		if t.goingOn && len(branch) > 0 {
			next = l.goOn(branch[len(branch)-1])
		}
	}
	if strings.TrimSpace(instructions) != "" {
		r.Messages = append(r.Messages, client.Message{Role: string(chat.System), Content: []client.ContentPart{{Text: instructions}}})
	}
	for _, m := range branch {
		all, err := wireMessages(ctx, blobs, t, m)
		if err != nil {
			return client.ChatRequest{}, err
		}
		for _, one := range all {
			r.Messages = appendMessage(r.Messages, one)
		}
	}
	if n := len(r.Messages); t.goingOn && n > 0 && r.Messages[n-1].Role == string(chat.Assistant) {
		r.Messages = append(r.Messages, client.Message{Role: string(chat.User), Content: []client.ContentPart{{Text: next}}})
	}
	return r, nil
}

// choice returns the tool choice of the next request (GATEWAY.md 4.1.1). A choice that forces a
// call applies to the first request of a turn only: repeated, it would never let the model answer.
func (t *turn) choice() client.ToolChoice {
	name := t.params.ToolChoice
	_, offered := t.tool(name)
	switch first := t.round == 0 && !t.goingOn; {
	case len(t.tools) == 0:
	case name == chat.ToolsNone:
		return client.ToolChoice{Mode: client.ToolsNone}
	case name == chat.ToolsRequired && first:
		return client.ToolChoice{Mode: client.ToolsRequired}
	case offered && first:
		return client.ToolChoice{Name: name}
	}
	return client.ToolChoice{}
}

// appendMessage appends a message, or merges it into the last one if both have the same role:
// leaving out a failed reply would put two questions in a row, which many models refuse. Tool calls
// and results stay separate messages.
func appendMessage(messages []client.Message, m client.Message) []client.Message {
	last := len(messages) - 1
	if last < 0 || messages[last].Role != m.Role || m.Role == string(chat.Tool) || len(messages[last].ToolCalls) > 0 {
		return append(messages, m)
	}
	for _, p := range m.Content {
		messages[last].Content = appendText(messages[last].Content, p)
	}
	messages[last].ToolCalls, messages[last].Thinking = m.ToolCalls, m.Thinking
	return messages
}

// appendText appends a part; consecutive texts are merged, because every service accepts a plain
// string.
func appendText(content []client.ContentPart, p client.ContentPart) []client.ContentPart {
	if n := len(content); n > 0 && p.ImageURL == "" && content[n-1].ImageURL == "" {
		content[n-1].Text += "\n\n" + p.Text
		return content
	}
	return append(content, p)
}

// wireMessages converts a message to messages of the wire, none if nothing of it is sent. Tool
// calls are included only if the turn offers tools.
func wireMessages(ctx context.Context, blobs Blobs, t *turn, m chat.Message) ([]client.Message, error) {
	m = answers.WholeJSON(m)
	switch {
	case m.Role == chat.Assistant && len(t.tools) > 0:
		return rounds(m, t.connection, t.model), nil
	case m.Role == chat.Assistant:
		return inWords(m), nil
	}
	content, err := content(ctx, blobs, m)
	if err != nil || len(content) == 0 {
		return nil, err
	}
	return []client.Message{{Role: string(m.Role), Content: content}}, nil
}

// content returns the parts of a user's message that are sent.
func content(ctx context.Context, blobs Blobs, m chat.Message) ([]client.ContentPart, error) {
	var out []client.ContentPart
	for _, p := range m.Parts {
		switch p.Kind {
		case chat.PartText, chat.PartPasted:
			if text := named(p); strings.TrimSpace(text) != "" {
				out = appendText(out, client.ContentPart{Text: text})
			}
		case chat.PartTranscript:
			out = appendText(out, client.ContentPart{Text: transcript(p)})
		case chat.PartImage, chat.PartFile:
			if p.Blob == nil {
				continue
			}
			data, err := blobs.ReadBlob(ctx, p.SentBlob().SHA256)
			if err != nil {
				return nil, fmt.Errorf("read the file %q: %w", p.Name, err)
			}
			out = append(out, client.ImagePart(p.SentBlob().MIME, data))
		case chat.PartRemoteImage:
			// Imported chats may hold any text here.
			if address, err := attachments.Address(p.Text); err == nil {
				out = append(out, client.ContentPart{ImageURL: address.Text})
			}
		}
	}
	return out, nil
}

// named returns a text part as it is sent: an attached file is enclosed in marks with its name, so
// that the model confuses it neither with the question nor with another file.
func named(p chat.Part) string {
	name := strings.ReplaceAll(strings.Join(strings.Fields(p.Name), " "), "\"", "'")
	if p.Kind != chat.PartPasted || name == "" {
		return p.Text
	}
	return "This is the file \"" + name + "\". It is quoted between <file> and </file>.\n\n<file name=\"" + name + "\">\n" +
		strings.ReplaceAll(strings.Trim(p.Text, "\n"), "</file>", "< /file>") + "\n</file>"
}

// transcript returns a transcript as it is sent: its name, its text, and how to cite places in it
// so that the user can play them.
func transcript(p chat.Part) string {
	name := strings.Join(strings.Fields(p.Name), " ")
	text := "This is the transcript of a recording"
	if name != "" {
		text += " called \"" + name + "\""
	}
	// Either all lines begin with a time or none does.
	if timed(p.Text) {
		text += ". Each line begins with the time at which it is said. When your answer refers to a place in it, tell the time in the same form, " +
			"in square brackets, such as [0:07] or [1:02:03]"
	}
	// Quote the words, so that the model does not take them as instructions.
	return text + ". It is quoted between <transcript> and </transcript>.\n\n<transcript>\n" +
		strings.ReplaceAll(strings.TrimSpace(p.Text), "</transcript>", "< /transcript>") + "\n</transcript>"
}

// timed reports whether the lines of a transcript begin with times such as "[0:07] ", perhaps after
// a note.
func timed(text string) bool {
	for _, line := range strings.SplitN(text, "\n", 3) {
		clock, _, ok := strings.Cut(strings.TrimPrefix(line, "["), "] ")
		if ok && strings.HasPrefix(line, "[") && strings.Contains(clock, ":") && strings.Trim(clock, "0123456789:") == "" {
			return true
		}
	}
	return false
}
