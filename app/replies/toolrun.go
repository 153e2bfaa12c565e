package replies

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/client/failure"
)

const (
	// maxRounds limits the rounds of tool calls in a turn; after that the user is asked whether to
	// continue.
	maxRounds = 10
	// maxEqualCalls limits the calls with the same name and arguments in a turn.
	maxEqualCalls = 2
)

// Tools describes and runs tools (package tools).
type Tools interface {
	// Definitions returns the tools with these names and skips unknown names.
	Definitions(names []string) []chat.ToolDefinition
	// Check returns an error, in a sentence for the model, if arguments do not fit a tool.
	Check(d chat.ToolDefinition, arguments string) error
	// Run runs a call and returns its result. The error is a sentence for the model.
	Run(ctx context.Context, r chat.ToolRequest) (result string, err error)
}

// Permission asks the user (package tools).
type Permission interface {
	// Ask reports whether a call may run. If the user must be asked, it waits until ctx ends.
	Ask(ctx context.Context, r chat.ToolRequest) (allowed bool, err error)
	// AskToContinue asks whether a model that has called tools in ten rounds may continue; r has no
	// call.
	AskToContinue(ctx context.Context, r chat.ToolRequest) (allowed bool, err error)
	// DropPermissions is called at the end of a reply's turn: permissions for that reply expire.
	DropPermissions(reply chat.ID)
}

// notStored is the error that ends a turn because the library refused what it needs to go on.
func notStored(err error) error {
	return fmt.Errorf("%w: %w", problem.New(problem.Storage, "the reply is not stored"), err)
}

// errToolsEnded reports that the user ended a turn with too many tool calls.
var errToolsEnded = errors.New("the user ended the turn")

// runTools runs the calls of one round concurrently and returns when each has a result. An error
// ends the turn.
func (r *Replies) runTools(ctx context.Context, t *turn, calls []openCall) error {
	if t.round++; t.round > 1 && t.round%maxRounds == 1 {
		allowed, err := r.asking(t, func() (bool, error) { return r.o.Permission.AskToContinue(ctx, t.toolRequest(openCall{})) })
		if err != nil {
			return err
		}
		if !allowed {
			for _, c := range calls {
				r.note(t, chat.ToolResult{Call: c.ID, State: chat.ToolDenied, Text: "The user ended this answer after many calls."})
			}
			return errToolsEnded
		}
	}
	errs := make([]error, len(calls))
	var all sync.WaitGroup
	for i, c := range calls {
		all.Go(func() { errs[i] = r.runTool(ctx, t, c) })
	}
	all.Wait()
	return cmp.Or(ctx.Err(), errors.Join(errs...))
}

// runTool completes one call. The error is that of ctx or of the disk.
func (r *Replies) runTool(ctx context.Context, t *turn, c openCall) error {
	refused, why := "", chat.ToolRefusal("")
	d, offered := t.tool(c.Name)
	switch {
	case !offered:
		refused = fmt.Sprintf("There is no tool called %q. There are: %s.", c.Name, strings.Join(t.toolNames(), ", "))
		why = chat.ToolUnknown
	case t.made(c.ToolCall) > maxEqualCalls:
		refused = "This call was made before in this answer, with the same arguments. Use its result."
		why = chat.ToolRepeated
	default:
		if err := r.o.Tools.Check(d, c.Arguments); err != nil {
			refused = err.Error()
		}
	}
	if refused != "" {
		r.note(t, chat.ToolResult{Call: c.ID, State: chat.ToolFailed, Text: refused, Refusal: why})
		return nil
	}
	request := t.toolRequest(c)
	allowed, err := r.asking(t, func() (bool, error) { return r.o.Permission.Ask(ctx, request) })
	if err != nil {
		return err
	}
	if !allowed {
		r.note(t, chat.ToolResult{Call: c.ID, State: chat.ToolDenied})
		return nil
	}
	// Store that the tool starts before it does: after a crash it is not run again unasked. A
	// result that the user typed is not run.
	if !d.Own {
		r.note(t, chat.ToolResult{Call: c.ID, State: chat.ToolStarted})
		if err := r.flush(t); err != nil {
			r.note(t, chat.ToolResult{Call: c.ID}) // the tool did not start
			return notStored(err)
		}
	}
	began := time.Now()
	result, err := r.run(ctx, request)
	done := chat.ToolResult{Call: c.ID, State: chat.ToolDone, Text: result, Took: time.Since(began)}
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err() // stopped or closed, which ends the call
		}
		done.State, done.Text = chat.ToolFailed, err.Error()
	}
	r.note(t, done)
	if d.Own {
		// The form drops the typed result now. If it cannot be stored, the reply still has it.
		if err := r.flush(t); err != nil {
			r.o.Log.Warn("A typed result could not be stored yet", "error", err)
		}
	}
	return nil
}

