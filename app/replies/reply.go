package replies

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"parlando/app/answers"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/problem"
	"parlando/client"
	"parlando/client/failure"
	"parlando/client/wire"
)

// reply is one message being received, a state machine without clock, lock, disk or network:
//
//	Waiting -> Writing -> Done | Stopped | CutOff | Failed
//
// It does not change once it has ended. It processes the deltas of one choice of the request.
type reply struct {
	message chat.Message // its Parts are in parts
	parts   []*growingPart
	// now is the time at which the chunk being processed arrived.
	now time.Time
	// index is the choice to process, -1 until the first delta if only one was requested.
	index int
	// continued is set until the first new part of a continued reply, which follows a
	// chat.PartContinued.
	continued bool
	// several reports that the request asked for several choices.
	several bool
	// tools are the offered tools, whose calls become parts. Without tools, calls collects the
	// names of functions the model calls anyway.
	tools []chat.ToolDefinition
	calls []string
	// watch detects that the model repeats itself endlessly, and stuck reports that; watch is nil
	// for an answer in text.
	watch *answers.RepetitionDetector
	stuck bool
	// results are the parts of the tool calls started in this round, by call ID.
	results map[string]*growingPart
	// from is the number of parts at the start of the current request, 0 in the first.
	from int
	// sources has the sources of the current request, nil if there are none; early are those that
	// are not in it yet. textFrom is the offset of the request's text in chat.Message.Text.
	sources  *growingPart
	early    []client.Source
	textFrom int
	// connection is the connection of the turn.
	connection chat.ID
}

// newReply returns a Waiting reply. m holds the content so far; a continued reply keeps its parts
// before a chat.PartContinued. alone means that one choice was requested, to which the service may
// give any number.
func newReply(m chat.Message, alone bool) *reply {
	r := &reply{message: m, index: m.Choice, several: !alone, textFrom: len(m.Text())}
	if alone {
		r.index = -1
	}
	for _, p := range m.Parts {
		r.parts = append(r.parts, storedPart(p))
	}
	r.message.Parts, r.message.State, r.message.Finish = nil, chat.Waiting, ""
	r.continued = len(r.parts) > 0
	request := *m.Request // a copy, because the caller keeps m.Request
	r.message.Request = &request
	return r
}

// Apply adds the deltas of a chunk, received now, that belong to this choice.
func (r *reply) Apply(c client.Chunk, now time.Time) {
	if r.message.State.Ended() {
		return
	}
	r.now = now
	request := r.message.Request
	if c.Model != "" {
		request.Served = c.Model
	}
	if c.ID != "" {
		request.ReplyID = c.ID
	}
	if c.Usage != nil && c.Usage.Total > 0 { // otherwise the usage only has a cost
		request.Usage = &chat.Usage{Prompt: c.Usage.Prompt, Completion: c.Usage.Completion, Total: c.Usage.Total}
	}
	for i := range c.Choices {
		d := &c.Choices[i]
		if r.index < 0 {
			r.index = d.Index
		}
		if d.Index != r.index {
			continue
		}
		if d.TextWasReasoning {
			r.textWasReasoning()
		}
		r.write(chat.PartReasoning, d.Reasoning)
		r.write(chat.PartText, d.Text)
		if r.watch != nil && r.watch.Add(d.Text) != "" {
			r.stuck = true
		}
		r.write(chat.PartRefusal, d.Refusal)
		for _, address := range d.Images {
			r.picture(address)
		}
		r.cite(d.Sources)
		if d.PreparingTool != "" && len(r.tools) > 0 {
			r.endThought()
			r.message.Preparing, r.message.State = cmp.Or(r.definition(d.PreparingTool).Title, d.PreparingTool), chat.Writing
		}
		r.keepThinking(d)
		for _, call := range d.ToolCalls {
			r.call(call)
		}
		// "error" is followed by an error with the details
		if d.FinishReason != "" && d.FinishReason != "error" {
			r.message.Finish = chat.FinishReason(d.FinishReason)
		}
	}
}

// write appends text to the last part if that is of the same kind, otherwise to a new part.
func (r *reply) write(kind chat.PartKind, text string) {
	if text == "" {
		return
	}
	if p := r.lastPart(kind); p != nil {
		p.text.WriteString(text)
		p.grew(r.now)
		r.message.Drawing = false
		return
	}
	r.add(&growingPart{kind: kind, began: r.now}).text.WriteString(text)
}

// call adds a tool call of the model.
func (r *reply) call(c client.ToolCall) {
	if len(r.tools) == 0 {
		r.calls = append(r.calls, c.Name)
		return
	}
	arguments := c.Arguments
	if strings.TrimSpace(arguments) == "" {
		arguments = "{}"
	}
	d := r.definition(c.Name)
	p := chat.ToolCall{ID: c.ID, Name: c.Name, Arguments: arguments, Extra: c.Extra, Title: d.Title, Labels: d.Labels}.Part()
	r.add(&growingPart{kind: p.Kind}).text.WriteString(p.Text)
}

