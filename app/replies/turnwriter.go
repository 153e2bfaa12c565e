package replies

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/problem"
	"parlando/client/fieldname"
)

const (
	// flushAfter is the time that text may wait for more text before it is written. Together with
	// the time of the write, the disk is at most half a second behind the screen.
	flushAfter = 250 * time.Millisecond
	// retryAfter is the delay before a failed write is repeated; it doubles up to retryMost.
	retryAfter = time.Second
	retryMost  = time.Minute
)

// turnWriter writes the replies of a turn to disk. The goroutine that calls writeUntilEnd and then
// retryEnd writes everything, so writes never overlap and hold no lock.
type turnWriter struct {
	state   *turnState
	history History
	now     func() time.Time
	log     *slog.Logger
	// requests are the calls of write that wait for their result.
	requests chan chan error
	// done is closed when the writer has stopped.
	done chan struct{}
}

func newTurnWriter(s *turnState, o *Options) *turnWriter {
	return &turnWriter{
		state: s, history: o.History, now: o.Now, log: o.Log, requests: make(chan chan error), done: make(chan struct{}),
	}
}

// write makes the writer write all unwritten text now, and waits for the result. It is safe for
// concurrent use.
func (w *turnWriter) write() error {
	result := make(chan error, 1)
	select {
	case w.requests <- result:
		return <-result
	case <-w.done:
		return w.state.writeError()
	}
}

// writeUntilEnd writes growing text and detects silence until the replies have ended; then it tries
// once to write their end, and returns the error. Without new text it wakes up only once, when the
// silence has lasted quietAfter.
func (w *turnWriter) writeUntilEnd() error {
	flush, quiet := time.NewTimer(time.Hour), time.NewTimer(quietAfter)
	defer flush.Stop()
	defer quiet.Stop()
	flush.Stop()
	flushing, listening := false, true
	wait := retryAfter
	growing := func() error {
		err := w.writeGrowth()
		if flushing = err != nil; flushing {
			flush.Reset(wait)
			wait = min(2*wait, retryMost)
		} else {
			flush.Stop()
			wait = retryAfter
		}
		return err
	}
	for {
		select {
		case <-w.state.over:
			return w.writeEnd()
		case <-w.state.grown:
			if !flushing {
				flushing = true
				flush.Reset(flushAfter)
			}
			if !listening {
				listening = true
				quiet.Reset(quietAfter)
			}
		case result := <-w.requests:
			result <- growing()
		case <-flush.C:
			_ = growing()
		case <-quiet.C:
			if now, left := w.state.noteSilence(quietAfter); now {
				listening = false
			} else {
				quiet.Reset(left)
			}
		}
	}
}

// retryEnd retries writing the end of the replies until that succeeds. Once closing is closed it
// tries a last time. The error is that of the last attempt.
func (w *turnWriter) retryEnd(closing <-chan struct{}) error {
	timer := time.NewTimer(retryAfter)
	defer timer.Stop()
	for wait := retryAfter; ; {
		select {
		case <-timer.C:
			if w.writeEnd() == nil {
				return nil
			}
			wait = min(2*wait, retryMost)
			timer.Reset(wait)
		case result := <-w.requests:
			err := w.writeEnd()
			if result <- err; err == nil {
				return nil
			}
		case <-closing:
			err := w.writeEnd()
			if err != nil {
				close(w.done)
			}
			return err
		}
	}
}

// writeGrowth writes the text that is not on disk yet.
func (w *turnWriter) writeGrowth() error {
	// Finish an append even if the reply is stopped.
	ctx := context.Background()
	err := w.writePictures(ctx)
	if err == nil {
		if request := w.state.takeChangedRequest(); request != nil {
			if err = w.history.StoreSentFields(ctx, *request); err != nil {
				w.state.requestNotWritten()
			}
		}
	}
	tails := w.state.unwrittenTails()
	if err == nil && len(tails) > 0 {
		err = w.history.AppendTail(ctx, tails)
	}
	w.report(tails, err)
	return err
}

// writePictures stores the pictures that a reply contains. A picture without data is dropped.
func (w *turnWriter) writePictures(ctx context.Context) error {
	for part, address := range w.state.unwrittenPictures() {
		blob, err := storePicture(ctx, w.history, w.state.first().Conversation, address)
		switch {
		case errors.Is(err, errNoPicture):
			w.log.Warn("A picture of a reply could not be stored", "error", err)
			w.state.setPicture(part, nil)
		case err != nil:
			return err
		default:
			w.state.setPicture(part, &blob)
		}
	}
	return nil
}

// writeEnd writes the ended replies once, and closes done on success.
func (w *turnWriter) writeEnd() error {
	// Store the end of a reply even if its request was canceled.
	ctx := context.Background()
	err := w.writePictures(ctx)
	for _, m := range withSharedRequest(w.state.messages(), w.now()) {
		if err == nil {
			err = w.finish(ctx, m)
		}
	}
	w.report(nil, err)
	if err == nil {
		close(w.done)
	}
	return err
}

// finish stores one ended reply, and deletes the message of one that the service left out.
func (w *turnWriter) finish(ctx context.Context, m chat.Message) error {
	err := w.history.Finish(ctx, m)
	if isGone(err) {
		w.log.Warn("The message of a reply no longer exists", "error", err)
		err = nil
	}
	if err != nil || !missing(m) {
		return err
	}
	if err := w.history.DeleteMessage(ctx, m.ID); err != nil {
		w.log.Warn("An empty reply could not be removed", "error", err)
	}
	return nil
}

// report records the result of a write.
func (w *turnWriter) report(written []history.Tail, err error) {
	w.state.written(written, err, w.now())
	if err != nil {
		w.log.Error("A reply could not be stored", "error", err)
	}
}

// withSharedRequest returns ended replies with the request that they share: the outcome is that of
// the first reply, the problem that of any reply.
func withSharedRequest(all []chat.Message, now time.Time) []chat.Message {
	shared := sharedProblem(all, now)
	for i := range all {
		m := &all[i]
		if missing(*m) {
			m.Request = all[0].Request
		}
		if m.Request.Problem == nil && (m.State == chat.Done || missing(*m)) && shared != nil {
			request := *m.Request
			// the replies share the row of the request; history finds out whose problem it is
			request.Problem = shared
			m.Request = &request
		}
	}
	return all
}

// sharedProblem returns the problem of a request for several replies: the reason why one failed, or
// that some are missing; nil if all are complete.
func sharedProblem(all []chat.Message, now time.Time) *problem.Problem {
	fewer := false
	for _, m := range all {
		if m.Request.Problem != nil && !missing(m) {
			return m.Request.Problem
		}
		fewer = fewer || missing(m) && m.State != chat.Stopped
	}
	// A service that refuses "n" only sends one reply.
	refused := slices.ContainsFunc(all[0].Request.LeftOut, func(f chat.RequestField) bool { return f.Name == fieldname.N })
	if !fewer || refused {
		return nil
	}
	return &problem.Problem{Kind: problem.FewerReplies, At: now}
}

// isGone reports whether retrying to store a message can never succeed.
func isGone(err error) bool {
	return errors.Is(err, history.ErrEnded) || errors.Is(err, history.ErrNotFound) || errors.Is(err, history.ErrInvalid)
}
