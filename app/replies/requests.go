package replies

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/problem"
	"parlando/client"
	"parlando/client/failure"
)

var errPanic = errors.New("the reply could not be read")

// run sends the requests and reads the responses to the end, and ends the replies. A panic ends the
// turn, not the program.
func (l *requestLoop) run(ctx context.Context) {
	err := errPanic
	defer func() {
		if failed := recover(); failed != nil {
			l.o.Log.Error("Reading a reply failed", "cause", failed, "stack", string(debug.Stack()))
			err = fmt.Errorf("%w: %v", errPanic, failed)
		}
		l.state.end(err, l.o.Now())
	}()
	if len(l.tools) > 0 {
		defer l.o.Permission.DropPermissions(l.state.ids()[0])
	}
	if err = l.answer(ctx); errors.Is(err, errToolsEnded) {
		l.state.stop(l.o.Now())
	}
}

// answer sends requests until the model has answered in text; it returns nil if the stream was
// complete. For a continued reply it first completes open tool calls.
func (l *requestLoop) answer(ctx context.Context) error {
	for first := true; ; first = false {
		if calls := l.openCalls(); len(calls) > 0 {
			if !first {
				l.state.requestEnded(l.o.Now())
			}
			if err := l.runTools(ctx, calls); err != nil {
				return err
			}
			if l.state.room() == 0 {
				return problem.New(problem.ReplyTooLong, "the calls and their results leave no room for a reply")
			}
			if !first {
				if err := l.nextRequest(); err != nil {
					return err
				}
			}
		} else if !first {
			return nil
		}
		before := l.state.size()
		err := l.send(ctx)
		for err != nil && l.state.size() == before && (l.leaveOut(err) || l.ladder.stepDown(err)) {
			err = l.send(ctx)
		}
		if err != nil {
			return err
		}
	}
}

// nextRequest ends the request whose tool calls have their results, and stores the next request.
func (l *requestLoop) nextRequest() error {
	ended, next := l.state.nextRequest(l.plan.newRequest(l.o.Now()))
	err := l.o.History.NextRequest(context.Background(), l.state.ids()[0], ended, next)
	switch {
	case isGone(err):
		return fmt.Errorf("store the request: %w", err)
	case err != nil:
		l.state.dropRequest()
		return notStored(fmt.Errorf("store the request: %w", err))
	}
	return nil
}

// send sends one request and reads the response; nil means that the stream was complete.
func (l *requestLoop) send(ctx context.Context) error {
	service, err := l.o.Services.Service(ctx, l.plan.connection)
	if err != nil {
		return fmt.Errorf("reach the service: %w", err)
	}
	q, inputs, err := l.question(ctx)
	if err != nil {
		return err
	}
	service.Evidence = func(all []failure.Refusal) []failure.Refusal {
		return l.ladder.evidence(slices.DeleteFunc(all, refusesAllTools))
	}
	s, err := service.Chat(cost.WithSubject(ctx, l.subject()), q)
	if err != nil {
		l.learn(inputs, false, err)
		return inputs.named(err, l.o.Now())
	}
	defer func() { _ = s.Close() }()
	l.state.answered(s.RequestID())
	for s.Next() {
		if l.state.apply(s.Chunk()) {
			return problem.New(problem.RepeatsItself, "the model repeats itself endlessly")
		}
	}
	// changed if a field was refused in the response
	l.state.answered(s.RequestID())
	err = s.Err()
	l.learn(inputs, true, err)
	return inputs.named(err, l.o.Now())
}

// question builds the next request from stored messages.
func (l *requestLoop) question(ctx context.Context) (client.ChatRequest, requestInputs, error) {
	branch, err := l.branch(ctx)
	if err != nil {
		return client.ChatRequest{}, requestInputs{}, err
	}
	if len(l.tools) > 0 {
		if err := l.noteOutside(ctx, branch); err != nil {
			return client.ChatRequest{}, requestInputs{}, err
		}
	}
	inputs := inputsOfBranch(branch).and(inputsOf(l.plan.background.Files))
	if err := inputs.permit(l.o.Catalog, l.plan.connection, l.plan.model); err != nil {
		return client.ChatRequest{}, inputs, err
	}
	q, err := l.newQuestion(ctx, branch)
	q.MaxBytes = min(chat.MaxReplyBytes, max(l.state.room(), 1)) // 0 would mean no limit
	q.N = len(l.state.ids())
	// A refused "n" is reported as left out even if one reply is requested.
	if l.plan.params.Replies != nil && len(l.tools) == 0 {
		q.N = min(*l.plan.params.Replies, chat.MaxReplies)
	}
	q.OnSend, q.OnLoading, q.OnPicture = l.recordFields, l.state.setLoading, l.state.setDrawing
	return q, inputs, err
}

// branch returns the messages to send, oldest first. The last is the question, the reply to
// continue, or the reply whose tool calls have their results.
func (l *requestLoop) branch(ctx context.Context) ([]chat.Message, error) {
	reply := l.state.first()
	branch, err := l.reader.messages(ctx, l.plan.branch)
	// The branch was not recorded when the user asked, or its messages were deleted.
	if len(l.plan.branch) == 0 || errors.Is(err, ErrNoReply) {
		last := reply.Parent
		if l.plan.continues {
			last = reply.ID
		}
		branch, err = l.reader.branch(ctx, l.plan.conversation, last)
	}
	if err != nil {
		return nil, err
	}
	branch = withoutRefused(branch)
	if l.round > 0 && !l.plan.continues {
		branch = append(branch, reply)
	}
	return branch, nil
}

// subject returns the purpose and the chat of the next request for the ledger, which knows nothing
// of temporary chats.
func (l *requestLoop) subject() cost.Subject {
	s := cost.Subject{Purpose: cost.Chatting}
	if l.round > 0 {
		s.Purpose = cost.ToolRounds
	}
	if !l.o.History.IsTemporary(l.plan.conversation) {
		s.Conversation, s.Request = l.plan.conversation, l.state.first().Request.ID
	}
	return s
}
