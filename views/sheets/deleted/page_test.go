package deleted

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/app/chat"
	"parlando/views/theme"
	"parlando/views/widgets"
)

var now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// opened is the page in a window of its own, large enough for some rows.
func opened(t *testing.T) (*page, fyne.Window) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	w := test.NewTempWindow(t, nil)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(560, 600))
	p := newPage(w.Canvas())
	w.SetContent(p)
	return p, w
}

// shownItem is an item in the page.
type shownItem struct {
	object                 *widgets.Box
	title, about           *widgets.Text
	look, putBack, removal *widgets.Button
}

func (r shownItem) buttons() []*widgets.Button {
	return []*widgets.Button{r.look, r.putBack, r.removal}
}

func (p *page) rows() (all []shownItem) {
	for _, line := range p.Object().Objects {
		box, ok := line.(*widgets.Box)
		if !ok {
			continue
		}
		r := shownItem{object: box}
		var said []*widgets.Text
		var buttons []*widgets.Button
		for _, o := range test.LaidOutObjects(box) {
			switch o := o.(type) {
			case *widgets.Text:
				said = append(said, o)
			case *widgets.Button:
				buttons = append(buttons, o)
			}
		}
		r.title, r.about = said[0], said[1]
		r.look, r.putBack, r.removal = buttons[0], buttons[1], buttons[2]
		all = append(all, r)
	}
	return all
}

// items are so many chats, one deleted each hour before now.
func items(n int) (all []entry) {
	for i := range n {
		all = append(all, entry{ID: chat.ID(fmt.Sprint("chat", i)), Title: fmt.Sprint("Chat ", i), At: now.Add(-time.Duration(i) * time.Hour)})
	}
	return all
}

func TestEachButtonIsToldWithItsItem(t *testing.T) {
	p, _ := opened(t)
	var said []string
	say := func(what string) func(entry) { return func(i entry) { said = append(said, what+" "+i.Title) } }
	p.OnLook, p.OnPutBack, p.OnDelete = say("look"), say("put back"), say("delete")
	p.OnTryAgain = func() { said = append(said, "try again") }
	list := []entry{
		{Kind: wholeChat, ID: "a", Title: "Jam", At: now},
		{Kind: someMessages, ID: "a", Title: "And plums?", At: now, Count: 2, Chat: "Jam"},
		{Kind: aTranscript, ID: "b", Title: "Interview", At: now},
		{Kind: aRecording, ID: "c", Title: "Memo", At: now},
		{Kind: aSoundFile, ID: "d", Title: "Letter", At: now, Empty: "The audio file wasn't finished."},
	}
	p.Set(contents{Items: list, Unread: "Not all could be listed.", Now: now})
	for _, r := range p.rows() {
		for _, b := range r.buttons() {
			test.Tap(b)
		}
	}
	for _, o := range test.LaidOutObjects(p) {
		if b, is := o.(*widgets.Button); is && b.AccessibilityLabel() == "Try again" {
			test.Tap(b)
		}
	}
	want := []string{
		"look Jam", "put back Jam", "delete Jam", "look And plums?", "put back And plums?", "delete And plums?",
		"look Interview", "put back Interview", "delete Interview",
		"look Memo", "put back Memo", "delete Memo", "put back Letter", "delete Letter", "try again",
	}
	if !slices.Equal(said, want) {
		t.Errorf("said %q\nwant %q", said, want)
	}
}

