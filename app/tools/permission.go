package tools

import (
	"context"
	"errors"
	"maps"
	"slices"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/reason"
)

// maxWaiting limits the calls of one reply that wait for the user.
const maxWaiting = 64

// The errors of permission.
var (
	// ErrDecided reports that the call is not, or no longer, waiting. The first decision counts.
	ErrDecided = errors.New("the call was already decided or is no longer pending")
	// ErrNotAllowed reports that the user did not allow the call, or that it already ran.
	ErrNotAllowed error = reason.New("not_allowed", "the user has not allowed this call")
	// ErrChanged reports that the call differs from the one shown to the user.
	ErrChanged error = reason.New("call_changed", "the call is not the one that the user allowed")
	// ErrOnlyOnce reports a request that cannot be allowed for the whole answer: to continue after
	// many rounds, a call of an own tool, whose result is typed each time, a call of remember, or
	// any call after text from outside.
	ErrOnlyOnce = errors.New("this can only be allowed once")
	// ErrUnknownTool reports that there is no tool of this name.
	ErrUnknownTool = errors.New("no tool has this name")
)

// Verdict is the user's decision about a call. The zero value denies it.
type Verdict int

// The verdicts.
const (
	Deny Verdict = iota
	AllowOnce
	// AllowForAnswer allows the call and every other call of the same tool in the same reply over
	// the same connection, until DropPermissions.
	AllowForAnswer
)

// Decision is a verdict and, for an own tool, the result typed by the user.
type Decision struct {
	Verdict Verdict
	Result  string
}

// callKey identifies a call. Some services reuse call IDs in each reply.
type callKey struct {
	reply chat.ID
	call  string
}

func keyOf(r chat.ToolRequest) callKey { return callKey{r.Reply, r.Call.ID} }

// grant is a permission for a whole answer. It only applies to one connection, because results are
// sent to the connection's service.
type grant struct {
	reply, connection chat.ID
	tool              string
}

func grantOf(r chat.ToolRequest) grant { return grant{r.Reply, r.Connection, r.Call.Name} }

// pendingCall is a call that waits for the user. decided is closed after allowed is set.
type pendingCall struct {
	request chat.ToolRequest
	once    bool // AllowForAnswer is not possible
	allowed bool
	decided chan struct{}
}

// permission allows a single run of a call exactly as it was shown. result is the result that the
// user typed.
type permission struct {
	request chat.ToolRequest
	result  string
}

// Ask reports whether a call may run. It returns at once for a tool that needs no permission or is
// allowed for this answer, unless the call may have run before; otherwise it waits for Decide, or
// returns the error of ctx once ctx ends. An allowed call is run with Run; permissions are not
// stored.
func (t *Tools) Ask(ctx context.Context, r chat.ToolRequest) (allowed bool, err error) {
	tool, ok := t.find(r.Call.Name)
	if !ok {
		return false, ErrUnknownTool
	}
	if !t.mustAsk(r) && !r.MayHaveRun {
		return ctx.Err() == nil, ctx.Err()
	}
	return t.wait(ctx, r, tool.Own || tool.Name == Remember || len(r.Outside) > 0)
}

// mustAsk reports whether a call of a known tool needs the user's permission. Text from outside may
// have ordered the call, so what the user allowed before does not apply to it.
func (t *Tools) mustAsk(r chat.ToolRequest) bool {
	tool, ok := t.find(r.Call.Name)
	return !ok || tool.Asks || tool.Name == Remember && len(r.Outside) > 0
}

// AskToContinue reports whether a model that has called tools repeatedly may continue. It waits
// like Ask. r has no call, and so has its entry in Waiting; Decide takes "" as the call.
func (t *Tools) AskToContinue(ctx context.Context, r chat.ToolRequest) (allowed bool, err error) {
	r.Call = chat.ToolCall{}
	return t.wait(ctx, r, true)
}

// wait waits for the user's decision, unless the call was already allowed for this answer.
func (t *Tools) wait(ctx context.Context, r chat.ToolRequest, once bool) (allowed bool, err error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	p, err := t.begin(r, once)
	if p == nil {
		return err == nil, err
	}
	t.mark(changes.ToolRequests, r.Conversation)
	select {
	case <-p.decided:
		return p.allowed, nil
	case <-ctx.Done():
	}
	if t.withdraw(p) {
		t.mark(changes.ToolRequests, r.Conversation)
		return false, ctx.Err()
	}
	return p.allowed, nil // decided at the same moment
}

