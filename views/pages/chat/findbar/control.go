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

// batch is the number of messages searched at once, so that the first matches appear soon and no
// chat is held in memory as a whole.
const batch = 250

// Chat gives access to the open chat.
type Chat struct {
	// Read reads messages; it runs on a background goroutine.
	Read func(ctx context.Context, ids []chat.ID) ([]chat.Message, error)
	// ReplaceLive replaces stored replies that are still being written with their current content.
	ReplaceLive func([]chat.Message)
	// OnReadError returns a function that shows that the search failed and offers to repeat it.
	OnReadError func(sentence string, again func()) func(error)
	// Relayout lays out the page after the bar was shown or hidden; FocusMessage focuses the
	// message box.
	Relayout, FocusMessage func()
	// EndSearch ends the search through all chats that opened the bar; it is not called for a bar
	// that the user opened.
	EndSearch func(query string)
	// Canvas returns the canvas of the window. Fyne does not know the canvas of a bar that was
	// never painted.
	Canvas func() fyne.Canvas
}

// Control searches the shown branch. It is used on the window's thread.
type Control struct {
	ctx   context.Context
	chat  Chat
	view  *conversation.View
	bar   *bar
	reads *uithread.Scope

	of     chat.ID
	thread []chat.ID
	// led is the query of the search that opened the bar, "" for none.
	led    string
	needle find.Needle
	// searched has the messages already searched for the needle, found the matches in them.
	searched map[chat.ID]bool
	found    map[chat.ID][]find.Span
	// at is the current match. Without one, the first match at or after the message from becomes
	// current.
	at   conversation.Match
	from chat.ID
	// first is the message whose matches are numbered first, "" for that at the top of the chat.
	first chat.ID
	// went means that the view has scrolled to a match, busy that messages are being searched.
	went, busy bool
}

// New returns a control for the conversation of a view, with a hidden bar. It reads until ctx is
// done.
func New(ctx context.Context, t *uithread.Thread, view *conversation.View, c Chat) *Control {
	control := &Control{ctx: ctx, chat: c, view: view, reads: uithread.NewScope(t)}
	control.bar = newBar(control)
	return control
}

// Bar returns the bar.
func (c *Control) Bar() fyne.CanvasObject { return c.bar }

// Do runs a find command: it shows and focuses the bar, or goes to the next or previous match. It
// returns true, as pages do for commands they handle.
func (c *Control) Do(command shell.Command) bool {
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

// OpenSearch shows the bar with the query of a search through all chats that found a message, and
// goes to the first match at or after that message.
func (c *Control) OpenSearch(query string, message chat.ID) {
	typed := c.bar.words.OnChanged
	c.bar.words.OnChanged = nil
	c.bar.words.SetText(query)
	c.bar.words.OnChanged = typed
	c.show()
	c.led = query
	c.search(find.Query(query), message, message)
}

func (c *Control) show() {
	if !c.bar.Visible() {
		c.bar.Show()
		c.chat.Relayout()
	}
	c.bar.focus(c.chat.Canvas())
}

// Close hides the bar, removes the highlights, ends the search that opened the bar, and reports
// whether the bar was visible.
func (c *Control) Close() bool {
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
func (c *Control) SetThread(conversation chat.ID, heads []chat.Head) {
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
func (c *Control) Changed(id chat.ID) {
	if !c.needle.Empty() {
		delete(c.searched, id)
		c.more()
	}
}

// typed searches for the text in the bar.
func (c *Control) typed(words string) {
	c.search(find.Phrase(words), c.view.TopMessage(), "")
}

func (c *Control) search(n find.Needle, from, first chat.ID) {
	c.reads.Reset()
	c.busy, c.went = false, false
	c.needle, c.from, c.first, c.at = n, from, first, conversation.Match{}
	c.searched, c.found = map[chat.ID]bool{}, map[chat.ID][]find.Span{}
	if !n.Empty() {
		c.more()
	}
	c.paint()
}

// more searches the next batch of messages, starting at the user's reading position.
func (c *Control) more() {
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
		c.searched[id] = true // until it changes
	}
	needle := c.needle
	uithread.Load(c.reads, func() (map[chat.ID][]find.Span, error) {
		ms, err := c.chat.Read(c.ctx, ids)
		c.chat.ReplaceLive(ms)
		found := map[chat.ID][]find.Span{}
		for _, m := range ms {
			if spans := needle.In(m); len(spans) > 0 {
				found[m.ID] = spans
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
		c.more()
		c.choose()
		c.paint()
	}, func(err error) {
		c.busy = false
		c.bar.set(0, 0, true)
		c.chat.OnReadError(i18n.Text("This chat couldn't be searched."), func() { c.search(needle, c.from, c.first) })(err)
	})
}

// choose goes to the first match if there is no current one. If the current match has disappeared,
// it selects another without scrolling.
func (c *Control) choose() {
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
func (c *Control) Step(back bool) {
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

// paint highlights the matches, and counts those of the shown branch.
func (c *Control) paint() {
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