// definition returns the offered tool of this name, the zero value if there is none.
func (r *reply) definition(name string) (d chat.ToolDefinition) {
	if i := slices.IndexFunc(r.tools, func(d chat.ToolDefinition) bool { return d.Name == name }); i >= 0 {
		d = r.tools[i]
	}
	return d
}

// keepThinking adds the signed reasoning of a delta with tool calls, or of the answer after calls:
// services require both in later requests. In an answer that may be continued it has no end yet.
func (r *reply) keepThinking(d *client.Delta) {
	calls := len(d.ToolCalls) > 0
	after := d.FinishReason == string(chat.FinishStop) &&
		slices.ContainsFunc(r.parts, func(p *growingPart) bool { return p.kind == chat.PartToolCall })
	if len(d.Thinking) == 0 || len(r.tools) == 0 || !calls && !after {
		return
	}
	p := chat.SignedThinking{Connection: r.connection, Model: r.message.Request.Asked, Members: d.Thinking}.Part()
	r.add(&growingPart{kind: p.Kind}).text.WriteString(p.Text)
}

// toolResult updates the state of a tool call.
func (r *reply) toolResult(result chat.ToolResult) {
	if r.message.State.Ended() {
		return
	}
	p := r.results[result.Call]
	if p == nil {
		p = r.add(&growingPart{kind: chat.PartToolResult})
		if r.results == nil {
			r.results = map[string]*growingPart{}
		}
		r.results[result.Call] = p
	}
	line := result.Line()
	if room := r.room(); len(line) > room {
		// Encoded text may be six times as long.
		result.Text = wire.Truncate(result.Text, room/6)
		line = result.Line()
	}
	p.text.WriteString(line)
}

// room returns the number of bytes that the reply can grow until chat.MaxMessageBytes, at least 0.
func (r *reply) room() int {
	left := chat.MaxMessageBytes
	for _, p := range r.parts {
		left -= p.text.Len()
	}
	return max(left, 0)
}

// requestEnded records when the response ended. Waiting afterwards, for example for the user, is
// not part of the request's duration.
func (r *reply) requestEnded(now time.Time) {
	if r.message.Request.Ended.IsZero() {
		r.message.Request.Ended = now
	}
}

// nextRequest continues with another request after the tool results of a round, and returns the
// ended one.
func (r *reply) nextRequest(next chat.Request) (ended chat.Request) {
	ended = *r.message.Request
	r.message.Earlier = append(r.message.Earlier, ended)
	next.Continues = ended.ID
	r.message.Request = &next
	r.message.Finish, r.results, r.from = "", nil, len(r.parts)
	r.sources, r.early = nil, nil
	if r.textFrom = len(r.Message().Text()); r.textFrom > 0 {
		r.textFrom += len(chat.ToolCallSeparator)
	}
	if !r.several {
		r.index = -1
	}
	return ended
}

// dropRequest undoes nextRequest, so that the reply ends with a request that is stored.
func (r *reply) dropRequest() {
	last := len(r.message.Earlier) - 1
	ended := r.message.Earlier[last]
	ended.Problem = r.message.Request.Problem // the reply may have been stopped meanwhile
	r.message.Earlier, r.message.Request = r.message.Earlier[:last], &ended
}

// textWasReasoning turns the text of this request so far into reasoning, because the service has
// just reported that it was reasoning.
func (r *reply) textWasReasoning() {
	for _, p := range slices.Backward(r.parts[r.from:]) {
		if p.kind == chat.PartContinued || r.continued {
			return
		}
		if p.kind == chat.PartText {
			p.kind, p.known = chat.PartReasoning, false
		}
	}
}

// draw records that the data of a picture is arriving, and reports whether that is new.
func (r *reply) draw() bool {
	if r.message.Drawing || r.message.State.Ended() {
		return false
	}
	r.message.Drawing, r.message.State = true, chat.Writing
	return true
}

// picture adds a picture. The data of a data: URL is stored later by the writer; any other address
// is kept and never fetched. A picture that the service repeats in its last chunk is added once.
func (r *reply) picture(address string) {
	data := isDataURL(address)
	for _, p := range r.parts {
		if data && p.pending == address || p.kind == chat.PartRemoteImage && p.text.String() == address {
			return
		}
	}
	if data {
		r.add(&growingPart{kind: chat.PartImage, pending: address})
		return
	}
	r.add(&growingPart{kind: chat.PartRemoteImage}).text.WriteString(address)
}

func (r *reply) add(p *growingPart) *growingPart {
	r.endThought()
	if r.continued {
		r.continued = false
		r.parts = append(r.parts, &growingPart{kind: chat.PartContinued})
	}
	r.message.State, r.message.Preparing, r.message.Drawing = chat.Writing, "", false
	r.parts = append(r.parts, p)
	return p
}

// endThought stops the clock of the reasoning that is the last part.
func (r *reply) endThought() {
	if last := r.lastPart(chat.PartReasoning); last != nil {
		last.grew(r.now)
		last.began = time.Time{}
	}
}

