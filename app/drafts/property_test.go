package drafts

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/history/historytest"
)

// stepsOfARun is the number of events in each of rapid's runs, of which there are a hundred.
const stepsOfARun = 100

var errRefused = errors.New("the disk refuses")

// moody is a library whose disk refuses when it is told to.
type moody struct {
	*history.Store
	reads, writes atomic.Bool // refuse
}

func (m *moody) Unsent(ctx context.Context, id chat.ID) (history.UnsentContent, error) {
	if m.reads.Load() {
		return history.UnsentContent{}, errRefused
	}
	return m.Store.Unsent(ctx, id)
}

func (m *moody) SaveUnsent(ctx context.Context, u history.UnsentChange) error {
	if m.writes.Load() {
		return errRefused
	}
	return m.Store.SaveUnsent(ctx, u)
}

func (m *moody) FormFields(ctx context.Context) ([]history.FormField, error) {
	if m.reads.Load() {
		return nil, errRefused
	}
	return m.Store.FormFields(ctx)
}

func (m *moody) SaveFormFields(ctx context.Context, fields []history.FormField) error {
	if m.writes.Load() {
		return errRefused
	}
	return m.Store.SaveFormFields(ctx, fields)
}

func (m *moody) PromoteUnsent(ctx context.Context, c chat.Conversation, u history.UnsentChange) (bool, error) {
	if m.writes.Load() {
		return false, errRefused
	}
	return m.Store.PromoteUnsent(ctx, c, u)
}

func (m *moody) BeginTurn(ctx context.Context, t history.Turn) error {
	if m.writes.Load() {
		return errRefused
	}
	return m.Store.BeginTurn(ctx, t)
}

// box is a message box: it shows a draft as it was when it last looked.
type box struct {
	*MessageBox // nil while it is closed
	draft       chat.Draft
}

// writer is somebody who does everything that can be done with drafts, and remembers each word.
type writer struct {
	*rapid.T
	dir     string
	disk    *moody
	drafts  *Drafts
	boxes   [2]box
	chats   []chat.ID
	flying  []*TakenMessage
	undo    []discardedEdit
	words   int
	chatted int
	// gone was deleted. fresh was written and freshGone deleted after the disk last had everything;
	// maybe was so when Parlando was killed, and is there or not.
	gone, fresh, freshGone, maybe map[string]bool
}

// discardedEdit is an edit that the user discarded and can take up again, as long as the same box
// is shown.
type discardedEdit struct {
	box  *MessageBox
	edit chat.Draft
}

var word = regexp.MustCompile(`<\d+>`)

func (w *writer) new(n int) (text string) {
	for range n {
		w.words++
		one := fmt.Sprintf("<%d>", w.words)
		w.fresh[one] = true
		text += one
	}
	return text
}

// wrong is the failure of the property, on the way to the goroutine of rapid.
type wrong string

func (w *writer) fail(format string, args ...any) { panic(wrong(fmt.Sprintf(format, args...))) }

func (w *writer) check(err error) {
	if err != nil {
		w.fail("%v", err)
	}
}

func (w *writer) start() {
	store, err := history.Open(context.Background(), w.dir, history.Options{})
	w.check(err)
	w.disk = &moody{Store: store}
	w.drafts = New(Options{Store: w.disk})
	w.boxes, w.flying, w.undo = [2]box{}, nil, nil
	w.show(&w.boxes[0], rapid.SampledFrom(w.chats).Draw(w.T, "first"))
}

// end closes the library; killed lets nothing more be written.
func (w *writer) end(killed bool) {
	if !killed {
		for _, t := range w.flying {
			t.GiveBack(nil)
		}
	}
	w.disk.writes.Store(w.disk.writes.Load() || killed)
	if err := w.drafts.Close(); err == nil && !killed {
		w.settled()
	}
	maps.Copy(w.maybe, w.fresh)
	maps.Copy(w.maybe, w.freshGone)
	w.settled()
	w.check(w.disk.Store.Close())
}

// settled: the disk has everything.
func (w *writer) settled() {
	clear(w.fresh)
	clear(w.freshGone)
}

// show opens a chat in a box. The other one is closed if it shows that chat.
func (w *writer) show(b *box, id chat.ID) {
	for i := range w.boxes {
		if one := &w.boxes[i]; one.MessageBox != nil && (one == b || one.state().id == id) {
			one.Leave()
			one.MessageBox = nil
		}
	}
	var v Snapshot
	b.MessageBox, v = w.drafts.Open(id)
	b.draft = v.Draft
}

