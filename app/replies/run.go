package replies

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"parlando/app/answers"
	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/drafts"
	"parlando/app/history"
	"parlando/app/problem"
	"parlando/client"
)

const (
	// flushAfter is the time that text may wait for more before it is written. Together with the
	// time of the write, the disk is at most half a second behind the screen.
	flushAfter = 250 * time.Millisecond
	// retryAfter is the delay before writing is retried; it doubles up to retryMost.
	retryAfter = time.Second
	retryMost  = time.Minute
	// quietAfter is the time without data after which a snapshot reports Quiet.
	quietAfter = 10 * time.Second
)

// start starts a turn whose replies are stored: empty ones, or one to continue.
func (r *Replies) start(ctx context.Context, t *turn, all ...chat.Message) {
	// The request outlives the call that made it; only Stop, Close and its own end cancel it.
	ctx, t.cancel = context.WithCancel(context.WithoutCancel(ctx))
	for _, m := range all {
		reply := newReply(m, len(all) == 1)
		reply.offersTools, reply.connection = len(t.tools) > 0, t.connection
		if t.ladder != nil {
			reply.watch = &answers.RepetitionDetector{}
		}
		t.replies = append(t.replies, reply)
	}
	t.life = time.Now()
	r.mu.Lock()
	for _, id := range t.ids() {
		r.unsaved[id] = t
	}
	isClosed := r.closed
	close(t.started)
	r.mu.Unlock()
	if isClosed { // while the question was stored
		t.end(interrupted(), r.o.Now())
	}
	if r.o.Catalog != nil {
		r.o.Catalog.RecordUse(t.connection, t.model)
	}
	r.markAll(t)
	r.running.Add(1)
	go func() {
		defer r.running.Done()
		r.read(ctx, t)
	}()
	go func() {
		defer r.running.Done() // Add was in reserve
		r.keep(t)
		r.persist(t)
	}()
}

// read sends the requests of a turn and reads the responses to the end. A panic ends the turn, not
// the program.
func (r *Replies) read(ctx context.Context, t *turn) {
	err := errPanic
	defer func() {
		if failed := recover(); failed != nil {
			r.o.Log.Error("Reading a reply failed", "cause", failed, "stack", string(debug.Stack()))
			err = fmt.Errorf("%w: %v", errPanic, failed)
		}
		t.end(err, r.o.Now())
		r.markMessages(t)
	}()
	if len(t.tools) > 0 {
		defer r.o.Permission.DropPermissions(t.ids()[0])
	}
	err = r.answer(ctx, t)
	if errors.Is(err, errToolsEnded) {
		t.stop(r.o.Now())
	}
}

var errPanic = errors.New("the reply could not be read")

// answer sends requests until the model has answered in text; nil means that the stream was
// complete. For a continued reply it first completes open tool calls.
func (r *Replies) answer(ctx context.Context, t *turn) error {
	for first := true; ; first = false {
		if calls := t.openCalls(); len(calls) > 0 {
			if !first {
				t.requestEnded(r.o.Now())
			}
			if err := r.runTools(ctx, t, calls); err != nil {
				return err
			}
			if t.room() == 0 {
				return problem.New(problem.ReplyTooLong, "the calls and their results leave no room for a reply")
			}
			if !first {
				if err := r.nextRequest(t); err != nil {
					return err
				}
			}
		} else if !first {
			return nil
		}
		before := t.size()
		err := r.stream(ctx, t)
		for err != nil && t.size() == before && (t.leaveOut(err) || t.ladder.stepDown(err)) {
			err = r.stream(ctx, t)
		}
		if err != nil {
			return err
		}
	}
}

// nextRequest ends the request whose tool calls have their results, and starts the next one.
func (r *Replies) nextRequest(t *turn) error {
	ended, next := t.nextRequest(r.request(t))
	err := r.o.History.NextRequest(context.Background(), t.ids()[0], ended, next)
	switch {
	case isGone(err):
		return fmt.Errorf("store the request: %w", err)
	case err != nil:
		t.dropRequest()
		return notStored(fmt.Errorf("store the request: %w", err))
	}
	return nil
}

// stream sends one request and reads the response; nil means that the stream was complete.
func (r *Replies) stream(ctx context.Context, t *turn) error {
	gateway, err := r.o.Gateways.Client(ctx, t.connection)
	if err != nil {
		return fmt.Errorf("reach the service: %w", err)
	}
	q, carries, err := r.question(ctx, t)
	if err != nil {
		return err
	}
	s, err := gateway.Chat(cost.WithSubject(ctx, t.subject()), q)
	if err != nil {
		r.learn(t, nil, carries, err)
		return carries.named(err, r.o.Now())
	}
	defer func() { _ = s.Close() }()
	t.alive(s.RequestID())
	for s.Next() {
		stuck := t.apply(s.Chunk())
		r.markMessages(t)
		if stuck {
			return problem.New(problem.RepeatsItself, "the model repeats itself endlessly")
		}
	}
	t.alive(s.RequestID()) // another one, if a field was refused inside the answer
	err = s.Err()
	r.learn(t, s, carries, err)
	return carries.named(err, r.o.Now())
}

