// Package findbar searches the open chat of a chat page: the bar, the highlighted matches in the
// conversation, and the navigation between them.
package findbar

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/find"
	"parlando/views/conversation"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
)

// batch is the number of messages searched at once: few, so that the first matches appear soon and
// memory never has to hold a whole chat.
const batch = 250

// Chat gives access to the open chat.
type Chat struct {
	// Read reads messages; it runs on a background goroutine.
	Read func(ctx context.Context, ids []chat.ID) ([]chat.Message, error)
	// ReplaceLive replaces stored replies that are still being written with their current content.
	ReplaceLive func([]chat.Message)
	// OnReadError returns a function that shows that the search failed and offers to search again.
	OnReadError func(sentence string, again func()) func(error)
	// Relayout lays out the page after the bar was shown or hidden; FocusMessage focuses the
	// message box.
	Relayout, FocusMessage func()
	// EndSearch ends the search through all chats that opened the bar. It is not called if the user
	// opened the bar.
	EndSearch func(query string)
	// Canvas returns the window's canvas, which Fyne cannot look up for a bar that has not been
	// painted yet.
	Canvas func() fyne.Canvas
}

// Controller searches the shown branch. Use it only on the window's thread.
type Controller struct {
	ctx   context.Context
	chat  Chat
	view  *conversation.View
	bar   *bar
	reads *uithread.Scope

	of     chat.ID
	thread []chat.ID
	// led is the query of the search through all chats that opened the bar, "" for no such search.
	led    string
	needle find.Needle
	// searched contains the messages already searched for needle; found holds their matches.
	searched map[chat.ID]bool
	found    map[chat.ID][]find.Span
	// at is the current match. If there is none, the first match at or after the message from
	// becomes the current one.
	at   conversation.Match
	from chat.ID
	// first is the message whose matches are numbered first, "" for the first message of the chat.
	first chat.ID
	// went means that the view has scrolled to a match, busy that a batch is being searched.
	went, busy bool
	// inSources means that the message that a search found has the words in its sources alone.
	inSources bool
}

// New returns a control for a conversation view, with a hidden bar. It stops reading when ctx is
// done.
func New(ctx context.Context, t *uithread.Thread, view *conversation.View, c Chat) *Controller {
	control := &Controller{ctx: ctx, chat: c, view: view, reads: uithread.NewScope(t)}
	control.bar = newBar(control)
	return control
}

// Bar returns the bar.
func (c *Controller) Bar() fyne.CanvasObject { return c.bar }

// Do runs a find command: it shows and focuses the bar, or goes to the next or previous match. It
// returns true, as pages do for commands they handle.
func (c *Controller) Do(command shell.Command) bool {
	if command != shell.Find && c.bar.Visible() {
		c.Step(command == shell.FindPrevious)
		return true
	}
	c.show()
	if c.needle.Empty() {
		c.typed(c.bar.words.Text)
	}
	return true
}

// OpenSearch shows the bar with the query of a search through all chats, and goes to the first
// match at or after the found message.
func (c *Controller) OpenSearch(query string, message chat.ID) {
	typed := c.bar.words.OnChanged
	c.bar.words.OnChanged = nil
	c.bar.words.SetText(query)
	c.bar.words.OnChanged = typed
	c.show()
	c.led = query
	c.search(find.Query(query), message, message)
}

func (c *Controller) show() {
	if !c.bar.Visible() {
		c.bar.Show()
		c.chat.Relayout()
	}
	c.bar.focus(c.chat.Canvas())
}

// Close hides the bar, removes the highlights, ends the search that opened the bar, and reports
// whether the bar was visible.
func (c *Controller) Close() bool {
	if !c.bar.Visible() {
		return false
	}
	c.bar.Hide()
	c.search(find.Needle{}, "", "")
	c.chat.Relayout()
	if c.led != "" {
		c.chat.EndSearch(c.led)
		c.led = ""
	}
	c.chat.FocusMessage()
	return true
}

// SetThread sets the shown branch of a conversation. Another conversation ends the search.
func (c *Controller) SetThread(conversation chat.ID, heads []chat.Head) {
	if c.of != conversation && c.bar.Visible() {
		c.bar.Hide()
		c.led = ""
		c.search(find.Needle{}, "", "")
		c.chat.Relayout()
	}
	c.of, c.thread = conversation, chat.IDs(heads)
	if !c.needle.Empty() {
		c.more()
		c.choose()
		c.paint()
	}
}