// state is a copy of what the box shows.
func (b *box) state() entry {
	b.drafts.mu.Lock()
	defer b.drafts.mu.Unlock()
	return *b.entry
}

func (b *box) look() {
	if v := b.Get(); v.Changed {
		b.draft = v.Draft
	}
}

func (b *box) set() { b.draft = b.Set(b.draft).Draft }

// shown is a message box. It may not have looked since something joined its draft.
func (w *writer) shown() *box {
	b := &w.boxes[rapid.IntRange(0, 1).Draw(w.T, "box")]
	if b.MessageBox == nil {
		b = &w.boxes[0]
	}
	if b.MessageBox == nil {
		w.show(b, w.anyChat())
	}
	return b
}

func (w *writer) anyChat() chat.ID { return rapid.SampledFrom(w.chats).Draw(w.T, "chat") }

// deleted notes that words were deleted by the user.
func (w *writer) deleted(d chat.Draft) {
	for _, one := range word.FindAllString(fmt.Sprint(d.Text, d.Parts), -1) {
		w.gone[one], w.freshGone[one] = true, true
	}
}

func (w *writer) steps() map[string]func() {
	return map[string]func(){
		"type": func() {
			b := w.shown()
			at := 0
			if places := word.FindAllStringIndex(b.draft.Text, -1); len(places) > 0 && rapid.Bool().Draw(w.T, "behind") {
				at = places[rapid.IntRange(0, len(places)-1).Draw(w.T, "word")][1]
			}
			b.draft.Text = b.draft.Text[:at] + w.new(1) + b.draft.Text[at:]
			b.set()
		},
		"delete": func() {
			b := w.shown()
			if places := word.FindAllStringIndex(b.draft.Text, -1); len(places) > 0 {
				p := rapid.SampledFrom(places).Draw(w.T, "word")
				w.deleted(chat.Draft{Text: b.draft.Text[p[0]:p[1]]})
				b.draft.Text = b.draft.Text[:p[0]] + b.draft.Text[p[1]:]
				b.set()
			}
		},
		"attach": func() {
			b := w.shown()
			b.draft.Parts = append(b.draft.Parts, chat.Part{Kind: chat.PartPasted, Text: w.new(1)})
			b.set()
		},
		"look": func() { w.shown().look() },
		"read": func() {
			b := w.shown()
			if e := b.state(); len(w.flying) > 0 && (e.becomes != nil || e.after != nil) {
				return // it waits for what is sent
			}
			if err := w.drafts.Read(context.Background(), b.state().id); err != nil && !errors.Is(err, errRefused) {
				w.fail("%v", err)
			}
		},
		"dictate into any chat": func() { w.drafts.Append(w.anyChat(), chat.Draft{Text: w.new(2)}) },
		"open": func() {
			b := &w.boxes[rapid.IntRange(0, 1).Draw(w.T, "box")]
			w.show(b, w.anyChat())
		},
		"new chat": func() {
			id := chat.NewID()
			store := w.drafts.Detach(chat.Conversation{ID: id})
			w.chats = append(w.chats, id)
			if len(w.flying) == 0 {
				_, _ = store(context.Background())
			}
			w.show(&w.boxes[0], "")
		},
		"leave an empty chat": func() {
			if len(w.flying) == 0 {
				_ = w.drafts.RemoveEmpty(context.Background(), w.anyChat())
			}
		},
		"send":                     w.send,
		"refuse":                   func() { w.land(func(t *TakenMessage) { t.GiveBack(errRefused) }) },
		"queue":                    func() { w.land(w.queue) },
		"store":                    func() { w.land(w.commit) },
		"the reply ends":           w.next,
		"the reply ends badly":     func() { w.drafts.Pause(w.anyChat(), ReplyFailed) },
		"send now":                 func() { w.fly(w.drafts.Resume(w.anyChat(), nil)) },
		"take back":                func() { w.unqueue(w.drafts.TakeBack) },
		"edit what waits":          func() { w.unqueue(w.drafts.EditQueued) },
		"edit":                     w.edit,
		"leave the edit":           w.leaveEdit,
		"discard the edit":         w.discardEdit,
		"take up the edit again":   w.undoEdit,
		"the disk reads or not":    func() { w.disk.reads.Store(!w.disk.reads.Load()) },
		"the disk writes or not":   func() { w.disk.writes.Store(!w.disk.writes.Load()) },
		"the disk is well":         w.heal,
		"half a second":            w.wait,
		"start anew":               w.restart,
		"read, and look, and type": func() { w.steps()["read"](); w.shown().look(); w.steps()["type"]() },
	}
}

