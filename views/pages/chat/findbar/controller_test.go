package findbar

import (
	"context"
	"errors"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/app/chat"
	"parlando/views/conversation"
	"parlando/views/shell"
	"parlando/views/theme"
	"parlando/views/uithread"
)

func TestEachWayThroughTheMatches(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	view := conversation.New(conversation.Options{RunLater: func(f func()) { f() }, OnRune: func(rune) {}, OnPills: func() {}})
	texts := map[chat.ID]string{"first": "The sea, the sea.", "second": "Land.", "last": "A sea.", "other": "No water."}
	thread := uithread.New(func(f func()) { f() }, func() {})
	var w fyne.Window
	ended, focused := "", 0
	var lost error
	var again func()
	c := New(t.Context(), thread, view, Chat{
		Read: func(_ context.Context, ids []chat.ID) (all []chat.Message, err error) {
			for _, id := range ids {
				all = append(all, chat.Message{ID: id, Role: chat.User, State: chat.Done, Parts: []chat.Part{{Kind: chat.PartText, Text: texts[id]}}})
			}
			return all, lost
		},
		OnReadError: func(_ string, retry func()) func(error) { return func(error) { again = retry } },
		ReplaceLive: func([]chat.Message) {}, Relayout: func() {}, FocusMessage: func() { focused++ },
		EndSearch: func(query string) { ended = query }, Canvas: func() fyne.Canvas { return w.Canvas() },
	})
	w = test.NewTempWindow(t, c.Bar())
	do := func(f func()) { thread.WaitForReads(time.Minute, f) }
	press := func(name fyne.KeyName) func() {
		return func() { c.bar.words.TypedKey(&fyne.KeyEvent{Name: name}) }
	}
	heads := []chat.Head{{ID: "first"}, {ID: "second"}, {ID: "last"}}
	for _, step := range []struct {
		name      string
		do        func()
		at, found int
	}{
		{"typed", func() { c.SetThread("c", heads); c.Do(shell.Find); c.bar.words.SetText("sea") }, 1, 3},
		{"the next in the same message", func() { test.Tap(c.bar.behind) }, 2, 3},
		{"the last, in another message", press(fyne.KeyReturn), 3, 3},
		{"the first after the last", press(fyne.KeyDown), 1, 3},
		{"the last before the first", press(fyne.KeyUp), 3, 3},
		{"back", func() { test.Tap(c.bar.before) }, 2, 3},
		{"by command", func() { c.Do(shell.FindNext) }, 3, 3},
		{"back by command", func() { c.Do(shell.FindPrevious) }, 2, 3},
		{"its message changed to one match", func() { texts["first"] = "The sea."; c.Changed("first") }, 1, 2},
		{"its message has none", func() { texts["first"] = "Gone."; c.Changed("first") }, 1, 1},
		{"the only one is the next", press(fyne.KeyEnter), 1, 1},
		{"and the one before", press(fyne.KeyUp), 1, 1},
		{"none is left", func() { texts["last"] = "Gone."; c.Changed("last") }, 0, 0},
		{"nowhere to go", press(fyne.KeyDown), 0, 0},
		{"one more message", func() { texts["new"] = "Sea!"; c.SetThread("c", append(heads, chat.Head{ID: "new"})) }, 1, 1},
		{"from the search through all chats", func() { texts["first"] = "A sea."; c.OpenSearch("sea", "new") }, 1, 2},
	} {
		if do(step.do); c.bar.at != step.at || c.bar.found != step.found {
			t.Errorf("%s: %d of %d, want %d of %d", step.name, c.bar.at, c.bar.found, step.at, step.found)
		}
	}
	// Without all of the chat, the number of matches is not known.
	lost = errors.New("not read")
	do(func() { c.Changed("first") })
	if again == nil || c.bar.at != 0 || c.bar.found != 0 || !c.bar.searching {
		t.Fatalf("not read: %d of %d", c.bar.at, c.bar.found)
	}
	lost = nil
	if do(again); c.bar.found != 2 {
		t.Errorf("read again: %d found", c.bar.found)
	}
	// Closing ends the search that opened the bar, and only that.
	do(func() { test.Tap(c.bar.shut) })
	if ended != "sea" || focused != 1 || c.bar.Visible() || c.Close() {
		t.Errorf("ended %q, focused %d times, visible %v", ended, focused, c.bar.Visible())
	}
	ended = ""
	do(func() { c.Do(shell.Find); c.bar.words.SetText("sea"); press(fyne.KeyEscape)() })
	if ended != "" || c.bar.Visible() {
		t.Errorf("ended %q, visible %v", ended, c.bar.Visible())
	}
	// Another chat ends the search.
	do(func() { c.Do(shell.Find) })
	do(func() { c.SetThread("another", []chat.Head{{ID: "other"}}) })
	if c.bar.Visible() || c.bar.found != 0 || !c.needle.Empty() {
		t.Errorf("in another chat: visible %v, %d found", c.bar.Visible(), c.bar.found)
	}
}