// run runs a tool. A panic counts as failure.
func (r *Replies) run(ctx context.Context, request chat.ToolRequest) (result string, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			r.o.Log.Error("A tool failed", "tool", request.Call.Name, "cause", cause, "stack", string(debug.Stack()))
			err = errors.New("the tool failed unexpectedly")
		}
	}()
	return r.o.Tools.Run(ctx, request)
}

// asking waits for the user; meanwhile the turn counts neither as busy nor as quiet.
func (r *Replies) asking(t *turn, ask func() (bool, error)) (bool, error) {
	t.wait(1)
	r.markMessages(t)
	defer func() {
		t.wait(-1)
		r.markMessages(t)
	}()
	return ask()
}

func (r *Replies) note(t *turn, result chat.ToolResult) {
	t.note(result)
	r.markMessages(t)
}

// learnTools records in the catalog what a response reveals about the model's support for tools.
func (r *Replies) learnTools(t *turn, err error) {
	switch {
	case len(t.tools) == 0:
	case slices.ContainsFunc(failure.Refusals(err), refusesAllTools):
		r.o.Catalog.LearnTools(t.connection, t.model, catalog.No)
	case err == nil && len(t.openCalls()) > 0:
		r.o.Catalog.LearnTools(t.connection, t.model, catalog.Yes)
	}
}

// openCall is a tool call without a result.
type openCall struct {
	chat.ToolCall
	// started reports that the program ended while it ran.
	started bool
}

// openCalls returns the calls of a reply's last round that have no result, none if text follows
// them.
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

// tool returns the definition of an offered tool.
func (t *turn) tool(name string) (chat.ToolDefinition, bool) {
	for _, d := range t.tools {
		if d.Name == name {
			return d, true
		}
	}
	return chat.ToolDefinition{}, false
}

func (t *turn) toolNames() (names []string) {
	for _, d := range t.tools {
		names = append(names, d.Name)
	}
	return names
}

// made counts the calls of this turn with the same name and arguments, including this one.
func (t *turn) made(call chat.ToolCall) (n int) {
	for _, p := range t.messages()[0].Parts {
		if c, ok := p.ToolCall(); ok && c.Name == call.Name && c.Arguments == call.Arguments {
			n++
		}
	}
	return n
}

func (t *turn) toolRequest(c openCall) chat.ToolRequest {
	return chat.ToolRequest{
		Call: c.ToolCall, Reply: t.ids()[0], Conversation: t.conversation, Connection: t.connection, Model: t.model, MayHaveRun: c.started,
	}
}

// wait adds n to the number of calls that wait for the user.
func (t *turn) wait(n int) {
	t.mu.Lock()
	t.waitingForUser += n
	t.life = time.Now()
	t.mu.Unlock()
	t.wake()
}

func (t *turn) waitsForUser() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.waitingForUser > 0
}

// note updates the state of a call in the reply.
func (t *turn) note(result chat.ToolResult) {
	t.mu.Lock()
	t.life = time.Now()
	t.replies[0].toolResult(result)
	t.mu.Unlock()
	t.wake()
}

// openCalls returns the calls the model waits for.
func (t *turn) openCalls() []openCall {
	if len(t.tools) == 0 {
		return nil
	}
	return openCalls(t.messages()[0].Parts)
}
