package replies

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"parley/app/chat"
	"parley/app/drafts"
	"parley/app/history"
	"parley/app/problem"
	"parley/client"
)

const (
	// flushAfter is how long words may wait for others before they are written to the disk. With the time the disk
	// takes, what is on screen is there half a second later.
	flushAfter = 250 * time.Millisecond
	// retryAfter is the wait before the next try when the disk has refused; it doubles up to retryMost.
	retryAfter = time.Second
	retryMost  = time.Minute
	// quietAfter is the silence that a snapshot tells of.
	quietAfter = 10 * time.Second
)

// launch puts the stored replies of one request into the air: empty, or a partial one alone.
func (r *Replies) launch(ctx context.Context, f *flight, all ...chat.Message) {
	// The request outlives the call that made it; only Stop, Close and its own end cancel it.
	ctx, f.cancel = context.WithCancel(context.WithoutCancel(ctx))
	for _, m := range all {
		f.replies = append(f.replies, newReply(m, len(all) == 1))
	}
	f.life = time.Now()
	r.mu.Lock()
	for _, id := range f.ids() {
		r.held[id] = f
	}
	isClosed := r.closed
	close(f.started)
	r.mu.Unlock()
	if isClosed { // while the question was stored
		f.end(interrupted(), r.o.Now())
	}
	if r.o.Catalog != nil {
		r.o.Catalog.Used(f.connection, f.model)
	}
	r.markAll(f)
	r.running.Add(1)
	go func() {
		defer r.running.Done()
		r.read(ctx, f)
	}()
	go func() {
		defer r.running.Done() // Add was in reserve
		r.keep(f)
		r.land(f)
	}()
}

// read asks the service and takes its answer to the end. Nothing it meets ends the program.
func (r *Replies) read(ctx context.Context, f *flight) {
	err := errPanic
	defer func() {
		if trouble := recover(); trouble != nil {
			r.o.Log.Error("Reading a reply failed", "cause", trouble, "stack", string(debug.Stack()))
			err = fmt.Errorf("%w: %v", errPanic, trouble)
		}
		f.end(err, r.o.Now())
		r.markMessages(f)
	}()
	err = r.stream(ctx, f)
}

var errPanic = errors.New("the answer could not be read")

// stream reads the answer; nil means a true end.
func (r *Replies) stream(ctx context.Context, f *flight) error {
	gateway, err := r.o.Gateways.Client(ctx, f.connection)
	if err != nil {
		return fmt.Errorf("reach the service: %w", err)
	}
	q, carries, err := r.question(ctx, f)
	if err != nil {
		return err
	}
	s, err := gateway.Chat(ctx, q)
	if err != nil {
		r.learn(f, nil, carries, err)
		return carries.named(err, r.o.Now())
	}
	defer func() { _ = s.Close() }()
	f.alive(s.RequestID())
	for s.Next() {
		f.apply(s.Chunk())
		r.markMessages(f)
	}
	f.alive(s.RequestID()) // another one, if a field was refused inside the answer
	err = s.Err()
	r.learn(f, s, carries, err)
	return carries.named(err, r.o.Now())
}

// question makes the request of a flight from what is stored.
func (r *Replies) question(ctx context.Context, f *flight) (client.ChatRequest, carried, error) {
	m := f.messages()[0]
	last := m.Parent
	if f.goingOn {
		last = m.ID
	}
	branch, err := r.messages(ctx, f.branch)
	if len(f.branch) == 0 || errors.Is(err, ErrNoReply) { // what was shown when it was asked is not there any more
		branch, err = r.branch(ctx, f.conversation, last)
	}
	if err != nil {
		return client.ChatRequest{}, carried{}, err
	}
	branch = withoutRefused(branch)
	carries := carriedBy(branch)
	if err := r.permit(f, carries); err != nil {
		return client.ChatRequest{}, carries, err
	}
	q, err := question(ctx, r.o.History, f.model, f.params, branch, f.goingOn)
	q.N = len(f.ids())
	if f.params.Replies != nil { // one alone, too, is told to be left out
		q.N = min(*f.params.Replies, chat.RepliesMost)
	}
	q.OnSend = f.sending
	if err == nil && r.o.Catalog != nil {
		q.Without = r.o.Catalog.Without(f.connection, f.model)
	}
	return q, carries, err
}