// Changed searches a changed message again, such as a reply that is being written.
func (c *Controller) Changed(id chat.ID) {
	if !c.needle.Empty() {
		delete(c.searched, id)
		c.more()
	}
}

// typed searches for the text in the bar.
func (c *Controller) typed(words string) {
	c.search(find.Phrase(words), c.view.TopMessage(), "")
}

func (c *Controller) search(n find.Needle, from, first chat.ID) {
	c.reads.Reset()
	c.busy, c.went, c.inSources = false, false, false
	c.needle, c.from, c.first, c.at = n, from, first, conversation.Match{}
	c.searched, c.found = map[chat.ID]bool{}, map[chat.ID][]find.Span{}
	if !n.Empty() {
		c.more()
	}
	c.paint()
}

// more searches the next batch of messages, starting at the user's reading position.
func (c *Controller) more() {
	if c.busy {
		return
	}
	var ids []chat.ID
	start := max(slices.Index(c.thread, c.from), 0)
	for i := range c.thread {
		if id := c.thread[(start+i)%len(c.thread)]; !c.searched[id] && len(ids) < batch {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return
	}
	c.busy = true
	for _, id := range ids {
		c.searched[id] = true // until the message changes
	}
	needle, inSources := c.needle, chat.ID("")
	first := c.first
	uithread.Load(c.reads, func() (map[chat.ID][]find.Span, error) {
		ms, err := c.chat.Read(c.ctx, ids)
		c.chat.ReplaceLive(ms)
		found := map[chat.ID][]find.Span{}
		for _, m := range ms {
			if spans := needle.In(m); len(spans) > 0 {
				found[m.ID] = spans
			} else if m.ID == first && needle.InSources(m) {
				inSources = m.ID
			}
		}
		return found, err
	}, func(found map[chat.ID][]find.Span) {
		c.busy = false
		for _, id := range ids {
			delete(c.found, id)
			if spans := found[id]; spans != nil {
				c.found[id] = spans
			}
		}
		if inSources != "" {
			c.went, c.inSources = true, true
			c.view.ShowSources(inSources)
		}
		c.more()
		c.choose()
		c.paint()
	}, func(err error) {
		c.busy = false
		c.bar.set(0, 0, true)
		c.chat.OnReadError(i18n.Text("This chat couldn't be searched."), func() { c.search(needle, c.from, c.first) })(err)
	})
}

// choose goes to the first match if no match is current. If the current match has disappeared,
// choose makes another match current without scrolling.
func (c *Controller) choose() {
	if len(c.found[c.at.Message]) > c.at.Index && slices.Contains(c.thread, c.at.Message) {
		return
	}
	c.at = conversation.Match{}
	start := max(slices.Index(c.thread, c.from), 0)
	for i := range c.thread {
		if id := c.thread[(start+i)%len(c.thread)]; len(c.found[id]) > 0 {
			c.at = conversation.Match{Message: id}
			if !c.went {
				c.went = true
				c.view.SetFound(c.found, c.at, true)
			}
			return
		}
	}
}

// Step goes to the next or the previous match and wraps around.
func (c *Controller) Step(back bool) {
	i := slices.Index(c.thread, c.at.Message)
	if i < 0 || !c.bar.Visible() {
		return
	}
	step, n := 1, c.at.Index+1
	if back {
		step, n = -1, c.at.Index-1
	}
	for n < 0 || n >= len(c.found[c.thread[i]]) {
		i = (i + step + len(c.thread)) % len(c.thread)
		n = 0
		if back {
			n = len(c.found[c.thread[i]]) - 1
		}
	}
	c.at = conversation.Match{Message: c.thread[i], Index: n}
	c.view.SetFound(c.found, c.at, true)
	c.paint()
}

// paint highlights the matches, and counts the matches in the shown branch.
func (c *Controller) paint() {
	at, sum := 0, 0
	start := max(slices.Index(c.thread, c.first), 0)
	for i := range c.thread {
		id := c.thread[(start+i)%len(c.thread)]
		if id == c.at.Message && c.at.Index < len(c.found[id]) {
			at = sum + c.at.Index + 1
		}
		sum += len(c.found[id])
	}
	c.view.SetFound(c.found, c.at, false)
	c.bar.set(at, sum, c.busy)
}
