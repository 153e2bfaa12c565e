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

// appendMessage appends a message, or merges it into the last message if both have the same role.
// Otherwise a failed reply that is left out would leave two questions in a row, which many models
// refuse. Tool calls and results stay separate messages.
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

// appendText appends a part. It merges consecutive texts, because every service accepts a plain
// string.
func appendText(content []client.ContentPart, p client.ContentPart) []client.ContentPart {
	if n := len(content); n > 0 && p.ImageURL == "" && content[n-1].ImageURL == "" {
		content[n-1].Text += "\n\n" + p.Text
		return content
	}
	return append(content, p)
}

// receiver is the model to which messages are sent.
type receiver struct {
	connection chat.ID
	model      string
	// tools reports that the request offers tools.
	tools bool
}

// wireMessages converts a message to wire messages, none if the message has nothing to send. Tool
// calls are included only if the request offers tools.
func wireMessages(ctx context.Context, blobs Blobs, to receiver, m chat.Message) ([]client.Message, error) {
	m = answers.WholeJSON(m)
	switch {
	case m.Role == chat.Assistant && to.tools:
		return rounds(m, to.connection, to.model), nil
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
				out = appendText(out, client.ContentPart{Text: missingFile(p.Name)})
				continue
			}
			data, err := blobs.ReadBlob(ctx, p.SentBlob().SHA256)
			if err != nil {
				return nil, fmt.Errorf("read the file %q: %w", p.Name, err)
			}
			out = append(out, client.ImagePart(p.SentBlob().MIME, data))
		case chat.PartRemoteImage:
			// An imported chat may contain any text as address.
			if address, err := attachments.Address(p.Text); err == nil {
				out = append(out, client.ContentPart{ImageURL: address.Text})
			}
		}
	}
	return out, nil
}

// missingFile returns the text that is sent in place of a file that an import did not find.
func missingFile(name string) string {
	if strings.Trim(chat.OneLine(name), "?") == "" {
		return "[A file is missing here.]"
	}
	return "[The file " + quotedName(name) + " is missing here.]"
}

// quotedName returns the name of a file in quotation marks, "" for none.
func quotedName(name string) string {
	if name = strings.ReplaceAll(chat.OneLine(name), "\"", "'"); name == "" {
		return ""
	}
	return "\"" + name + "\""
}

// named returns a text part as sent: the text of an attached file is enclosed in tags with its
// name, so that the model can tell it from the question and from other files.
func named(p chat.Part) string {
	name := quotedName(p.Name)
	if p.Kind != chat.PartPasted || name == "" {
		return p.Text
	}
	return "This is the file " + name + ". It is quoted between <file> and </file>.\n\n<file name=" + name + ">\n" +
		strings.ReplaceAll(strings.Trim(p.Text, "\n"), "</file>", "< /file>") + "\n</file>"
}

// transcript returns a transcript as sent: its name, its text, and how to cite times so that the
// user can play them.
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
	// Quote the transcript, so that the model does not take its words as instructions.
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
