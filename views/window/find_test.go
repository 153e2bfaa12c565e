package window

import (
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/app/find"
	"parlando/app/history/historytest"
	"parlando/views/seen"
	"parlando/views/theme"
)

// found returns how many places in sight are marked, and where the one is that is marked stronger.
func (p *user) found() (marks int, strong fyne.Position) {
	seen.Walk(p.canvas, true, func(o fyne.CanvasObject, from fyne.Position) {
		r, ok := o.(*canvas.Rectangle)
		if !ok || r.FillColor != fynetheme.Color(theme.ColorReadingMark) || r.StrokeWidth == 0 {
			return
		}
		if marks++; r.StrokeWidth == 2 {
			strong = from
		}
	})
	return marks, strong
}

// opensLong opens a chat of so many messages, and returns in how many places of it words stand.
func (p *user) opensLong(messages int, words string) (places int) {
	p.t.Helper()
	ids, err := historytest.Fill(p.t.Context(), p.History, 1, messages, time.Now())
	if err != nil {
		p.t.Fatal(err)
	}
	p.chat.Open(ids[0])
	p.until("the chat", func() bool { return p.open().ID == ids[0] })
	heads, err := p.History.Thread(p.t.Context(), ids[0])
	if err != nil {
		p.t.Fatal(err)
	}
	all, err := p.History.Messages(p.t.Context(), chat.IDs(heads))
	if err != nil {
		p.t.Fatal(err)
	}
	for _, m := range all {
		places += len(find.Phrase(words).In(m))
	}
	return places
}

// place returns which place the bar shows, and of how many; 0, 0 for none.
func (p *user) place() (at, of int) {
	for _, s := range seen.Texts(p.canvas) {
		if n, err := fmt.Sscanf(s, "%d of %d", &at, &of); err == nil && n == 2 {
			return at, of
		}
	}
	return 0, 0
}

func TestWordsAreFoundInALongChat(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		places := p.opensLong(600, historytest.Common)
		p.holds(fyne.KeyF)
		p.types("HARB")
		p.types("or")
		p.sees(fmt.Sprintf("of %d", places))
		marks, first := p.found()
		if marks == 0 || first.IsZero() {
			t.Fatalf("%d marks, the stronger one at %v", marks, first)
		}
		n, _ := p.place()
		if n <= 1 {
			t.Errorf("the place is the %d of %d, not one near the end", n, places)
		}
		for _, step := range []struct {
			do func()
			by int
		}{
			{func() { p.presses(fyne.KeyReturn) }, 1},
			{func() { p.holdsWith(fyne.KeyReturn, fyne.KeyModifierShift) }, -1},
			{func() { p.presses(fyne.KeyF3) }, 1},
			{func() { p.clicks("Next (F3)") }, 1},
			{func() { p.composer.FocusText(); p.presses(fyne.KeyF3) }, 1},
			{func() { p.holdsWith(fyne.KeyF3, fyne.KeyModifierShift) }, -1},
			{func() { p.clicks("Previous (Shift+F3)") }, -1},
		} {
			step.do()
			n = (n+step.by-1+places)%places + 1
			if at, of := p.place(); at != n || of != places {
				t.Errorf("at %d of %d, not %d of %d", at, of, n, places)
			}
			if _, strong := p.found(); strong.IsZero() {
				t.Errorf("%d of %d is not in sight", n, places)
			}
		}
		// From the last one on to the first, which was not read yet.
		for ; n != 1; n = n%places + 1 {
			p.presses(fyne.KeyF3)
		}
		if at, _ := p.place(); at != 1 {
			t.Errorf("after the last place comes the %d", at)
		}
		if _, strong := p.found(); strong.IsZero() {
			t.Error("the first place is not in sight")
		}
		p.holds(fyne.KeyF)
		p.types("no such words")
		p.sees("Not found")
		p.presses(fyne.KeyEscape)
		if marks, _ := p.found(); marks > 0 || p.named("Find in this chat") {
			t.Errorf("%d marks after Escape", marks)
		}
		p.types("x")
		p.wantsWritten("x")
	})
}

func TestWhatAReplySaysIsFoundWhileItIsWritten(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		p.holds(fyne.KeyF)
		p.types("a")
		p.sees(" of ")
		_, before := p.place()
		p.sends("And why is it white?")
		p.until("places in the reply", func() bool {
			_, of := p.place()
			return of > before+20 && p.isWriting()
		})
		p.holds(fyne.KeyF)
		p.presses(fyne.KeyEscape) // closes the bar, and the reply goes on
		if !p.isWriting() {
			t.Error("the reply was stopped")
		}
		p.readsToTheEnd()
	})
}

func TestAHitOfTheSearchLeadsToItsPlaces(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		places := p.opensLong(60, historytest.Common)
		p.holds(fyne.KeyN)
		p.holdsWith(fyne.KeyF, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
		p.types(historytest.Common)
		p.wait(time.Second)
		p.presses(fyne.KeyReturn)
		p.until("its chat", func() bool { return p.open().ID != "" })
		p.sees(fmt.Sprintf("1 of %d", places)) // in the newest message, which has the last place
		p.presses(fyne.KeyReturn)
		p.sees(fmt.Sprintf("2 of %d", places)) // the first of the chat
		if _, strong := p.found(); strong.IsZero() {
			t.Error("the first place is not in sight")
		}
		p.holds(fyne.KeyN)
		if p.named("Find in this chat") {
			t.Error("the bar is there in a new chat")
		}
		if p.sidebar.Query() != historytest.Common {
			t.Error("the search ended by itself")
		}
	})
}

func TestEscapeEndsTheSearchThatLedToAChat(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensLong(60, historytest.Common)
		p.holds(fyne.KeyN)
		p.holdsWith(fyne.KeyF, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift)
		p.types(historytest.Common)
		p.wait(time.Second)
		p.presses(fyne.KeyReturn)
		p.until("its chat", func() bool { return p.open().ID != "" && p.named("Find in this chat") })
		p.presses(fyne.KeyEscape)
		p.wait(time.Second)
		if p.named("Find in this chat") || p.sidebar.Query() != "" {
			t.Errorf("the list is still searched for %q", p.sidebar.Query())
		}
	})
}

func TestAChatThatCouldNotBeSearchedIsSearchedAgain(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.chatsWith(lighthouse)
		heal := h.failing("part")
		p.holds(fyne.KeyF)
		p.types("l")
		p.sees("This chat couldn't be searched.")
		p.seesNot("Not found")
		heal()
		p.triesAgain()
		p.sees(" of ")
	})
}
