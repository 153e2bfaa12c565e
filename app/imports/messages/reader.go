package messages

import (
	"cmp"
	"strconv"
	"time"

	"parlando/app/chat"
	"parlando/app/imports/exportjson"
	"parlando/app/imports/foreign"
)

// reader converts the messages of a chat in their order. Consecutive ones of the model and its
// tools become one reply.
type reader struct {
	conversation *foreign.Conversation
	ids          map[string]bool
	last         string
	// reply is the current reply if inReply is set; parts are those so far.
	reply   foreign.Message
	parts   foreign.PartsBuilder
	inReply bool
}

func (r *reader) add(i int, raw *message) {
	switch raw.Role {
	case "user", "human":
		r.endReply()
		r.reply = r.begin(i, raw, chat.User)
		r.parts = foreign.PartsBuilder{}
		r.addFiles(raw)
		r.parts.Text(raw.Content.Words())
		r.end()
	case "assistant", "model", "ai", "bot":
		r.beginReply(i, raw)
		r.addReply(raw)
	case "tool", "function":
		r.beginReply(i, raw)
		r.parts.Result(cmp.Or(raw.CallID, raw.Name), raw.Name, raw.Content.Words(), false)
		r.addFiles(raw)
	case "system", "developer":
		if text := raw.Content.Words(); text != "" {
			r.conversation.Notes = append(r.conversation.Notes, foreign.Note{Kind: foreign.CustomInstructions, Text: text})
		}
	default:
		r.conversation.AddGap("role " + raw.Role)
	}
}

// begin returns the i-th message without its parts.
func (r *reader) begin(i int, raw *message, role chat.Role) foreign.Message {
	m := foreign.Message{ID: raw.ID, Parent: r.last, Role: role, Created: firstKnown(raw.CreatedAt, raw.Created, raw.Timestamp)}
	for m.ID == "" || r.ids[m.ID] {
		m.ID += "#" + strconv.Itoa(i+1)
	}
	r.ids[m.ID] = true
	r.last = m.ID
	return m
}

// end appends the current message.
func (r *reader) end() {
	r.reply.Parts = r.parts.Parts()
	r.conversation.Messages = append(r.conversation.Messages, r.reply)
}

// beginReply begins a reply unless one is open.
func (r *reader) beginReply(i int, raw *message) {
	if !r.inReply {
		r.inReply = true
		r.reply = r.begin(i, raw, chat.Assistant)
		r.parts = foreign.PartsBuilder{}
	}
	r.reply.Model = cmp.Or(r.reply.Model, raw.Model, r.conversation.Model)
}

func (r *reader) endReply() {
	if r.inReply {
		r.inReply = false
		r.end()
	}
}

func (r *reader) addReply(raw *message) {
	r.parts.Reasoning(cmp.Or(raw.Thinking, raw.Reasoning), 0)
	reasoning, text := exportjson.CutThinking(raw.Content.Words())
	r.parts.Reasoning(reasoning, 0)
	r.parts.Text(text)
	r.addFiles(raw)
	for _, call := range raw.Calls {
		r.parts.Call(call.ID, call.Function.Name, arguments(call.Function.Arguments))
	}
}

func (r *reader) addFiles(raw *message) {
	files, unknown := raw.Content.Files()
	for _, f := range files {
		r.parts.File(f)
	}
	for _, kind := range unknown {
		r.conversation.AddGap(kind)
	}
}

// firstKnown returns the first time that is known.
func firstKnown(times ...exportjson.Time) time.Time {
	for _, t := range times {
		if !t.IsZero() {
			return t.Time
		}
	}
	return time.Time{}
}