// question builds the request of a turn from stored messages.
func (r *Replies) question(ctx context.Context, t *turn) (client.ChatRequest, requestInputs, error) {
	m := t.messages()[0]
	last := m.Parent
	if t.goingOn {
		last = m.ID
	}
	branch, err := r.messages(ctx, t.branch)
	// No branch was recorded when the user asked, or its messages are gone.
	if len(t.branch) == 0 || errors.Is(err, ErrNoReply) {
		branch, err = r.branch(ctx, t.conversation, last)
	}
	if err != nil {
		return client.ChatRequest{}, requestInputs{}, err
	}
	branch = withoutRefused(branch)
	if t.round > 0 && !t.goingOn {
		branch = append(branch, m) // add the tool calls and their results
	}
	carries := inputsOfBranch(branch)
	if err := r.permit(t, carries); err != nil {
		return client.ChatRequest{}, carries, err
	}
	q, err := question(ctx, r.o.History, t, branch)
	q.MaxBytes = min(chat.MaxReplyBytes, max(t.room(), 1)) // 0 is no bound
	q.N = len(t.ids())
	// A refused "n" is reported as left out even if one reply is requested.
	if t.params.Replies != nil && len(t.tools) == 0 {
		q.N = min(*t.params.Replies, chat.MaxReplies)
	}
	q.OnSend, q.OnLoading = t.sending, func() { t.setLoading(); r.markMessages(t) }
	if err == nil && r.o.Catalog != nil {
		q.Omit = r.o.Catalog.RefusedFields(t.connection, t.model)
	}
	return q, carries, err
}

// learn records in the catalog what the response reveals about the model.
func (r *Replies) learn(t *turn, s Stream, carries requestInputs, err error) {
	if r.o.Catalog == nil {
		return
	}
	r.o.Catalog.LearnRefusals(t.connection, t.model, t.ladder.evidence(slices.DeleteFunc(refusals(s, err), refusesAllTools)))
	if err == nil {
		r.o.Catalog.LearnRefusals(t.connection, t.model, t.ladder.proved())
		for _, sent := range t.messages()[0].Request.Sent {
			r.o.Catalog.LearnAccepted(t.connection, t.model, sent.Name, string(sent.Value))
		}
	}
	r.learnTaken(t, carries, err)
	r.learnTools(t, err)
	if served := t.messages()[0].Request.Served; served != "" && s != nil {
		r.o.Catalog.RecordServed(t.connection, served)
	}
}

// keep writes growing text to disk and detects silence, until the replies have ended. Without new
// text it wakes only once, to report the silence.
func (r *Replies) keep(t *turn) {
	flush, quiet := time.NewTimer(time.Hour), time.NewTimer(quietAfter)
	defer flush.Stop()
	defer quiet.Stop()
	flush.Stop()
	flushing, listening := false, true
	wait := retryAfter
	for {
		select {
		case <-t.over:
			return
		case <-t.grown:
			if !flushing {
				flushing = true
				flush.Reset(flushAfter)
			}
			if !listening {
				listening = true
				quiet.Reset(quietAfter)
			}
		case <-flush.C:
			flushing = false
			if err := r.flush(t); err == nil {
				wait = retryAfter
			} else {
				flushing = true
				flush.Reset(wait)
				wait = min(2*wait, retryMost)
			}
		case <-quiet.C:
			now, left := t.silent(quietAfter)
			if now {
				listening = false
				r.markMessages(t)
			} else {
				quiet.Reset(left)
			}
		}
	}
}

// flush writes the text that is not on disk yet.
func (r *Replies) flush(t *turn) error {
	t.disk.Lock()
	defer t.disk.Unlock()
	if t.whole {
		return nil
	}
	// An append in progress is finished even when the reply is stopped.
	ctx := context.Background()
	err := r.storePictures(ctx, t)
	if err == nil {
		if request := t.unstored(); request != nil {
			err = r.o.History.StoreSentFields(ctx, *request)
			t.stored(err)
		}
	}
	tails := t.tails()
	if err == nil && len(tails) > 0 {
		err = r.o.History.AppendTail(ctx, tails)
	}
	r.noteSaved(t, tails, err)
	return err
}

// noteSaved records what is on disk, and notifies the window when writing begins to fail or
// succeeds again.
func (r *Replies) noteSaved(t *turn, saved []history.Tail, err error) {
	if t.saved(saved, err, r.o.Now()) {
		r.markMessages(t)
	}
	if err != nil {
		r.o.Log.Error("A reply could not be stored", "error", err)
	}
}