// learn tells the catalogue what the answer has shown of the model.
func (r *Replies) learn(f *flight, s Stream, carries carried, err error) {
	if r.o.Catalog == nil {
		return
	}
	r.o.Catalog.LearnRefusals(f.connection, f.model, refusals(s, err))
	if err == nil {
		for _, sent := range f.messages()[0].Request.Sent {
			r.o.Catalog.LearnAccepted(f.connection, f.model, sent.Name, string(sent.Value))
		}
	}
	r.learnTaken(f, carries, err)
	if served := f.messages()[0].Request.Served; served != "" && s != nil {
		r.o.Catalog.Served(f.connection, served)
	}
}

// keep brings what grows to the disk and watches for silence, until the replies have ended. Without growth it
// wakes up only once, to say that it is quiet.
func (r *Replies) keep(f *flight) {
	flush, quiet := time.NewTimer(time.Hour), time.NewTimer(quietAfter)
	defer flush.Stop()
	defer quiet.Stop()
	flush.Stop()
	flushing, listening := false, true
	wait := retryAfter
	for {
		select {
		case <-f.over:
			return
		case <-f.grown:
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
			if err := r.flush(f); err == nil {
				wait = retryAfter
			} else {
				flushing = true
				flush.Reset(wait)
				wait = min(2*wait, retryMost)
			}
		case <-quiet.C:
			now, left := f.silent(quietAfter)
			if now {
				listening = false
				r.markMessages(f)
			} else {
				quiet.Reset(left)
			}
		}
	}
}

// flush writes what the disk does not have yet.
func (r *Replies) flush(f *flight) error {
	f.disk.Lock()
	defer f.disk.Unlock()
	if f.whole {
		return nil
	}
	// An append in flight is finished even when the reply is stopped.
	ctx := context.Background()
	err := r.storePictures(ctx, f)
	if request := f.unstored(); err == nil && request != nil {
		err = r.o.History.NoteSent(ctx, *request)
		f.stored(err)
	}
	tails := f.tails()
	if err == nil && len(tails) > 0 {
		err = r.o.History.AppendTail(ctx, tails)
	}
	r.noteSaved(f, tails, err)
	return err
}

// noteSaved remembers what the disk has, and lets the window know when that is a trouble, or no longer one.
func (r *Replies) noteSaved(f *flight, saved []history.Tail, err error) {
	if f.saved(saved, err, r.o.Now()) {
		r.markMessages(f)
	}
	if err != nil {
		r.o.Log.Error("A reply could not be stored", "error", err)
	}
}

// storePictures keeps the pictures that a reply has brought. One without data is dropped.
func (r *Replies) storePictures(ctx context.Context, f *flight) error {
	for piece, address := range f.pictures() {
		blob, err := storePicture(ctx, r.o.History, address)
		switch {
		case errors.Is(err, errNoPicture):
			r.o.Log.Warn("A picture of a reply is not kept", "error", err)
			f.picture(piece, nil)
		case err != nil:
			return err
		default:
			f.picture(piece, &blob)
		}
		r.markMessages(f)
	}
	return nil
}

// land stores the end. When the disk refuses, the words stay in memory and it is tried again until the disk
// takes them or the program ends.
func (r *Replies) land(f *flight) {
	err := r.store(f)
	r.settle(f, err)
	for wait := retryAfter; err != nil; wait = min(2*wait, retryMost) {
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
			err = r.store(f)
		case <-r.closing:
			timer.Stop()
			if err = r.store(f); err != nil {
				return // Close tells
			}
		}
	}
	r.forget(f)
}

