package chat

import (
	"context"

	"parlando/app/connections"
	"parlando/app/drafts"
	"parlando/app/history"

	"parlando/app/chat"
	"parlando/views/i18n"
)

// unsent saves unsent content when another chat is opened.
type unsent struct {
	*base
	chats       ListedChats
	connections *connections.Connections
	drafts      *drafts.Drafts
	history     *history.Store

	openChat func(chat.ID)
}

// close is called before another chat replaces the open one. Unsent content of a new chat becomes a
// chat in the list; a listed chat without any content is removed. If forNew is set, the next chat
// is a new one, which must be empty.
func (u *unsent) close(forNew bool) {
	if u.history.ReadOnly() != "" {
		return // the banner says that nothing can be stored
	}
	id := u.open.ID
	if id != "" && u.open.Title == "" {
		// The sidebar must list the chat again: RemoveEmpty stores a draft, which names the chat.
		u.Frame.ChangeThen(func(ctx context.Context) error { return u.drafts.RemoveEmpty(ctx, id) }, func() { u.chats.Changed(id) })
	}
	if id == "" || forNew {
		u.detach(forNew)
	}
}

// detach turns the unsent content of the new chat into a separate chat. If told is set, a toast
// offers to open that chat.
func (u *unsent) detach(told bool) {
	left := u.open.Conversation
	if left.ID != "" {
		b := u.connections.ChatDefaults("")
		left = chat.Conversation{Connection: b.Connection, Model: b.Model, Params: b.Parameters}
	}
	left.ID = chat.NewID()
	kept, write := false, u.drafts.Detach(left)
	later := u.open.later
	u.open.later = new(chat.ID)
	u.Frame.ChangeThen(func(ctx context.Context) (err error) {
		kept, err = write(ctx)
		return err
	}, func() {
		if kept {
			*later = left.ID
		}
		if kept && told {
			u.Frame.Toasts().Say(i18n.Text("Your unsent message is in the chat list."), i18n.Text("Show"), func() { u.openChat(left.ID) })
		}
	})
}