// storePictures stores the pictures that a reply contains. A picture without data is dropped.
func (r *Replies) storePictures(ctx context.Context, t *turn) error {
	for piece, address := range t.pictures() {
		blob, err := storePicture(ctx, r.o.History, address)
		switch {
		case errors.Is(err, errNoPicture):
			r.o.Log.Warn("A picture of a reply could not be stored", "error", err)
			t.picture(piece, nil)
		case err != nil:
			return err
		default:
			t.picture(piece, &blob)
		}
		r.markMessages(t)
	}
	return nil
}

// persist stores the ended replies. If the disk refuses, the text stays in memory and writing is
// retried until it succeeds or the program ends.
func (r *Replies) persist(t *turn) {
	err := r.store(t)
	r.releasePlace(t, err)
	for wait := retryAfter; err != nil; wait = min(2*wait, retryMost) {
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
			err = r.store(t)
		case <-r.closing:
			timer.Stop()
			if err = r.store(t); err != nil {
				return // Close returns the error
			}
		}
	}
	r.forget(t)
}

// store writes the ended replies once.
func (r *Replies) store(t *turn) error {
	t.disk.Lock()
	defer t.disk.Unlock()
	if t.whole {
		return nil
	}
	// The end of a reply is stored even if its request was canceled.
	ctx := context.Background()
	err := r.storePictures(ctx, t)
	all := t.messages()
	for _, m := range all {
		if err != nil {
			break
		}
		if missing(m) {
			m.Request = all[0].Request // the replies share a request, and the first has its outcome
		}
		if shared := r.shared(all); m.Request.Problem == nil && (m.State == chat.Done || missing(m)) && shared != nil {
			request := *m.Request
			// both are stored in one row; history knows whose problem it is
			request.Problem = shared
			m.Request = &request
		}
		if err = r.o.History.Finish(ctx, m); isGone(err) {
			r.o.Log.Warn("The message of a reply no longer exists", "error", err)
			err = nil
		}
		if err == nil && missing(m) {
			if err := r.o.History.DeleteMessage(ctx, m.ID); err != nil {
				r.o.Log.Warn("An empty reply could not be removed", "error", err)
			}
		}
	}
	r.noteSaved(t, nil, err)
	t.whole = err == nil
	return err
}

// shared returns the problem of a request for several replies: why one of them failed or that some
// are missing; nil if all are complete.
func (r *Replies) shared(all []chat.Message) *problem.Problem {
	fewer := false
	for _, m := range all {
		if m.Request.Problem != nil && !missing(m) {
			return m.Request.Problem
		}
		fewer = fewer || missing(m) && m.State != chat.Stopped
	}
	// A service that refuses "n" is known to send one reply.
	refused := slices.ContainsFunc(all[0].Request.LeftOut, func(f chat.RequestField) bool { return f.Name == "n" })
	if !fewer || refused {
		return nil
	}
	return &problem.Problem{Kind: problem.FewerReplies, At: r.o.Now()}
}

// missing reports whether the service returned fewer replies than requested: some services always
// return one.
func missing(m chat.Message) bool {
	return m.Choice > 0 && m.State.Ended() && m.State != chat.Done && m.Finish == "" && len(m.Parts) == 0
}

// isGone reports whether retrying to store a message can never succeed.
func isGone(err error) bool {
	return errors.Is(err, history.ErrEnded) || errors.Is(err, history.ErrNotFound) || errors.Is(err, history.ErrInvalid)
}

// releasePlace frees the conversation after a turn. The next queued message is sent, or all are
// paused.
func (r *Replies) releasePlace(t *turn, err error) {
	if err == nil {
		r.forget(t)
	}
	close(t.persisted)
	state := t.state()
	if err != nil {
		state = chat.Failed
	}
	message, next := r.next(t, state)
	if next == nil {
		if t.others > 0 && state == chat.Done {
			r.askForNext(t)
		}
		return
	}
	if err := r.send(context.Background(), next, message); err != nil {
		r.o.Log.Warn("A queued message could not be sent", "error", err)
		r.release(next)
		message.GiveBack(err)
	}
}

// next starts a turn for the next queued message after one that ended in a state. Unless that is
// Done, the queued messages are paused.
func (r *Replies) next(t *turn, state chat.State) (message *drafts.TakenMessage, next *turn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.active, t.conversation)
	switch {
	case r.closed:
		return nil, nil // the next start pauses them
	case state == chat.Stopped:
		r.o.Queue.Pause(t.conversation, drafts.ReplyStopped)
		return nil, nil
	case state != chat.Done:
		r.o.Queue.Pause(t.conversation, drafts.ReplyFailed)
		return nil, nil
	}
	if message = r.o.Queue.Next(t.conversation); message != nil {
		next = newTurn(t.conversation, message.Target())
		next.queued = true
		r.active[t.conversation] = next
		r.running.Add(1)
	}
	return message, next
}

// forget hands the replies over to history.
func (r *Replies) forget(t *turn) {
	r.mu.Lock()
	for _, id := range t.ids() {
		if r.unsaved[id] == t {
			delete(r.unsaved, id)
		}
	}
	r.mu.Unlock()
	r.markAll(t)
}
