package window

import (
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	chatpage "parlando/views/pages/chat"
)

// inQuick is the same user at the quick window.
func (p *user) inQuick() *user {
	p.t.Helper()
	p.ShowQuick()
	p.drain()
	q := *p
	q.canvas = &glass{Canvas: p.quick.window.Canvas()}
	q.composer, q.view = p.quick.page.Composer(), p.quick.page.ConversationView()
	return &q
}

// inEachWindow tells a story in the main window, and then in the quick one.
func inEachWindow(t *testing.T, tell func(t *testing.T, h *home, p *user, page *chatpage.Page)) {
	t.Run("main", func(t *testing.T) {
		story(t, func(t *testing.T, h *home) {
			p := h.looksAround()
			tell(t, h, p, p.chat)
		})
	})
	t.Run("quick", func(t *testing.T) {
		story(t, func(t *testing.T, h *home) {
			p := h.looksAround().inQuick()
			tell(t, h, p, p.quick.page)
		})
	})
}

// asksIn sends a question, and waits for the end of the reply.
func (p *user) asksIn(page *chatpage.Page, question string) {
	p.t.Helper()
	for _, r := range question {
		p.composer.TypeOn(r)
	}
	p.composer.Send()
	p.until("the chat", func() bool { return page.Conversation().ID != "" })
	p.readsToTheEndOf(page.Conversation().ID)
	p.scrollsUp()
	p.sees(question)
}

func TestAChatThatCannotBeReadSaysSoInBothWindows(t *testing.T) {
	inEachWindow(t, func(_ *testing.T, h *home, p *user, page *chatpage.Page) {
		p.asksIn(page, lighthouse)
		p.view.GoToEnd()
		reply, _ := p.view.LastMessage(chat.Assistant)
		for table, changed := range map[string]changes.Change{
			"chosen": {Topic: changes.Thread, ID: string(page.Conversation().ID)},
			"part":   {Topic: changes.Message, ID: string(reply)},
		} {
			heal := h.failing(table)
			p.Marks.Mark(changed)
			p.sees("This chat may not show the latest messages")
			p.scrollsUp()
			p.sees(lighthouse)
			heal()
			p.triesAgain()
			p.seesNot("This chat may not show the latest messages")
			p.scrollsUp()
			p.sees(lighthouse)
		}
	})
}

// A chat that has just begun is stored, and cannot be read.
func TestAChatThatHasJustBegunAndCannotBeReadIsNoEmptyPage(t *testing.T) {
	inEachWindow(t, func(_ *testing.T, h *home, p *user, page *chatpage.Page) {
		for _, r := range lighthouse {
			p.composer.TypeOn(r)
		}
		p.composer.Send()
		synctest.Wait() // it is stored, and not shown yet
		heal := h.failing("chosen")
		p.sees("This chat couldn't be read.")
		p.sees("Nothing was changed or deleted.")
		heal()
		p.clicks("Try again")
		p.readsToTheEndOf(page.Conversation().ID)
		p.scrollsUp()
		p.sees(lighthouse)
		p.seesNot("This chat couldn't be read.")
	})
}

func TestADraftThatCannotBeReadSaysSoInBothWindows(t *testing.T) {
	inEachWindow(t, func(_ *testing.T, h *home, p *user, page *chatpage.Page) {
		p.composer.TypeOn('x')
		p.wait(time.Second)
		draft, quick := chat.ID(""), page != p.chat
		if quick {
			draft = quickDraft
		}
		p.quit()
		heal := h.unreadable(draft)
		p = h.start()
		if quick {
			p = p.inQuick()
		}
		p.sees(draftNotRead)
		heal()
		p.triesAgain()
		p.seesNot(draftNotRead)
		p.until("the draft", func() bool { return p.composer.Draft().Text == "x" })
	})
}