func TestARowSaysWhatItIsAndHowLongItStays(t *testing.T) {
	p, _ := opened(t)
	const day = 24 * time.Hour
	for _, c := range []struct {
		kind kind
		ago  time.Duration
		want string
	}{
		{wholeChat, 0, "Chat · Deleted: Today, 12:00 · 30 days left"},
		{someMessages, day, "4 messages from “Jam” · Deleted: Yesterday, 12:00 · 29 days left"},
		{aTranscript, day, "Transcript · Deleted: Yesterday, 12:00 · 29 days left"},
		{aRecording, 29*day + time.Hour, "Recording · Deleted: 24 Oct 2026, 11:00 · 1 day left"},
		{aSoundFile, 31 * day, "Audio file · Deleted: 22 Oct 2026, 12:00 · Will be deleted the next time you open Parlando"},
	} {
		p.Set(contents{Items: []entry{{Kind: c.kind, ID: "a", Title: "Title", At: now.Add(-c.ago), Count: 4, Chat: "Jam"}}, Now: now})
		if got := p.rows()[0].about.Text(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestTheSoundThatIsHeardCanBePaused(t *testing.T) {
	p, _ := opened(t)
	p.Set(contents{Items: []entry{
		{Kind: aRecording, ID: "a", Title: "Memo", At: now}, {Kind: aSoundFile, ID: "b", Title: "Letter", At: now}, {Kind: wholeChat, ID: "c", Title: "Jam", At: now},
	}, Playing: "b", Now: now})
	want := func(names ...string) {
		t.Helper()
		for i, name := range names {
			if got := p.rows()[i].look.AccessibilityLabel(); got != name {
				t.Errorf("row %d: %q, want %q", i, got, name)
			}
			if b := p.rows()[i].look; b.Size().Width < b.MinSize().Width {
				t.Errorf("row %d: the button is %v wide and wants %v", i, b.Size().Width, b.MinSize().Width)
			}
		}
	}
	want("Play", "Pause", "View")
	p.SetPlaying("a")
	want("Pause", "Play", "View")
	p.SetPlaying("")
	want("Play", "Play", "View")
}

// Who works with the keyboard goes on where the item was that has gone.
func TestTheKeyboardStaysInTheList(t *testing.T) {
	p, w := opened(t)
	list := items(3)
	set := func(items ...entry) { p.Set(contents{Items: items, Now: now}) }
	set(list...)
	w.Canvas().Focus(p.rows()[1].putBack)
	had := p.rows()[1].putBack
	set(list...)
	if w.Canvas().Focused() != fyne.Focusable(had) {
		t.Error("the same list took the keyboard away")
	}
	set(list[0], list[2])
	if w.Canvas().Focused() != fyne.Focusable(p.rows()[1].putBack) || p.rows()[1].title.Text() != list[2].Title {
		t.Error("it is not at the item that came in its place")
	}
	set(list[0])
	if w.Canvas().Focused() != fyne.Focusable(p.rows()[0].putBack) {
		t.Error("it is not at the last one")
	}
	set()
	if f := w.Canvas().Focused(); f != nil {
		t.Errorf("it is at %T, which is not there", f)
	}
}

func TestALongListIsShownInSteps(t *testing.T) {
	p, w := opened(t)
	p.Set(contents{Items: items(step + 7), Now: now})
	if len(p.rows()) != step {
		t.Fatalf("%d rows", len(p.rows()))
	}
	for _, o := range test.LaidOutObjects(p) {
		if b, is := o.(*widgets.Button); is && b.AccessibilityLabel() == "Show more" {
			test.Tap(b)
		}
	}
	if len(p.rows()) != step+7 || w.Canvas().Focused() != fyne.Focusable(p.rows()[step].look) {
		t.Errorf("%d rows, the keyboard is at %T", len(p.rows()), w.Canvas().Focused())
	}
}

// However large the letters are and however narrow the page, nothing of a row lies over something
// else or outside.
func TestARowHasRoomForItsWords(t *testing.T) {
	p, w := opened(t)
	for _, size := range []float32{1, 2} {
		fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Dark, size))
		for _, width := range []float32{560, 400} {
			w.Resize(fyne.NewSize(width, 600))
			p.Set(contents{Items: []entry{{Kind: aTranscript, ID: "a", Title: "A conversation with somebody about a great many things", At: now}}, Now: now})
			r := p.rows()[0]
			at := func(o fyne.CanvasObject) fyne.Position {
				return fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
			}
			below := at(r.about).Y + r.about.MinSize().Height
			for _, b := range r.buttons() {
				from := at(b)
				if from.Y < below || from.X+b.Size().Width > width || from.Y+b.Size().Height > at(r.object).Y+r.object.Size().Height {
					t.Errorf("at size %v, %v wide: %q is at %v, the words end at %v", size, width, b.AccessibilityLabel(), from, below)
				}
			}
		}
	}
}