// restart ends Parlando, one way or the other, and starts it.
func (w *writer) restart() {
	switch rapid.IntRange(0, 8).Draw(w.T, "how") {
	case 0:
		w.end(false)
	case 1:
		w.end(true)
	case 2:
		w.heal()
		w.wait()
		w.end(true)
	default:
		return // it takes long
	}
	w.start()
}

func (w *writer) heal() {
	w.disk.reads.Store(false)
	w.disk.writes.Store(false)
}

// wait lets pass the time after which everything has to be on disk, unless the disk refuses.
func (w *writer) wait() {
	time.Sleep(500 * time.Millisecond)
	synctest.Wait()
	if !w.disk.writes.Load() {
		time.Sleep(retryMost) // it may have refused before
		synctest.Wait()
		if len(w.flying) == 0 { // what becomes a chat of its own waits for what is sent
			w.settled()
		}
	}
}

func (w *writer) send() {
	b := w.shown()
	if b.draft.Text == "" && len(b.draft.Parts) == 0 {
		return
	}
	t, v := b.Take(b.draft)
	b.draft = v.Draft
	w.flying = append(w.flying, t)
}

// land decides about a message that is on its way.
func (w *writer) land(how func(*TakenMessage)) {
	if len(w.flying) == 0 {
		return
	}
	i := rapid.IntRange(0, len(w.flying)-1).Draw(w.T, "message")
	t := w.flying[i]
	w.flying = slices.Delete(w.flying, i, i+1)
	how(t)
}

func (w *writer) queue(t *TakenMessage) {
	if t.Conversation() == "" {
		t.GiveBack(nil)
		return
	}
	t.Queue(nil)
}

// unqueue takes a message of a chat out of its queue.
func (w *writer) unqueue(take func(conversation, id chat.ID) bool) {
	id := w.anyChat()
	if all := w.drafts.Queued(id); len(all) > 0 {
		take(id, rapid.SampledFrom(all).Draw(w.T, "queued").ID)
	}
}

func (w *writer) commit(t *TakenMessage) {
	into := t.Conversation()
	w.drafts.mu.Lock()
	waits := t.entry.after != nil
	w.drafts.mu.Unlock()
	if waits && len(w.flying) > 0 {
		w.flying = append(w.flying, t) // one before it has to land first
		return
	}
	turn := history.Turn{}
	if !w.stored(into) {
		into = chat.NewID()
		turn.Conversation = &chat.Conversation{ID: into}
	}
	parts := append(slices.Clone(t.Draft().Parts), chat.Part{Kind: chat.PartText, Text: t.Draft().Text})
	turn.User = &chat.Message{ID: chat.NewID(), Conversation: into, Role: chat.User, Parts: parts}
	err := t.Commit(into, func(rest history.UnsentChange) error {
		turn.Unsent = &rest
		return w.disk.BeginTurn(context.Background(), turn)
	})
	switch {
	case err != nil && !errors.Is(err, errRefused):
		w.fail("%v", err)
	case err != nil:
		t.GiveBack(err)
	default:
		w.chatted++
		if turn.Conversation != nil {
			w.chats = append(w.chats, into)
		}
	}
}

func (w *writer) stored(id chat.ID) bool {
	_, err := w.disk.Conversation(context.Background(), id)
	return err == nil
}

func (w *writer) next() { w.fly(w.drafts.Next(w.anyChat())) }

// fly lets a message, nil for none, be on its way.
func (w *writer) fly(t *TakenMessage) {
	if t != nil {
		w.flying = append(w.flying, t)
	}
}

func (w *writer) edit() {
	b := w.shown()
	b.look()
	v := b.Get()
	if !v.Read {
		return
	}
	// The words of the message that is edited are new ones here, so that each is in one place.
	edit := chat.Draft{Text: w.new(1), Edits: chat.ID(fmt.Sprint("m", rapid.IntRange(1, 2).Draw(w.T, "edits")))}
	if v.Draft.Edits == edit.Edits {
		w.deleted(edit)
		return
	}
	was := b.draft
	edited := v.Edited
	b.draft = b.BeginEdit(edit).Draft
	if b.draft.Text != edit.Text { // a canceled edit goes on instead
		w.deleted(edit)
	}
	if was.Edits != "" && !edited { // a message as it is stored
		w.deleted(was)
	}
}

func (w *writer) leaveEdit() {
	b := w.shown()
	b.look()
	was := b.draft
	v, kept := b.EndEdit()
	b.draft = v.Draft
	if was.Edits != "" && !kept {
		w.deleted(was)
	}
}

