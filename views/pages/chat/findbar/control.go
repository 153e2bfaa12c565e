// Package findbar finds words in the open chat of a chat page: the bar, the marks in the
// conversation, and the way from place to place.
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

// batch is the number of messages that are searched at once, so that the first places are shown
// soon and no chat is in memory as a whole.
const batch = 250

// Chat gives access to the open chat.
type Chat struct {
	// Read reads messages; it runs on a goroutine of its own.
	Read func(ctx context.Context, ids []chat.ID) ([]chat.Message, error)
	// Live puts what is known of replies that are still written in place of what was read.
	Live func([]chat.Message)
	// Failed returns what says that the chat could not be searched, and offers to do it again.
	Failed func(sentence string, again func()) func(error)
	// Relayout has the bar shown or taken away; Write takes the keyboard back to the message box.
	Relayout, Write func()
	// Canvas returns that of the window, which Fyne does not know of a bar that was never painted.
	Canvas func() fyne.Canvas
}

// Control finds words in the branch that is shown. It is used on the window's thread.
type Control struct {
	ctx   context.Context
	chat  Chat
	view  *conversation.View
	bar   *bar
	reads *uithread.Scope

	of     chat.ID
	thread []chat.ID
	needle find.Needle
	// searched are the messages that were searched for the needle, found the places in them.
	searched map[chat.ID]bool
	found    map[chat.ID][]find.Span
	// at is the place that is shown. Without one, the first from the message from on is gone to.
	at   conversation.Place
	from chat.ID
	// went says that a place was gone to, busy that messages are being searched.
	went, busy bool
}

// New makes a control for the conversation of a view, with a bar that is not shown yet. What it
// reads is read while ctx lasts.
func New(ctx context.Context, t *uithread.Thread, view *conversation.View, c Chat) *Control {
	control := &Control{ctx: ctx, chat: c, view: view, reads: uithread.NewScope(t)}
	control.bar = newBar(control)
	return control
}

// Bar returns the bar.
func (c *Control) Bar() fyne.CanvasObject { return c.bar }

// Do carries out a command of finding: the bar is shown, to write into, or the next place. It
// reports true, as a page does of what it carries out.
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

// OpenFound shows the bar with a query of a search through all chats, which found a message, and
// goes to the first place from there on.
func (c *Control) OpenFound(query string, message chat.ID) {
	typed := c.bar.words.OnChanged
	c.bar.words.OnChanged = nil
	c.bar.words.SetText(query)
	c.bar.words.OnChanged = typed
	c.show()
	c.search(find.Query(query), message)
}

func (c *Control) show() {
	if !c.bar.Visible() {
		c.bar.Show()
		c.chat.Relayout()
	}
	c.bar.focus(c.chat.Canvas())
}

// Close takes the bar and the marks away, and reports whether there was a bar.
func (c *Control) Close() bool {
	if !c.bar.Visible() {
		return false
	}
	c.bar.Hide()
	c.search(find.Needle{}, "")
	c.chat.Relayout()
	c.chat.Write()
	return true
}

// SetThread takes over the branch that is shown of a conversation. In another one nothing is looked
// for.
func (c *Control) SetThread(conversation chat.ID, heads []chat.Head) {
	if c.of != conversation && c.bar.Visible() {
		c.bar.Hide()
		c.search(find.Needle{}, "")
		c.chat.Relayout()
	}
	c.of, c.thread = conversation, chat.IDs(heads)
	if !c.needle.Empty() {
		c.more()
		c.choose()
		c.paint()
	}
}

// Changed searches a message again that has changed, such as a reply that is being written.
func (c *Control) Changed(id chat.ID) {
	if !c.needle.Empty() {
		delete(c.searched, id)
		c.more()
	}
}

// typed looks for what stands in the bar.
func (c *Control) typed(words string) { c.search(find.Phrase(words), conversation.FirstShown(c.view)) }

func (c *Control) search(n find.Needle, from chat.ID) {
	c.reads.Reset()
	c.busy, c.went = false, false
	c.needle, c.from, c.at = n, from, conversation.Place{}
	c.searched, c.found = map[chat.ID]bool{}, map[chat.ID][]find.Span{}
	if !n.Empty() {
		c.more()
	}
	c.paint()
}

// more searches the next messages that were not searched yet: first those that follow the place
// where the reader is.
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
		c.chat.Live(ms)
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
		c.chat.Failed(i18n.Text("This chat could not be searched."), func() { c.search(needle, c.from) })(err)
	})
}

// choose goes to the first place, where none is shown yet. Where the one that was shown is gone,
// another is chosen, and the reader stays.
func (c *Control) choose() {
	if len(c.found[c.at.Message]) > c.at.N && slices.Contains(c.thread, c.at.Message) {
		return
	}
	c.at = conversation.Place{}
	start := max(slices.Index(c.thread, c.from), 0)
	for i := range c.thread {
		if id := c.thread[(start+i)%len(c.thread)]; len(c.found[id]) > 0 {
			c.at = conversation.Place{Message: id}
			if !c.went {
				c.went = true
				c.view.SetFound(c.found, c.at, true)
			}
			return
		}
	}
}

// Step goes to the next place, or to the one before, and from the last on to the first.
func (c *Control) Step(back bool) {
	i := slices.Index(c.thread, c.at.Message)
	if i < 0 || !c.bar.Visible() {
		return
	}
	step, n := 1, c.at.N+1
	if back {
		step, n = -1, c.at.N-1
	}
	for n < 0 || n >= len(c.found[c.thread[i]]) {
		i = (i + step + len(c.thread)) % len(c.thread)
		n = 0
		if back {
			n = len(c.found[c.thread[i]]) - 1
		}
	}
	c.at = conversation.Place{Message: c.thread[i], N: n}
	c.view.SetFound(c.found, c.at, true)
	c.paint()
}

// paint marks the places, and counts those of the branch that is shown.
func (c *Control) paint() {
	at, sum := 0, 0
	for _, id := range c.thread {
		if id == c.at.Message && c.at.N < len(c.found[id]) {
			at = sum + c.at.N + 1
		}
		sum += len(c.found[id])
	}
	c.view.SetFound(c.found, c.at, false)
	c.bar.set(at, sum, c.busy)
}
