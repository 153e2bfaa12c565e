package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"parlando/app/chat"
	"parlando/app/e2e"
	"parlando/app/history"
)

// The titles of the chats with long replies. shortChat is opened before the others, to load fonts.
const (
	shortChat      = "A few words"
	paragraphChat  = "4 MB in one paragraph"
	linesChat      = "4 MB in lines"
	paragraphsChat = "4 MB in many paragraphs"
	thinkingChat   = "4 MB of thinking"
)

// longReplies are the replies of the other chats.
var longReplies = []struct {
	title    string
	thinking bool
	gap      string
}{
	{title: paragraphChat, gap: " "},
	{title: linesChat, gap: "\n"},
	{title: paragraphsChat, gap: "\n\n"},
	{title: thinkingChat, gap: "\n\n", thinking: true},
}

// longText returns size bytes of sentences, each followed by gap.
func longText(size int, gap string) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "The quick *brown* fox `jumps` over %d lazy dogs, and then some more words follow it, one by one.%s", i, gap)
	}
	return b.String()[:size-len(gap)] + gap
}

// addLong adds the chats with long replies.
func addLong(ctx context.Context, h *history.Store, connection chat.ID) {
	list := []history.ImportedConversation{answered(shortChat, connection, chat.Part{Kind: chat.PartText, Text: longText(500, " ")})}
	for _, r := range longReplies {
		parts := []chat.Part{{Kind: chat.PartText, Text: longText(chat.MaxReplyBytes, r.gap)}}
		if r.thinking {
			parts[0].Kind = chat.PartReasoning
			parts = append(parts, chat.Part{Kind: chat.PartText, Text: "Done."})
		}
		list = append(list, answered(r.title, connection, parts...))
	}
	check(h.Import(ctx, list))
}

// answered returns a chat with one question and its reply.
func answered(title string, connection chat.ID, parts ...chat.Part) history.ImportedConversation {
	now := time.Now()
	c := chat.Conversation{ID: chat.NewID(), Title: title, Connection: connection, Model: warmUp, Created: now, Updated: now}
	question := chat.Message{ID: chat.NewID(), Conversation: c.ID, Role: chat.User, State: chat.Done, Created: now, Parts: []chat.Part{{Kind: chat.PartText, Text: "Go on."}}}
	reply := chat.Message{
		ID: chat.NewID(), Conversation: c.ID, Parent: question.ID, Role: chat.Assistant, State: chat.Done, Finish: chat.FinishStop, Created: now, Parts: parts,
		Request: &chat.Request{ID: chat.NewID(), Asked: warmUp, Started: now, Ended: now.Add(time.Second)},
	}
	return history.ImportedConversation{Conversation: c, Messages: []chat.Message{question, reply}}
}

// long measures opening chats with replies of 4 MB and using the window meanwhile.
func (b *bench) long(ctx context.Context) {
	library := filepath.Join(b.dir, "long")
	fill(ctx, library, b.load.address, addLong)
	used := map[string]time.Duration{}
	for _, r := range longReplies {
		used[r.title] = b.openLong(ctx, library, r.title)
	}
	b.report("15 processor of one paragraph against lines", "≤ 1.3 x", "%.2f x", used[paragraphChat].Seconds()/used[linesChat].Seconds())
}

// openLong measures opening one chat: first without pressing keys, then while typing into the
// message, then while turning pages of the conversation.
func (b *bench) openLong(ctx context.Context, library, title string) time.Duration {
	l := b.startLong(ctx, library)
	defer l.Kill()
	pid := l.Process.Pid
	pss := must(e2e.PSS(pid))
	most := make(chan float64, 1)
	watch, cancel := context.WithCancel(ctx)
	defer cancel()
	pages := up
	open := func() time.Duration { return l.open(ctx, title) }
	if title == thinkingChat {
		pages = down // the expanded reasoning starts at its beginning
		open = func() time.Duration {
			l.open(ctx, title)
			return l.painted(ctx, l.middle, func() { check(l.Click(ctx, "Thinking")) })
		}
	}
	first := open()
	go func() { most <- mostPSS(watch, pid) }()
	used, took := l.rest(ctx)
	cancel()
	peak := <-most
	pause(ctx, 8*time.Second)
	left := must(e2e.PSS(pid))
	b.tellHeap(l.Program)
	again := func(focus func(), area e2e.Rect, keys []string) string {
		l.open(ctx, shortChat)
		pause(ctx, time.Second)
		open()
		focus()
		return waitsSaid(l.keyWaits(ctx, area, keys, took+time.Second))
	}
	typed := again(func() { check(l.Press(ctx, "key ctrl+l")) }, l.box, letters)
	turned := again(func() { l.focus(ctx) }, l.middle, pages)
	b.report("15 open "+title, "≤ 100 ms, keys ≤ 100 ms, ≤ +150 MB",
		"%d ms; letters meanwhile %s, pages %s; %.2f s of processor in %.1f s; %+.0f MB at most, %+.0f 8 s after it",
		first.Milliseconds(), typed, turned, used.Seconds(), took.Seconds(), peak-pss, left-pss)
	return used
}

