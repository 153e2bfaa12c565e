package navigation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/owner"
	"parlando/app/projects"
	"parlando/app/transcripts"
	"parlando/views/shell"
	"parlando/views/sidebar"
	"parlando/views/theme"
	"parlando/views/uithread"
)

// countingStore is a library that counts reads, and refuses to be read while err is set.
type countingStore struct {
	*history.Store
	orders int
	asked  [][]chat.ID
	err    error
}

func (c *countingStore) Order(ctx context.Context) (chat.Order, error) {
	c.orders++
	if c.err != nil {
		return nil, c.err
	}
	return c.Store.Order(ctx)
}

func (c *countingStore) Summaries(ctx context.Context, ids []chat.ID) (map[chat.ID]chat.Summary, error) {
	c.asked = append(c.asked, ids)
	if c.err != nil {
		return nil, c.err
	}
	return c.Store.Summaries(ctx, ids)
}

// noTranscripts is an owner of transcripts that has none.
type noTranscripts struct{}

func (noTranscripts) Search(context.Context, string, int) ([]transcripts.Hit, error) { return nil, nil }

// world is a window of a sidebar alone, above a real library.
type world struct {
	*Navigation
	shell.Host
	side     *sidebar.Sidebar
	t        *testing.T
	history  *countingStore
	projects *projects.Projects
	marks    *changes.Marks
	queue    chan func()
	window   fyne.Window
	said     []string
	action   func()
}

// Change implements Host.
func (w *world) Change(write func(context.Context) error) { w.ChangeThen(write, func() {}) }

// ChangeThen implements Host.
func (w *world) ChangeThen(write func(context.Context) error, done func()) {
	if err := write(context.Background()); err != nil {
		w.said = append(w.said, err.Error())
		return
	}
	done()
}

// Canvas implements Host.
func (w *world) Canvas() fyne.Canvas { return w.window.Canvas() }

// ShowSidebar implements Host.
func (w *world) ShowSidebar() {}

// ReadErrorHandler implements Host.
func (w *world) ReadErrorHandler(sentence string, again func()) func(error) {
	return func(error) { w.Say(sentence, "Try again", again) }
}

// Say implements Host.
func (w *world) Say(sentence, _ string, action func()) {
	w.said, w.action = append(w.said, sentence), action
}

// story shows a sidebar for a library of so many chats, the last of which is the newest.
func story(t *testing.T, chats int, tell func(t *testing.T, w *world, ids []chat.ID)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		marks := changes.New()
		store, err := history.Open(t.Context(), t.TempDir(), history.Options{CommonOptions: owner.CommonOptions{Marks: marks}})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		ids := make([]chat.ID, chats)
		list := make([]history.ImportedConversation, chats)
		for i := range chats {
			ids[i] = chat.NewID()
			list[i].Conversation = chat.Conversation{ID: ids[i], Title: fmt.Sprint("Chat ", i), Created: time.Now().Add(time.Duration(i-chats) * time.Hour)}
		}
		if err := store.Import(t.Context(), list); err != nil {
			t.Fatal(err)
		}
		marks.Take()
		test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
		w := &world{t: t, side: sidebar.New(), history: &countingStore{Store: store}, marks: marks, projects: projects.New(projects.Options{CommonOptions: owner.CommonOptions{Marks: marks}, Database: store.Database()}), queue: make(chan func(), 100)}
		thread := uithread.New(func(f func()) { w.queue <- f }, func() {})
		w.Navigation = New(t.Context(), thread, w.side, Owners{w.history, noTranscripts{}, w.projects}, w)
		w.OnRead, w.OnDeleted = func(map[chat.ID]chat.Summary) {}, func(chat.ID) bool { return false }
		w.window = test.NewWindow(w.side)
		defer w.window.Close()
		w.window.Resize(fyne.NewSize(255, 800))
		w.Changed("")
		w.drain()
		tell(t, w, ids)
	})
}

// drain does what the window's thread has to do until nothing is left, what changed included.
func (w *world) drain() {
	for {
		synctest.Wait()
		select {
		case f := <-w.queue:
			f()
			continue
		default:
		}
		changed := w.marks.Take()
		if len(changed) == 0 {
			return
		}
		for _, c := range changed {
			if c.Topic == changes.Conversations {
				w.Changed(chat.ID(c.ID))
			}
		}
	}
}

// shown are the rows of the list that exist, from top to bottom.
func (w *world) shown() (titles []string) {
	for _, o := range test.LaidOutObjects(w.side) {
		if a, is := o.(fyne.Accessible); is && strings.HasSuffix(fmt.Sprintf("%T", o), "list.carryRow") {
			titles = append(titles, a.AccessibilityLabel())
		}
	}
	return titles
}

