package shell

import (
	"context"

	"parlando/views/i18n"
	"parlando/views/words"
)

// Write runs write in the background, then done with its error on the window's thread. Parlando
// does not close before write returns. A later successful write with the same what, which
// identifies the item, cancels an earlier unreported failure.
func (f *Frame) Write(what any, write func() error, done func(error)) {
	f.writes.Add(1)
	f.thread.Go(func() func() {
		defer f.writes.Done()
		err := write()
		f.writes.ended(what, err)
		return func() {
			f.writes.ended(what, nil)
			done(err)
		}
	})
}

// Change runs a small write in the background, and reports a failure to the user.
func (f *Frame) Change(write func(context.Context) error) { f.ChangeThen(write, func() {}) }

// ChangeThen is like Change and calls done after a successful write.
func (f *Frame) ChangeThen(write func(context.Context) error, done func()) {
	f.Write(new(int), func() error { return write(f.ctx) }, func(err error) {
		if err != nil {
			f.ReportWriteError(err)
			return
		}
		done()
	})
}

// KeepOpen keeps Parlando from closing until release is called, which may be done on any goroutine.
func (f *Frame) KeepOpen() (release func()) {
	f.writes.Add(1)
	return f.writes.Done
}

// Flush waits for all writes, and returns the failures not yet reported to the user.
func (f *Frame) Flush() error { return f.writes.wait() }

// Say shows a toast, with a button unless its label is "".
func (f *Frame) Say(sentence, button string, action func()) { f.toasts.Say(sentence, button, action) }

// ReportWriteError logs a failed write. If onWriteError has not told the user, it shows a toast
// with the reason.
func (f *Frame) ReportWriteError(err error) {
	f.log.Error("A change could not be stored", "error", err)
	if f.onWriteError != nil && f.onWriteError(err) {
		return
	}
	f.toasts.Say(words.WriteFailed(err), "", nil)
}

// ReadErrorHandler returns a handler for failed reads: it logs the error and shows sentence in a
// toast with a button that calls again.
func (f *Frame) ReadErrorHandler(sentence string, again func()) func(error) {
	return func(err error) {
		if f.ctx.Err() != nil {
			return // Parlando is closing
		}
		f.log.Error("Stored data could not be read", "what", sentence, "error", err)
		if deleted := words.DeletedItem(err); deleted != "" {
			f.toasts.Say(deleted, "", nil)
			return
		}
		f.toasts.Say(sentence, i18n.Text("Try again"), again)
	}
}