// begin adds a call to the waiting ones. It returns nil if the call was allowed before, or an
// error.
func (t *Tools) begin(r chat.ToolRequest, once bool) (*pendingCall, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.granted[grantOf(r)] && !once && !r.MayHaveRun {
		t.allowed[keyOf(r)] = permission{request: r}
		return nil, nil
	}
	waiting := 0
	for _, p := range t.waiting {
		if keyOf(p.request) == keyOf(r) {
			return nil, errors.New("a call with this id is already waiting for the user")
		}
		if p.request.Reply == r.Reply {
			waiting++
		}
	}
	if waiting >= maxWaiting {
		return nil, errors.New("too many calls are waiting for the user")
	}
	delete(t.allowed, keyOf(r)) // a reused ID belongs to a new call
	p := &pendingCall{request: r, once: once, decided: make(chan struct{})}
	t.waiting = append(t.waiting, p)
	return p, nil
}

// withdraw removes an undecided call; it returns false if it was decided.
func (t *Tools) withdraw(p *pendingCall) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.Index(t.waiting, p)
	if i < 0 {
		return false
	}
	t.waiting = slices.Delete(t.waiting, i, i+1)
	return true
}

// Waiting returns the calls of a conversation that wait for the user, in order of arrival.
func (t *Tools) Waiting(conversation chat.ID) []chat.ToolRequest {
	t.mu.Lock()
	defer t.mu.Unlock()
	var list []chat.ToolRequest
	for _, p := range t.waiting {
		if p.request.Conversation == conversation {
			list = append(list, p.request)
		}
	}
	return list
}

// Decide decides a waiting call. The first decision counts, from whichever window; a later one
// returns ErrDecided. AllowForAnswer also decides the other waiting calls to which it applies.
func (t *Tools) Decide(reply chat.ID, call string, d Decision) error {
	r, err := t.decide(callKey{reply, call}, d)
	if err != nil {
		return err
	}
	t.mark(changes.ToolRequests, r.Conversation)
	if r.Call.Name == Remember && len(r.Outside) == 0 && d.Verdict == AllowOnce && !t.RemembersUnasked() {
		t.remembersFromNowOn()
	}
	return nil
}

func (t *Tools) decide(key callKey, d Decision) (decided chat.ToolRequest, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.IndexFunc(t.waiting, func(p *pendingCall) bool { return keyOf(p.request) == key })
	if i < 0 {
		return chat.ToolRequest{}, ErrDecided
	}
	first := t.waiting[i]
	if d.Verdict == AllowForAnswer && first.once {
		return chat.ToolRequest{}, ErrOnlyOnce
	}
	covered := func(p *pendingCall) bool {
		return p == first || d.Verdict == AllowForAnswer && !p.once && grantOf(p.request) == grantOf(first.request)
	}
	allowed := d.Verdict == AllowOnce || d.Verdict == AllowForAnswer
	if d.Verdict == AllowForAnswer {
		t.granted[grantOf(first.request)] = true
	}
	for _, p := range t.waiting {
		if !covered(p) {
			continue
		}
		if p.allowed = allowed; allowed && p.request.Call.Name != "" {
			t.allowed[keyOf(p.request)] = permission{p.request, d.Result}
		}
		close(p.decided)
	}
	t.waiting = slices.DeleteFunc(t.waiting, covered)
	return first.request, nil
}

// take removes and returns the permission of a call. It is removed even if it does not match r.
func (t *Tools) take(r chat.ToolRequest) (permission, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p, ok := t.allowed[keyOf(r)]
	if !ok {
		return permission{}, ErrNotAllowed
	}
	delete(t.allowed, keyOf(r))
	if was := p.request; was.Call.Name != r.Call.Name || was.Call.Arguments != r.Call.Arguments || was.Connection != r.Connection || was.Conversation != r.Conversation {
		return permission{}, ErrChanged
	}
	return p, nil
}

// DropPermissions drops unused permissions for an answer. It is called when the turn of the reply
// has ended.
func (t *Tools) DropPermissions(reply chat.ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	maps.DeleteFunc(t.allowed, func(k callKey, _ permission) bool { return k.reply == reply })
	maps.DeleteFunc(t.granted, func(g grant, _ bool) bool { return g.reply == reply })
}