// read takes what was read since the last time.
func (w *world) read() (orders int, ids []chat.ID) {
	orders, ids = w.history.orders, slices.Concat(w.history.asked...)
	w.history.orders, w.history.asked = 0, nil
	return orders, ids
}

func (w *world) may(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
	w.drain()
}

func TestAChangeOfOneChatReadsThatOne(t *testing.T) {
	story(t, 2000, func(t *testing.T, w *world, ids []chat.ID) {
		if orders, read := w.read(); orders != 1 || len(read) > 100 {
			t.Errorf("at the start %d orders and %d chats are read", orders, len(read))
		}
		one := ids[3] // far out of sight
		only := func(what string, did error, want ...chat.ID) {
			t.Helper()
			w.may(did)
			if orders, read := w.read(); orders != 0 || !slices.Equal(read, want) {
				t.Errorf("%s: %d orders are read, and %d chats: %q", what, orders, len(read), read)
			}
			fresh, err := w.history.Store.Order(t.Context())
			if err != nil || !slices.Equal(w.side.Order(), fresh) {
				t.Errorf("%s: the list is another than a fresh read gives, %v", what, err)
			}
		}
		only("renamed", w.history.Rename(t.Context(), one, "Mine"), one)
		asked := chat.Message{ID: chat.NewID(), Conversation: one, Role: chat.User, State: chat.Done, Parts: []chat.Part{{Kind: chat.PartText, Text: "And now?"}}}
		only("asked", w.history.BeginTurn(t.Context(), history.Turn{User: &asked}), one)
		if rows := w.shown(); !slices.Contains(rows[:5], "Mine") {
			t.Errorf("it is not on top: %q", rows)
		}
		only("another model", w.history.SetModel(t.Context(), one, "", "other"))
		only("pinned", w.history.Pin(t.Context(), ids[7], true), ids[7])
		w.Delete(one)
		only("deleted", nil, one)
		if slices.Contains(w.shown(), "Mine") {
			t.Error("it is still shown")
		}
		w.action()
		only("brought back", nil, one)
		if !slices.Contains(w.shown(), "Mine") {
			t.Error("it is not shown again")
		}
	})
}

func TestOnlyWhatIsSeenIsRead(t *testing.T) {
	story(t, 2000, func(t *testing.T, w *world, ids []chat.ID) {
		w.read()
		reaches := func(key fyne.KeyName, last chat.ID) {
			t.Helper()
			w.press(key)
			w.drain()
			found, err := w.history.Store.Summaries(t.Context(), []chat.ID{last})
			if err != nil || !slices.Contains(w.shown(), found[last].Title) || slices.Contains(w.shown(), "…") {
				t.Errorf("%s shows %q, %v", key, w.shown(), err)
			}
			if orders, read := w.read(); orders > 0 || len(read) > 100 {
				t.Errorf("%s reads %d orders and %d chats", key, orders, len(read))
			}
		}
		reaches(fyne.KeyEnd, ids[0])
		reaches(fyne.KeyUp, ids[0])
		reaches(fyne.KeyHome, ids[len(ids)-1])
	})
}

// press types a key into the list.
func (w *world) press(key fyne.KeyName) {
	for _, o := range test.LaidOutObjects(w.side) {
		if f, is := o.(fyne.Focusable); is && strings.HasSuffix(fmt.Sprintf("%T", o), "list.FocusList") {
			w.window.Canvas().Focus(f)
			f.TypedKey(&fyne.KeyEvent{Name: key})
		}
	}
}

func TestRowsThatCannotBeReadAreOfferedAgain(t *testing.T) {
	const sentence = "Your chats couldn't be listed. They're still saved."
	story(t, 2000, func(t *testing.T, w *world, ids []chat.ID) {
		w.history.err = errors.New("the disk is gone")
		w.press(fyne.KeyEnd)
		w.drain()
		if !slices.Equal(w.said, []string{sentence}) {
			t.Errorf("said %q", w.said)
		}
		w.read()
		w.press(fyne.KeyUp)
		w.drain()
		if _, read := w.read(); len(read) > 0 {
			t.Error("it is read again and again")
		}
		w.history.err = nil
		w.action()
		w.drain()
		if rows := w.shown(); len(rows) < 5 || slices.Contains(rows, "…") {
			t.Errorf("shown %q", rows)
		}
	})
	story(t, 5, func(t *testing.T, w *world, ids []chat.ID) {
		w.history.err = errors.New("the disk is gone")
		w.may(w.history.Rename(t.Context(), ids[0], "Mine"))
		w.history.err = nil
		w.action()
		w.drain()
		if !slices.Contains(w.shown(), "Mine") {
			t.Errorf("what changed meanwhile is not shown: %q", w.shown())
		}
	})
}
