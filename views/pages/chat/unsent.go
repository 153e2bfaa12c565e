package chat

import (
	"context"

	"parlando/app/chat"
	"parlando/views/i18n"
)

// unsent keeps what was not sent when another chat is opened.
type unsent struct {
	*base
	openChat func(chat.ID)
}

// close is called when another chat replaces the open one. What was not sent in a new chat goes
// into the list, and a chat of the list in which nothing is left goes from it. forNew says that the
// other chat is a new one, which begins empty.
func (u *unsent) close(forNew bool) {
	if u.Owners.History.ReadOnly() != "" {
		return // the banner has said it
	}
	id := u.open.ID
	if id != "" && u.open.Title == "" {
		// its draft may name it
		u.Frame.ChangeThen(func(ctx context.Context) error { return u.Owners.Drafts.RemoveEmpty(ctx, id) }, func() { u.Owners.Chats.Changed(id) })
	}
	if id == "" || forNew {
		u.detach(forNew)
	}
}

// detach makes a chat of the unsent content of the new one. With told it names the chat, and offers
// to go back to it.
func (u *unsent) detach(told bool) {
	left := u.open.Conversation
	if left.ID != "" {
		b := u.Owners.Connections.Begins("")
		left = chat.Conversation{Connection: b.Connection, Model: b.Model, Params: b.Parameters}
	}
	left.ID = chat.NewID()
	kept, write := false, u.Owners.Drafts.Detach(left)
	u.Frame.ChangeThen(func(ctx context.Context) (err error) {
		kept, err = write(ctx)
		return err
	}, func() {
		if kept && told {
			u.Frame.Toasts().Say(i18n.Text("What you had not sent is kept in the list of chats."), i18n.Text("Bring it back"), func() { u.openChat(left.ID) })
		}
	})
}
