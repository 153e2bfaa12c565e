package replies

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/reason"
)

const (
	// maxRounds limits the rounds of tool calls in a turn; after that the user is asked whether to
	// continue.
	maxRounds = 10
	// maxEqualCalls limits the calls with the same name and arguments in a turn.
	maxEqualCalls = 2
)

// notStored returns the error that ends a turn because a required write was refused by the library.
func notStored(err error) error {
	return fmt.Errorf("%w: %w", problem.New(problem.Storage, "the reply is not stored"), err)
}

// errToolsEnded reports that the user ended a turn after too many rounds of tool calls.
var errToolsEnded = errors.New("the user ended the turn")

// runTools runs the calls of one round concurrently and returns when each has a result. An error
// ends the turn.
func (l *requestLoop) runTools(ctx context.Context, calls []openCall) error {
	if l.round++; l.round > 1 && l.round%maxRounds == 1 {
		allowed, err := l.state.askUser(func() (bool, error) { return l.o.Permission.AskToContinue(ctx, l.toolRequest(openCall{})) })
		if err != nil {
			return err
		}
		if !allowed {
			for _, c := range calls {
				l.state.setToolResult(chat.ToolResult{Call: c.ID, State: chat.ToolDenied, Text: "The user ended this answer after many calls."})
			}
			return errToolsEnded
		}
	}
	outside, err := l.outside(ctx)
	if err != nil {
		return err
	}
	errs := make([]error, len(calls))
	var all sync.WaitGroup
	for i, c := range calls {
		all.Go(func() { errs[i] = l.runTool(ctx, c, outside) })
	}
	all.Wait()
	return cmp.Or(ctx.Err(), errors.Join(errs...))
}

// runTool completes one call in a turn with these texts from outside. The error is that of ctx or
// of the disk.
func (l *requestLoop) runTool(ctx context.Context, c openCall, outside []chat.OutsideText) error {
	refused, why := "", chat.ToolRefusal("")
	var coded *reason.Reason
	d, offered := l.tool(c.Name)
	switch {
	case !offered:
		refused = fmt.Sprintf("There is no tool called %q. There are: %s.", c.Name, strings.Join(l.toolNames(), ", "))
		why = chat.ToolUnknown
	case l.timesCalled(c.ToolCall) > maxEqualCalls:
		refused = "This call was made before in this answer, with the same arguments. Use its result."
		why = chat.ToolRepeated
	default:
		if err := l.o.Tools.Check(d, c.Arguments); err != nil {
			refused, coded = err.Error(), codedError(err)
		}
	}
	if refused != "" {
		l.state.setToolResult(chat.ToolResult{Call: c.ID, State: chat.ToolFailed, Text: refused, Refusal: why, Reason: coded})
		return nil
	}
	request := l.toolRequest(c)
	request.Outside = outside
	allowed, err := l.state.askUser(func() (bool, error) { return l.o.Permission.Ask(ctx, request) })
	if err != nil {
		return err
	}
	if !allowed {
		l.state.setToolResult(chat.ToolResult{Call: c.ID, State: chat.ToolDenied})
		return nil
	}
	// Store that the tool starts before it starts, so that after a crash it is not run again
	// without asking. A result that the user typed has no tool to run.
	if !d.Own {
		l.state.setToolResult(chat.ToolResult{Call: c.ID, State: chat.ToolStarted})
		if err := l.writer.write(); err != nil {
			l.state.setToolResult(chat.ToolResult{Call: c.ID}) // the tool did not start
			return notStored(err)
		}
	}
	began := time.Now()
	result, err := l.call(ctx, request)
	done := chat.ToolResult{Call: c.ID, State: chat.ToolDone, Text: result, Took: time.Since(began)}
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err() // the turn was stopped or closed, which also ends the call
		}
		done.State, done.Text, done.Reason = chat.ToolFailed, err.Error(), codedError(err)
	}
	l.state.setToolResult(done)
	if d.Own {
		// The form has dropped the typed result. If writing fails, the reply still has the result.
		if err := l.writer.write(); err != nil {
			l.o.Log.Warn("A typed result could not be stored yet", "error", err)
		}
	}
	return nil
}

// codedError returns the error with its code, nil if it has none.
func codedError(err error) (r *reason.Reason) {
	errors.As(err, &r)
	return r
}

// call runs a tool. A panic of the tool counts as failure.
func (l *requestLoop) call(ctx context.Context, request chat.ToolRequest) (result string, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			l.o.Log.Error("A tool failed", "tool", request.Call.Name, "cause", cause, "stack", string(debug.Stack()))
			err = reason.New("tool_crashed", "the tool failed unexpectedly")
		}
	}()
	return l.o.Tools.Run(ctx, request)
}

// timesCalled counts the calls of this turn with the same name and arguments, including this one.
func (l *requestLoop) timesCalled(call chat.ToolCall) (n int) {
	for _, p := range l.state.first().Parts {
		if c, ok := p.ToolCall(); ok && c.Name == call.Name && c.Arguments == call.Arguments {
			n++
		}
	}
	return n
}

func (l *requestLoop) toolRequest(c openCall) chat.ToolRequest {
	return chat.ToolRequest{
		Call: c.ToolCall, Reply: l.state.ids()[0], Conversation: l.plan.conversation, Connection: l.plan.connection, Model: l.plan.model, MayHaveRun: c.started,
	}
}