// End ends the reply at the end of the stream. err is nil only if the stream was complete.
func (r *reply) End(err error, now time.Time) {
	if r.message.State.Ended() {
		return
	}
	r.requestEnded(now)
	if r.several && r.message.Finish != "" && !concernsAll(err) {
		err = nil
	}
	switch {
	case err != nil:
	case len(r.calls) > 0 && !r.says():
		p := r.problem(problem.WantsTool, now)
		p.Detail = strings.Join(r.calls, ", ")
		err = p
	case !slices.ContainsFunc(r.parts[r.from:], (*growingPart).visible) && r.message.Finish != chat.FinishLength && r.message.Finish != chat.FinishContentFilter:
		err = r.problem(problem.Empty, now)
	}
	if err == nil {
		r.message.State = chat.Done
		if len(r.calls) > 0 && (r.message.Finish == "" || r.message.Finish == chat.FinishStop) {
			// some services report "stop", although there are calls, which are not stored
			r.message.Finish = chat.FinishToolCalls
		}
		return
	}
	failed := problem.From(err, "", now)
	if failed.Kind == problem.Storage {
		// Storage means that text is not on disk, but this problem will be stored
		failed.Kind = problem.StoppedByDisk
	}
	if e := (*failure.Error)(nil); r.message.Finish == chat.FinishLength && errors.As(err, &e) && e.Kind == failure.BadToolCall {
		failed.Kind, failed.Detail = problem.CutInCall, r.message.Preparing
	}
	r.message.Request.Problem = &failed
	if failed.RequestID != "" {
		r.message.Request.HTTPID = failed.RequestID
	}
	if failed.ReplyID != "" {
		r.message.Request.ReplyID = failed.ReplyID
	}
	if failed.Kind == problem.Filtered {
		r.message.Finish = chat.FinishContentFilter
	}
	if r.visible() || failed.Kind == problem.Interrupted {
		r.message.State = chat.CutOff
	} else {
		r.message.State = chat.Failed
	}
}

// problem returns a problem found in the response itself.
func (r *reply) problem(kind problem.Kind, now time.Time) problem.Problem {
	request := r.message.Request
	return problem.Problem{Kind: kind, RequestID: request.HTTPID, ReplyID: request.ReplyID, At: now}
}

// concernsAll reports whether an error may affect a choice that had already finished: unreadable
// data may have belonged to any choice.
func concernsAll(err error) bool {
	var e *failure.Error
	return !errors.As(err, &e) || e.Kind == failure.BadReply || e.Kind == failure.BadToolCall
}

// says reports whether there is any visible content besides reasoning.
func (r *reply) says() bool {
	return slices.ContainsFunc(r.parts, func(p *growingPart) bool { return p.visible() && p.kind != chat.PartReasoning })
}

// visible reports whether there is any content to show.
func (r *reply) visible() bool { return slices.ContainsFunc(r.parts, (*growingPart).visible) }

// Message returns the current message. It shares text with the reply, but never changes.
func (r *reply) Message() chat.Message {
	m := r.message
	request := *m.Request
	m.Request = &request
	if m.State.Ended() {
		m.Preparing, m.Drawing = "", false // the tool call or the picture was not completed
	}
	m.Parts = make([]chat.Part, 0, len(r.parts))
	for _, p := range r.parts {
		if p.kind == chat.PartImage && p.blob == nil {
			// The picture is not stored yet, or its data is not a picture.
			m.Drawing = m.Drawing || p.pending != ""
			continue
		}
		if last := len(m.Parts) - 1; last >= 0 && p.kind == chat.PartReasoning && m.Parts[last].Kind == p.kind {
			// The service first sent this reasoning as text.
			m.Parts[last].Text += p.text.String()
			m.Parts[last].Took += p.thinkingTime()
			continue
		}
		m.Parts = append(m.Parts, chat.Part{Kind: p.kind, Text: p.text.String(), Blob: p.blob, Name: p.name, Took: p.thinkingTime()})
	}
	return m
}

// tails returns the text that is not on disk yet.
func (r *reply) tails() []history.Tail {
	var out []history.Tail
	for i, p := range r.parts {
		if p.kind == chat.PartImage || p.known && p.written == p.text.Len() {
			continue
		}
		out = append(out, history.Tail{Message: r.message.ID, Part: i, Kind: p.kind, Text: p.text.String()[p.written:], Took: p.thinkingTime()})
	}
	return out
}

// written records that tails are on disk.
func (r *reply) written(tails []history.Tail) {
	for _, t := range tails {
		p := r.parts[t.Part]
		p.known = true
		p.written += len(t.Text)
	}
}

// missing reports whether the service left out a reply that was requested. Some services always
// return one.
func missing(m chat.Message) bool {
	return m.Choice > 0 && m.State.Ended() && m.State != chat.Done && m.Finish == "" && len(m.Parts) == 0
}