// useLong measures other commands on a long reply: the time to the first repaint of each command
// and of the pages turned until the layout is complete, and the processor time.
func (b *bench) useLong(ctx context.Context) {
	library := filepath.Join(b.dir, "used")
	fill(ctx, library, b.load.address, addLong)
	l := b.startLong(ctx, library)
	defer l.Kill()
	l.open(ctx, paragraphChat)
	press := func(key string) func() { return func() { check(l.Press(ctx, "key "+key)) } }
	for _, a := range []struct {
		name string
		do   func()
		keys []string
	}{
		{"Home", press("Home"), down},
		{"End", press("End"), up},
		{"all selected", press("ctrl+a"), up},
		// Copying repaints nothing, so only the keys after it are measured.
		{"all selected and copied", func() { press("ctrl+a")(); press("ctrl+c")() }, up},
		{"narrower window", func() { check(l.Resize(ctx, 1000, 700)) }, down},
		// While the layout is incomplete, only the pages at the beginning can be turned.
		{"larger text", press("ctrl+plus"), down},
		{"find opened", press("ctrl+f"), letters},
	} {
		l.rest(ctx)
		l.focus(ctx)
		pause(ctx, 300*time.Millisecond)
		before := must(e2e.CPU(l.Process.Pid))
		first := l.painted(ctx, l.whole, a.do)
		waits := l.keyWaits(ctx, l.whole, a.keys, 3*time.Second)
		b.report("15 "+a.name, "≤ 100 ms", "%d ms; keys after it %s; %.2f s of processor", first.Milliseconds(), waitsSaid(waits), (must(e2e.CPU(l.Process.Pid)) - before).Seconds())
	}
	var waits []time.Duration
	for range 8 {
		for _, title := range []string{shortChat, paragraphChat} {
			waits = append(waits, l.open(ctx, title))
		}
	}
	used, took := l.rest(ctx)
	b.report("15 between chats while it is laid out", "≤ 100 ms", "%s; at rest after %.1f s and %.2f s of processor", waitsSaid(waits), took.Seconds(), used.Seconds())
}

const (
	endless      = "endless-500000-400"
	endlessBurst = "endless-500000-0"
)

// endless measures replies that never end, at 400 KB/s and as fast as possible: keys pressed
// meanwhile, and the time until Parlando ends the reply.
func (b *bench) endless(ctx context.Context) {
	for _, model := range []string{endless, endlessBurst} {
		for name, keys := range map[string][]string{"letters": letters, "pages": up} {
			library := filepath.Join(b.dir, model+name) // a new library has no draft
			fill(ctx, library, b.load.address, addLong)
			l := b.startLong(ctx, library)
			err := attempt(func() { b.oneEndless(ctx, l, model, name, keys) })
			l.Kill()
			check(err)
		}
	}
}

func (b *bench) oneEndless(ctx context.Context, l *longChat, model, name string, keys []string) {
	choose(ctx, l.Program, model)
	check(l.Type(ctx, question))
	pss := must(e2e.PSS(l.Process.Pid))
	most := make(chan float64, 1)
	watch, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { most <- mostPSS(watch, l.Process.Pid) }()
	before, start := must(e2e.CPU(l.Process.Pid)), time.Now()
	l.painted(ctx, l.middle, func() { check(l.Press(ctx, "key Return")) })
	follow(ctx, l.Program)
	area := l.box
	if name == "pages" {
		l.focus(ctx)
		area = l.middle
	}
	waits := l.keyWaits(ctx, area, keys, 20*time.Second)
	// the message about the end is at the bottom
	check(errors.Join(l.GoToEnd(ctx), l.Key(ctx, "ctrl+l")))
	must(l.WaitFor(ctx, "The reply got too long, so Parlando ended it."))
	ended := time.Since(start)
	l.rest(ctx)
	used := must(e2e.CPU(l.Process.Pid)) - before
	cancel()
	peak := <-most
	pause(ctx, 8*time.Second)
	b.tellHeap(l.Program)
	b.report("15 "+model, "keys ≤ 100 ms, ≤ +150 MB", "%s meanwhile %s; end seen after at most %.1f s; %.2f s of processor; %+.0f MB at most, %+.0f 8 s after it",
		name, waitsSaid(waits), ended.Seconds(), used.Seconds(), peak-pss, must(e2e.PSS(l.Process.Pid))-pss)
}
