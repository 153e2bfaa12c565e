package replies

import (
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
)

// reply is one message on its way, a state machine without clock, lock, disk or network:
//
//	Waiting -> Writing -> Done | Stopped | CutOff | Failed
//
// Nothing changes it once it has ended. It takes the deltas of one choice of the request.
type reply struct {
	message chat.Message // without Parts
	parts   []*growingPart
	// index is the choice that is taken, -1 until the first delta of a reply that was asked for
	// alone.
	index int
	// continued: the reply goes on after a chat.PartSeam.
	continued bool
	// several: it is one of the choices of its request.
	several bool
	// offersTools: calls become parts. Where none are offered, calls are the names of the functions
	// that the model asks for all the same.
	offersTools bool
	calls       []string
	// watch detects that a model repeats itself, nil for an answer in text; then it is stuck.
	watch *answers.Watch
	stuck bool
	// results are the parts of the calls that have begun in this round, by the ID of the call.
	results map[string]*growingPart
	// from is the number of parts at the beginning of the request; 0 in the first.
	from int
	// host is the service, for problems that do not name it.
	host string
}

// newReply starts in Waiting. m holds what there already is; parts of a continued reply stay before
// a chat.PartSeam. alone means that one choice was asked for, and then the service may number it as
// it likes.
func newReply(m chat.Message, alone bool) *reply {
	r := &reply{message: m, index: m.Choice, several: !alone}
	if alone {
		r.index = -1
	}
	for _, p := range m.Parts {
		r.parts = append(r.parts, storedPart(p))
	}
	r.message.Parts, r.message.State, r.message.Finish = nil, chat.Waiting, ""
	r.continued = len(r.parts) > 0
	request := *m.Request // a copy: the caller keeps its own
	r.message.Request = &request
	return r
}

// Apply adds what one chunk brings to this choice.
func (r *reply) Apply(c client.Chunk) {
	if r.message.State.Ended() {
		return
	}
	request := r.message.Request
	if c.Model != "" {
		request.Served = c.Model
	}
	if c.ID != "" {
		request.ReplyID = c.ID
	}
	if c.Usage != nil && c.Usage.Total > 0 { // else it tells a cost alone
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
		if d.Preparing != "" && r.offersTools {
			r.message.Preparing, r.message.State = d.Preparing, chat.Writing
		}
		for _, call := range d.ToolCalls {
			r.call(call)
		}
		if d.Finish != "" && d.Finish != "error" { // "error" comes with an error, which says more
			r.message.Finish = chat.FinishReason(d.Finish)
		}
	}
}

// write appends text to the last part if it is of the kind, else to a new one.
func (r *reply) write(kind chat.PartKind, text string) {
	if text == "" {
		return
	}
	if n := len(r.parts); n > 0 && !r.continued && r.parts[n-1].kind == kind {
		r.parts[n-1].text.WriteString(text)
		return
	}
	r.add(&growingPart{kind: kind}).text.WriteString(text)
}

// call adds a call that the model asks for.
func (r *reply) call(c client.ToolCall) {
	if !r.offersTools {
		r.calls = append(r.calls, c.Name)
		return
	}
	arguments := c.Arguments
	if strings.TrimSpace(arguments) == "" {
		arguments = "{}"
	}
	p := chat.ToolCall{ID: c.ID, Name: c.Name, Arguments: arguments, Extra: c.Extra}.Part()
	r.add(&growingPart{kind: p.Kind}).text.WriteString(p.Text)
}

// toolResult adds a state of a call.
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
	p.text.WriteString(result.Line())
}

// requestEnded notes when the answer to the request ended. What comes after it, such as waiting for
// the user, is not its time.
func (r *reply) requestEnded(now time.Time) {
	if r.message.Request.Ended.IsZero() {
		r.message.Request.Ended = now
	}
}

// nextRequest goes on with another request after the results of a round. The one before has ended.
func (r *reply) nextRequest(next chat.Request) (ended chat.Request) {
	ended = *r.message.Request
	r.message.Earlier = append(r.message.Earlier, ended)
	next.Continues = ended.ID
	r.message.Request = &next
	r.message.Finish, r.results, r.from = "", nil, len(r.parts)
	if !r.several {
		r.index = -1
	}
	return ended
}