func (w *writer) discardEdit() {
	b := w.shown()
	b.look()
	was := b.draft
	v, left := b.DiscardEdit()
	b.draft = v.Draft
	if was.Edits == "" {
		return
	}
	w.deleted(was)
	w.undo = append(w.undo, discardedEdit{b.MessageBox, left})
}

func (w *writer) undoEdit() {
	b := w.shown()
	b.look()
	v := b.Get()
	last := len(w.undo) - 1
	if last < 0 || w.undo[last].box != b.MessageBox || !v.Read || v.Draft.Edits != "" {
		return
	}
	edit := w.undo[last].edit
	w.undo = w.undo[:last]
	b.KeepEdit(edit)
	b.draft = b.BeginEdit(chat.Draft{Edits: edit.Edits}).Draft
	b.set()
	for _, one := range word.FindAllString(fmt.Sprint(edit.Text, edit.Parts), -1) {
		delete(w.gone, one)
		w.fresh[one] = true
	}
}

// count looks where each word is.
func (w *writer) count() {
	store, err := history.Open(context.Background(), w.dir, history.Options{})
	w.check(err)
	defer store.Close()
	d := New(Options{Store: store})
	defer func() { w.check(d.Close()) }()
	found := map[string]int{}
	note := func(text string, parts []chat.Part) {
		for _, one := range word.FindAllString(fmt.Sprint(text, parts), -1) {
			found[one]++
		}
	}
	list, err := store.Order(context.Background())
	w.check(err)
	ids := map[chat.ID]bool{}
	for _, id := range w.chats {
		ids[id] = true
	}
	for _, c := range list {
		ids[c.ID] = true
		heads, err := store.Thread(context.Background(), c.ID)
		w.check(err)
		for _, h := range heads {
			siblings, err := store.Siblings(context.Background(), h.ID)
			w.check(err)
			ms, err := store.Messages(context.Background(), siblings)
			w.check(err)
			for _, m := range ms {
				note("", m.Parts)
			}
		}
	}
	for id := range ids {
		b, _ := d.Open(id)
		w.check(d.Read(context.Background(), id))
		v := b.Get()
		for _, kept := range b.entry.edits {
			note(kept.draft.Text, kept.draft.Parts)
		}
		note(v.Draft.Text, v.Draft.Parts)
		for _, q := range v.Queued {
			note(q.Draft.Text, q.Draft.Parts)
		}
		if v.Draft.Edits != "" {
			v, _ = b.EndEdit()
			note(v.Draft.Text, v.Draft.Parts)
		}
	}
	for i := 1; i <= w.words; i++ {
		one := fmt.Sprintf("<%d>", i)
		n := found[one]
		switch {
		case n > 1:
			w.fail("%s is there %d times", one, n)
		case w.maybe[one]:
		case n == 0 && !w.gone[one]:
			w.fail("%s is lost", one)
		case n == 1 && w.gone[one]:
			w.fail("%s was deleted and is there", one)
		}
	}
}

func TestEachWordIsInOnePlace(t *testing.T) {
	template := t.TempDir()
	store, err := history.Open(t.Context(), template, history.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, b := chat.NewID(), chat.NewID()
	if err := errors.Join(historytest.Add(t.Context(), store, chat.Conversation{ID: a, Title: "A"}), historytest.Add(t.Context(), store, chat.Conversation{ID: b, Title: "B"}), store.Close()); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		dir := filepath.Join(t.TempDir(), "library")
		if err := os.CopyFS(dir, os.DirFS(template)); err != nil {
			rt.Fatal(err)
		}
		w := &writer{
			T: rt, dir: dir, chats: []chat.ID{"", a, b},
			gone: map[string]bool{}, fresh: map[string]bool{}, freshGone: map[string]bool{}, maybe: map[string]bool{},
		}
		var failed any // a panic of rapid's, which belongs into the goroutine of Check
		synctest.Test(t, func(*testing.T) {
			defer func() {
				if failed = recover(); failed != nil {
					_ = w.drafts.Close()
					_ = w.disk.Store.Close()
				}
			}()
			w.run()
		})
		_ = os.RemoveAll(dir)
		if said, ok := failed.(wrong); ok {
			rt.Fatal(said)
		} else if failed != nil {
			panic(failed)
		}
	})
}

func (w *writer) run() {
	w.start()
	steps := w.steps()
	names := append(slices.Sorted(maps.Keys(steps)), "type", "type", "type", "send", "store", "read", "read")
	for range stepsOfARun {
		steps[rapid.SampledFrom(names).Draw(w.T, "step")]()
	}
	w.heal()
	w.wait()
	w.end(false)
	w.count()
}
