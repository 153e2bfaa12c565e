package shell

import (
	"context"

	"parlando/views/i18n"
	"parlando/views/words"
)

// Write runs write in the background and then done with its error on the window's thread. Parlando
// does not close before. A later write of the same what makes up for one that failed.
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

// Change runs a small write in the background, and says it when that fails.
func (f *Frame) Change(write func(context.Context) error) { f.ChangeThen(write, func() {}) }

// ChangeThen is Change, with done called once the write has succeeded.
func (f *Frame) ChangeThen(write func(context.Context) error, done func()) {
	f.Write(new(int), func() error { return write(f.ctx) }, func(err error) {
		if err != nil {
			f.CouldNotKeep(err)
			return
		}
		done()
	})
}

// Hold keeps Parlando from closing until release is called, from any goroutine.
func (f *Frame) Hold() (release func()) {
	f.writes.Add(1)
	return f.writes.Done
}

// Flush returns when no write runs any more, with what failed and was not said.
func (f *Frame) Flush() error { return f.writes.wait() }

// Say shows a sentence at the foot of the body, with a button unless that is "".
func (f *Frame) Say(sentence, button string, action func()) { f.toasts.Say(sentence, button, action) }

// CouldNotKeep says that something was not written, and why as far as the user can help it.
func (f *Frame) CouldNotKeep(err error) {
	f.log.Error("Not kept", "error", err)
	f.toasts.Say(words.NotKept(err), "", nil)
}

// CouldNotRead returns what to do when something could not be read: it is logged and said, with a
// button that reads it again.
func (f *Frame) CouldNotRead(sentence string, again func()) func(error) {
	return func(err error) {
		if f.ctx.Err() != nil {
			return // Parlando is closing
		}
		f.log.Error("Not read", "what", sentence, "error", err)
		if deleted := words.Deleted(err); deleted != "" {
			f.toasts.Say(deleted, "", nil)
			return
		}
		f.toasts.Say(sentence, i18n.Text("Try again"), again)
	}
}