// textWasReasoning turns the text of this request so far into reasoning: only now has the service
// shown that it was.
func (r *reply) textWasReasoning() {
	for _, p := range slices.Backward(r.parts[r.from:]) {
		if p.kind == chat.PartSeam || r.continued {
			return
		}
		if p.kind == chat.PartText {
			p.kind, p.known = chat.PartReasoning, false
		}
	}
}

// picture adds a picture: the data of a data: URL waits for its owner to store it, an address is
// kept and never fetched. Services repeat a picture in their last chunk; it is shown once.
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
	if r.continued {
		r.continued = false
		r.parts = append(r.parts, &growingPart{kind: chat.PartSeam})
	}
	r.message.State, r.message.Preparing = chat.Writing, ""
	r.parts = append(r.parts, p)
	return p
}

// End is the end of the stream; err is nil only after a true one.
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
			// some services say otherwise, and the calls are not stored
			r.message.Finish = chat.FinishToolCalls
		}
		return
	}
	failed := problem.From(err, r.host, now)
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

// problem is one that the answer itself shows.
func (r *reply) problem(kind problem.Kind, now time.Time) problem.Problem {
	request := r.message.Request
	return problem.Problem{Kind: kind, Host: r.host, RequestID: request.HTTPID, ReplyID: request.ReplyID, At: now}
}

// concernsAll reports whether an error may have damaged a choice that had already finished: what
// could not be read may have belonged to any choice.
func concernsAll(err error) bool {
	var e *failure.Error
	return !errors.As(err, &e) || e.Kind == failure.BadReply || e.Kind == failure.BadToolCall
}

// Stop ends the reply because the user said so.
func (r *reply) Stop(now time.Time) {
	if r.message.State.Ended() {
		return
	}
	for _, c := range openCalls(r.Message().Parts) {
		r.toolResult(chat.ToolResult{Call: c.ID, State: chat.ToolCanceled})
	}
	r.message.State = chat.Stopped
	r.requestEnded(now)
}

// says reports whether there is anything besides thoughts.
func (r *reply) says() bool {
	return slices.ContainsFunc(r.parts, func(p *growingPart) bool { return p.visible() && p.kind != chat.PartReasoning })
}

// visible reports whether there is anything to see.
func (r *reply) visible() bool { return slices.ContainsFunc(r.parts, (*growingPart).visible) }

// Message is the reply as it stands. Its texts share memory with the reply and never change.
func (r *reply) Message() chat.Message {
	m := r.message
	request := *m.Request
	m.Request = &request
	if m.State.Ended() {
		m.Preparing = "" // the call never became whole
	}
	m.Parts = make([]chat.Part, 0, len(r.parts))
	for _, p := range r.parts {
		if p.kind == chat.PartImage && p.blob == nil {
			continue // not stored yet, or no picture after all
		}
		if last := len(m.Parts) - 1; last >= 0 && p.kind == chat.PartReasoning && m.Parts[last].Kind == p.kind {
			m.Parts[last].Text += p.text.String() // it came as text first
			continue
		}
		m.Parts = append(m.Parts, chat.Part{Kind: p.kind, Text: p.text.String(), Blob: p.blob, Name: p.name})
	}
	return m
}

// tails is the text that is not on disk yet.
func (r *reply) tails() []history.Tail {
	var out []history.Tail
	for i, p := range r.parts {
		if p.kind == chat.PartImage || p.known && p.saved == p.text.Len() {
			continue
		}
		out = append(out, history.Tail{Message: r.message.ID, Part: i, Kind: p.kind, Text: p.text.String()[p.saved:]})
	}
	return out
}

// saved notes that the disk has these tails.
func (r *reply) saved(tails []history.Tail) {
	for _, t := range tails {
		p := r.parts[t.Part]
		p.known = true
		p.saved += len(t.Text)
	}
}

// growingPart is one growing part.
type growingPart struct {
	kind chat.PartKind
	text strings.Builder
	blob *chat.Blob
	name string
	// pending is the data: URL of a picture that was not stored yet.
	pending string
	// known and saved: whether, and how many bytes of it, the disk has.
	known bool
	saved int
}

// visible reports whether there is anything of the part to see.
func (p *growingPart) visible() bool {
	return p.kind != chat.PartSeam && (p.blob != nil || p.pending != "" || p.text.Len() > 0)
}

// storedPart is a part that the disk already has.
func storedPart(p chat.Part) *growingPart {
	out := &growingPart{kind: p.Kind, blob: p.Blob, name: p.Name, known: true, saved: len(p.Text)}
	out.text.WriteString(p.Text)
	return out
}