// store writes the ended replies, once.
func (r *Replies) store(f *flight) error {
	f.disk.Lock()
	defer f.disk.Unlock()
	if f.whole {
		return nil
	}
	// What cancels the request must not keep its end from the disk.
	ctx := context.Background()
	err := r.storePictures(ctx, f)
	all := f.messages()
	for _, m := range all {
		if err != nil {
			break
		}
		if missing(m) {
			m.Request = all[0].Request // they share it, and it went as the first says
		}
		if shared := r.shared(all); m.Request.Trouble == nil && (m.State == chat.Done || missing(m)) && shared != nil {
			request := *m.Request
			request.Trouble = shared // both are kept in one row, and history knows whose it is
			m.Request = &request
		}
		if err = r.o.History.Finish(ctx, m); isGone(err) {
			r.o.Log.Warn("A reply has no place any more", "error", err)
			err = nil
		}
		if err == nil && missing(m) {
			if err := r.o.History.DeleteMessage(ctx, m.ID); err != nil {
				r.o.Log.Warn("An empty reply stays", "error", err)
			}
		}
	}
	r.noteSaved(f, nil, err)
	f.whole = err == nil
	return err
}

// shared is the problem of a request that brought several replies: why one of them did not end well, or that
// not all came; nil if they are all there and whole.
func (r *Replies) shared(all []chat.Message) *problem.Problem {
	fewer := false
	for _, m := range all {
		if m.Request.Trouble != nil && !missing(m) {
			return m.Request.Trouble
		}
		fewer = fewer || missing(m) && m.State != chat.Stopped
	}
	// Of a service that refuses to be asked for several it is known that it gives one.
	refused := slices.ContainsFunc(all[0].Request.LeftOut, func(f chat.Field) bool { return f.Name == "n" })
	if !fewer || refused {
		return nil
	}
	return &problem.Problem{Kind: problem.FewerReplies, At: r.o.Now()}
}

// missing reports whether a further reply was asked for and none came: some services give one whatever they are asked.
func missing(m chat.Message) bool {
	return m.Choice > 0 && m.State.Ended() && m.State != chat.Done && m.Finish == "" && len(m.Parts) == 0
}

// isGone reports whether trying again to store a message would never help.
func isGone(err error) bool {
	return errors.Is(err, history.ErrEnded) || errors.Is(err, history.ErrNotFound) || errors.Is(err, history.ErrInvalid)
}

// settle frees the place of an ended flight, and sends or gives back what waited for it.
func (r *Replies) settle(f *flight, err error) {
	if err == nil {
		r.forget(f)
	}
	close(f.landed)
	message, next := r.next(f, err == nil && f.state() == chat.Done)
	if next == nil {
		return
	}
	if err := r.send(context.Background(), next, message); err != nil {
		r.o.Log.Warn("A waiting message was not sent", "error", err)
		r.release(next) // what waits by now comes behind it
		message.GiveBack(err)
	}
}

// next hands the place of an ended flight over to the message that waits for it. Where it is not to be
// sent, it is a draft again.
func (r *Replies) next(f *flight, send bool) (message *drafts.Taken, next *flight) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.active, f.conversation)
	if !send || r.closed {
		r.o.Queue.TakeBack(f.conversation)
		return nil, nil
	}
	if message = r.o.Queue.Next(f.conversation); message != nil {
		next = newFlight(f.conversation, f.waiting)
		next.queued = true
		r.active[f.conversation] = next
		r.running.Add(1)
	}
	return message, next
}

// forget hands the replies over to history.
func (r *Replies) forget(f *flight) {
	r.mu.Lock()
	for _, id := range f.ids() {
		if r.held[id] == f {
			delete(r.held, id)
		}
	}
	r.mu.Unlock()
	r.markAll(f)
}
