package chat

import (
	"cmp"
	"errors"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/speech"
	"parlando/views/i18n"
	"parlando/views/uithread"
)

// NewChat shows an empty chat. Unsent content of the previous new chat becomes a chat in the list.
func (p *Page) NewChat() {
	if _, ok := p.Owners.Connections.Current(); !ok {
		p.Links.Connect()
		return
	}
	p.temporary.leave(func() {
		p.leave()
		p.unsent.close(true)
		p.ShowNewChat()
	})
}

// ShowNewChat shows the new chat with its unsent content. Sending the first message makes the new
// chat a conversation.
func (p *Page) ShowNewChat() { p.ShowNewChatIn("") }

// ShowNewChatIn is ShowNewChat for a chat of a project, "" for none.
func (p *Page) ShowNewChatIn(project chat.ID) {
	p.openNext()
	p.open.show(chat.Conversation{Project: project})
	p.open.begin("")
	p.show(thread{})
	p.afterOpen()
	p.drafts.show(p.base.NewChat)
}

// OpenProject shows a new chat of a project, with the project's chats and files. Unsent content of
// another new chat becomes a chat in the list.
func (p *Page) OpenProject(id chat.ID) {
	if _, ok := p.Owners.Connections.Current(); !ok {
		p.Links.Connect()
		return
	}
	if p.open.ID == "" && p.open.Project == id {
		p.show(thread{})
		p.afterOpen()
		return
	}
	p.temporary.leave(func() {
		p.leave()
		p.unsent.close(p.open.Project != "" || p.open.ID != "")
		p.ShowNewChatIn(id)
	})
}

// projectGone turns a new chat of a project that was deleted into an ordinary one.
func (p *Page) projectGone() {
	if p.open.Project = ""; p.open.ID == "" {
		p.excerpts.refreshStarters()
		p.Frame.ShowTitle()
	}
}

// ApplyConnection applies the defaults of a connection to the open chat if it is a new one.
func (p *Page) ApplyConnection(connection chat.ID) {
	if p.open.ID == "" {
		p.open.begin(connection)
		p.panel.Set(p.open.Params)
		p.Refresh()
	}
}

// ShowConnectedChat shows the new chat after the user has connected to a service.
func (p *Page) ShowConnectedChat() {
	p.temporary.leave(func() {
		p.open.setModel("")
		p.leave()
		p.ShowNewChat()
	})
}

// Open reads a chat and shows it at the user's last reading position, or else at its end. "" opens
// a new chat.
func (p *Page) Open(id chat.ID) {
	if id == "" {
		p.NewChat()
		return
	}
	p.OpenAt(id, "", "")
}

// OpenAt reads a chat and shows it as Open does, or at one of its messages with the matches of a
// search query highlighted.
func (p *Page) OpenAt(id, message chat.ID, query string) {
	if id == p.open.ID {
		p.openAt(id, message, query)
		return
	}
	p.temporary.leave(func() { p.openAt(id, message, query) })
}

func (p *Page) openAt(id, message chat.ID, query string) {
	p.leave()
	p.openNext()
	p.Frame.CloseSidebarSheet()
	again := func() { p.OpenAt(id, message, query) }
	place, been := p.view.ReadingPlace(id)
	var c chat.Conversation
	uithread.Load(p.open.scope, func() (t thread, err error) {
		ctx := p.Frame.Context()
		if c, err = p.Owners.History.Conversation(ctx, id); err != nil {
			return t, err
		}
		if been {
			c.Place = place
		}
		if message != "" {
			// The message may be on a branch that is not visible.
			if err := p.Owners.History.ShowBranch(ctx, message); err != nil {
				p.Log.Warn("The branch of a message could not be shown", "error", err)
			}
		}
		return p.reader.read(id, cmp.Or(message, c.Place.Message))
	}, func(t thread) {
		p.view.ReadingPlaces[id] = c.Place
		p.showOpened(c, t)
		if message != "" {
			p.view.JumpTo(message)
			if query == "" && p.Owners.Speech.Snapshot().IsReading(speech.MessageSource(message)) {
				p.view.ScrollToReadAloud()
			}
			if !p.view.HasMessage(message) {
				p.Frame.Toasts().Say(i18n.Text("The message couldn't be shown."), i18n.Text("Try again"), again)
			}
		}
		p.afterOpen()
		p.drafts.show(id)
		if message != "" && query != "" {
			p.find.OpenSearch(query, message)
		}
	}, func(err error) {
		if errors.Is(err, history.ErrNotFound) {
			p.NewChat()
			p.Frame.Toasts().Say(i18n.Text("This chat or message was deleted."), "", nil)
			return
		}
		p.Log.Error("A chat could not be read", "error", err)
		c.ID = id
		p.showOpened(c, thread{})
		p.body.SetReadFailed(err, again)
		p.afterOpen()
		p.drafts.show(id)
	})
}

// showOpened replaces the open chat with the chat that was read.
func (p *Page) showOpened(c chat.Conversation, t thread) {
	p.leave() // stores changes made during the read
	p.unsent.close(false)
	p.open.show(c)
	p.show(t)
}

// show shows the page with a thread of the open chat.
func (p *Page) show(t thread) {
	p.Frame.CloseSidebarSheet()
	p.Links.Show()
	p.reader.show(t)
}

// showMessage scrolls to a message of the open chat, even if the message is on another branch.
func (p *Page) showMessage(id chat.ID) {
	if p.view.HasMessage(id) {
		p.view.JumpTo(id)
		return
	}
	p.OpenAt(p.open.ID, id, "")
}

// ShowMessage scrolls to the sentence of a message that is being read aloud.
func (p *Page) ShowMessage(conversation, message chat.ID) {
	if conversation != p.open.ID || !p.view.HasMessage(message) {
		p.OpenAt(conversation, message, "")
		return
	}
	p.Frame.CloseSidebarSheet()
	p.Links.Show()
	p.view.ScrollToReadAloud()
}

// ApplySummary applies an entry of the list of chats if the entry is the open chat's.
func (p *Page) ApplySummary(c chat.Summary) {
	if c.ID == p.open.ID {
		p.open.setListed(c)
	}
}

// openNext prepares for opening another chat: pending reads for the previous chat are dropped.
func (p *Page) openNext() {
	p.open.next()
	if !p.Compact {
		p.dictation.leaveChat()
	}
}

// afterOpen updates everything around the conversation.
func (p *Page) afterOpen() {
	p.Links.OnOpened(p.open.stored())
	p.temporary.show()
	p.refreshProject()
	p.Refresh()
	p.parameters.show()
	p.showWriting()
	p.composer.FocusText()
}

// leave stores pending changes of the chat before another one is opened.
func (p *Page) leave() {
	p.parameters.flush()
	p.reader.keepPlace()
	p.attacher.leave()
	p.reader.endCountdown()
	p.Frame.ReservePlayer(false)
}
