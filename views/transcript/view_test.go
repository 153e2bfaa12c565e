package transcript

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/app/transcripts"
	"parlando/views/seen"
	"parlando/views/seen/seentest"
	"parlando/views/textview/edit"
	"parlando/views/theme"
)

func TestWordsAreWrittenWhereTheyStand(t *testing.T) {
	w := shows(t)
	w.click("E a escola ficava longe?")
	w.press(fyne.KeyEnd, fyne.KeyLeft)
	w.types(" daqui")
	if got := w.owned[4].Text; got != "E a escola ficava longe?" {
		t.Errorf("the owner was told before the typing stood still: %q", got)
	}
	w.rests()
	w.wantLine(4, "E a escola ficava longe daqui?")
	w.answer()
	w.types(", então")
	w.press(fyne.KeyDown) // whoever leaves a line has written it
	w.wantLine(4, "E a escola ficava longe daqui, então?")
	if w.lines.table.written.row != 5 {
		t.Errorf("the caret is in line %d", w.lines.table.written.row)
	}
	if e := w.lines.writer; !e.changed && !e.waiting && len(w.done) != 2 {
		t.Errorf("there are %d steps", len(w.done))
	}
}

func TestALineIsDividedAndJoinedAgain(t *testing.T) {
	w := shows(t)
	w.click("Uns três quilómetros. Mas íamos")
	w.lines.writer.caret.Move(len("Uns três quilómetros."), false)
	w.press(fyne.KeyReturn)
	w.wantLine(5, "Uns três quilómetros.")
	w.wantLine(6, "Mas íamos todos juntos, a cantar.")
	// 21 of 55 characters of the six seconds from 0:25 on.
	if got := w.owned[6].Start; got < 27*time.Second || got > 28*time.Second || w.owned[5].End != got || w.owned[6].End != 31*time.Second {
		t.Errorf("it begins at %v", got)
	}
	w.types("E ")       // before the owner has answered
	w.press(fyne.KeyUp) // tells it
	w.wantLine(6, "E Mas íamos todos juntos, a cantar.")
	w.answer()
	w.press(fyne.KeyDown, fyne.KeyHome, fyne.KeyDelete, fyne.KeyDelete, fyne.KeyBackspace)
	w.wantLine(5, "Uns três quilómetros. Mas íamos todos juntos, a cantar.")
	if n := len(w.Text()); n != 14 || len(w.owned) != 14 {
		t.Errorf("there are %d lines, and %d", n, len(w.owned))
	}
	if got := w.lines.writer.caret.At; got != len("Uns três quilómetros. ") {
		t.Errorf("the caret is at %d", got)
	}
	w.press(fyne.KeyEnd, fyne.KeyDelete)
	w.wantLine(5, "Uns três quilómetros. Mas íamos todos juntos, a cantar. Ainda se lembra de alguma dessas canções?")
}

func TestNothingIsDividedWhereThereIsNothing(t *testing.T) {
	w := shows(t)
	w.click("Respondiam de longe?")
	w.press(fyne.KeyHome, fyne.KeyReturn, fyne.KeyEnd, fyne.KeyReturn)
	if len(w.done) > 0 || len(w.Text()) != 14 {
		t.Errorf("%d steps, %d lines", len(w.done), len(w.Text()))
	}
	w.click("Boa tarde")
	w.press(fyne.KeyHome, fyne.KeyBackspace)
	w.ctrl(fyne.KeyEnd)
	w.press(fyne.KeyDelete)
	if len(w.done) > 0 {
		t.Error("the first line was joined with nothing")
	}
}

func TestALineWithoutWordsGoes(t *testing.T) {
	w := shows(t)
	w.click("Respondiam de longe?")
	w.lines.TypedShortcut(&fyne.ShortcutSelectAll{})
	w.press(fyne.KeyBackspace)
	w.rests()
	if len(w.owned) != 14 {
		t.Error("it went while somebody was in it")
	}
	w.press(fyne.KeyDown)
	if len(w.owned) != 13 || len(w.Text()) != 13 {
		t.Errorf("%d lines are left, and %d", len(w.owned), len(w.Text()))
	}
	if w.lines.writer.text() != "De longe, sim. Ouvia-se tudo naquele tempo." {
		t.Errorf("the caret is in %q", w.lines.writer.text())
	}
}

func TestEveryStepIsTakenBackAndMadeAgain(t *testing.T) {
	w := shows(t)
	w.click("E a escola ficava longe?")
	w.press(fyne.KeyEnd)
	w.types(" Sim.")
	w.press(fyne.KeyHome)
	w.ctrl(fyne.KeyRight)
	w.ctrl(fyne.KeyRight)
	w.press(fyne.KeyReturn)
	w.answer()
	w.wantLine(4, "E a")
	w.ctrl(fyne.KeyZ)
	w.wantLine(4, "E a escola ficava longe? Sim.")
	w.ctrl(fyne.KeyZ)
	w.wantLine(4, "E a escola ficava longe?")
	if got := w.lines.table.written; got.row != 4 || w.lines.writer.caret.At != len("E a escola ficava longe?") {
		t.Errorf("the caret is at %d of line %d", w.lines.writer.caret.At, got.row)
	}
	w.ctrl(fyne.KeyZ) // there is none
	w.ctrl(fyne.KeyZ, fyne.KeyModifierShift)
	w.wantLine(4, "E a escola ficava longe? Sim.")
	w.ctrl(fyne.KeyZ, fyne.KeyModifierShift)
	w.wantLine(5, "escola ficava longe? Sim.")
}

func TestWhatIsTypedWhileAStepIsTakenBackIsNotLost(t *testing.T) {
	w := shows(t)
	w.click("E a escola ficava longe?")
	w.press(fyne.KeyEnd)
	w.types("X")
	var late func()
	w.undo = func() { late = func() { w.step(&w.done, &w.undone) } }
	w.ctrl(fyne.KeyZ)
	w.types("abc")
	late()
	w.lines.writer.tell(false)
	w.wantLine(4, "E a escola ficava longe?abc")
}

func TestLinesThatArriveDoNotTakeAwayWhatIsBeingTyped(t *testing.T) {
	w := shows(t)
	w.click("E a escola ficava longe?")
	w.press(fyne.KeyEnd)
	w.types(" Muito")
	w.owned[2].Translation = "I would like to begin"
	w.answer()
	w.types("!")
	w.rests()
	w.wantLine(4, "E a escola ficava longe? Muito!")
}

func TestASpaceThatIsNotKeptIsThereToTypeOnAfter(t *testing.T) {
	w := shows(t)
	w.click("E a escola ficava longe?")
	w.press(fyne.KeyEnd)
	w.types(" Sim, ")
	w.rests()
	if got := w.owned[4].Text; got != "E a escola ficava longe? Sim," {
		t.Fatalf("the owner has %q", got)
	}
	w.answer()
	w.types("claro.")
	w.rests()
	w.wantLine(4, "E a escola ficava longe? Sim, claro.")
}

func TestTheColumnIsKeptOverAShortLine(t *testing.T) {
	w := shows(t)
	w.give(done(), []Line{{ID: 1, Text: "A line of some length"}, {ID: 2, Text: "Short"}, {ID: 3, Text: "A line of some length"}})
	w.click("A line of some length")
	w.lines.writer.caret.Move(15, false)
	for _, want := range []cell{{row: 1}, {row: 2}} {
		w.press(fyne.KeyDown)
		if got := w.lines.table.written; got != want {
			t.Fatalf("the caret is in %+v, want %+v", got, want)
		}
	}
	if at := w.lines.writer.caret.At; at != 15 {
		t.Errorf("two lines below the 15th character, the caret is at the %dth", at)
	}
}

func TestANoticeHasItsButton(t *testing.T) {
	w := shows(t)
	w.SetNotice("Translating…", "Cancel", func() { w.say("cancel") })
	if !w.reads("Translating…") {
		t.Errorf("it says %q", seen.Texts(w.window.Canvas()))
	}
	w.tap("Cancel")
	w.wantDid("cancel")
	w.SetNotice("", "", nil)
	if w.reads("Translating…") {
		t.Error("it stays")
	}
}

func TestATimeIsHeard(t *testing.T) {
	w := shows(t)
	w.click("00:31")
	w.wantDid("hear 31s")
	if w.lines.table.written.row >= 0 {
		t.Error("it is written in")
	}
	w.click("Respondiam de longe?")
	w.ctrl(fyne.KeyReturn)
	w.wantDid("hear 58s")
	w.press(fyne.KeyEscape)
	w.types(" ")
	w.wantDid("toggle")
}

func TestALineIsHeardAgainAndAgain(t *testing.T) {
	w := shows(t)
	w.lines.hover = hover{4, onWords}
	w.lines.paint.show()
	place := seen.Find(w.window.Canvas(), true, "Repeat this line").PaintedControl
	if place == nil {
		t.Fatal("no line offers it")
	}
	w.clickAt(place.Center())
	w.wantDid("loop 23s 25s true")
	w.lines.writer.split() // nothing is written: nothing happens
	w.clickAt(place.Center())
	w.wantDid("loop 0s 0s false")
	w.lines.setLoop(4)
	w.did = nil
	w.StopLoop()
	w.StopLoop() // there is none any more
	w.wantDid("loop 0s 0s false")
	w.lines.setLoop(4)
	w.did = nil
	// What stands before it may be divided; the line stays the same.
	w.click("É um prazer. Fiquem")
	w.lines.writer.caret.Move(len("É um prazer."), false)
	w.press(fyne.KeyReturn)
	w.answer()
	if got := w.Text()[w.lines.sound.loop].Text; got != "E a escola ficava longe?" {
		t.Errorf("now %q is heard again and again", got)
	}
}

// The line that is repeated keeps its icon when the pointer has gone, in the accent color; that of
// another line is an offer.
func TestTheRepeatedLineCanBeTold(t *testing.T) {
	w := shows(t)
	repeats := func() (all []string) {
		for _, line := range seentest.Describe(w.window.Canvas()) {
			if _, color, ok := strings.Cut(line, "icon repeat "); ok {
				all = append(all, color)
			}
		}
		return all
	}
	w.lines.setLoop(4)
	for row, want := range map[int][]string{-1: {"accent"}, 4: {"accent"}, 6: {"accent", "muted"}} {
		w.lines.hover = hover{row, onWords}
		w.lines.paint.show()
		if got := repeats(); !slices.Equal(got, want) {
			t.Errorf("the pointer at line %d: the icons are %q, want %q", row, got, want)
		}
	}
}

func TestWhatSoundsIsMarkedAndFollowed(t *testing.T) {
	w := open(t, theme.Light, 744, 400)
	w.give(done(), interview())
	w.SetPlaybackPosition(true, 17*time.Second)
	if w.lines.sound.line != 3 || w.marked() == nil {
		t.Fatalf("line %d is marked", w.lines.sound.line)
	}
	w.SetPlaybackPosition(true, 66*time.Second)
	if !w.lines.table.view.IsVisible(13) || w.marked() == nil {
		t.Error("it is not followed")
	}
	// A reader who scrolls away is left alone.
	w.lines.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 2000)})
	if !w.follow.Visible() {
		t.Error("the way back is not offered")
	}
	w.SetPlaybackPosition(true, 50*time.Second)
	if w.lines.table.view.Top != 0 {
		t.Error("the reader was taken along")
	}
	w.tap("Follow playback")
	if !w.lines.table.view.IsVisible(10) || w.follow.Visible() {
		t.Error("the way back leads nowhere")
	}
	w.SetPlaybackPosition(true, 0)
	if !w.lines.table.view.IsVisible(0) {
		t.Error("it is not followed again")
	}
	w.SetPlaybackPosition(false, 0)
	if w.marked() != nil {
		t.Error("something is marked in silence")
	}
	// A sound that is loaded anew is followed, also by a reader who scrolled away from the one
	// before.
	w.SetPlaybackPosition(true, 0)
	w.lines.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -2000)})
	w.SetPlaybackPosition(false, 0)
	w.SetPlaybackPosition(true, time.Second)
	if !w.lines.table.view.IsVisible(0) {
		t.Error("a sound that is loaded anew is not followed")
	}
}

func TestNobodyWhoWritesIsTakenAlong(t *testing.T) {
	w := open(t, theme.Light, 744, 400)
	w.give(done(), interview())
	w.SetPlaybackPosition(true, time.Second)
	w.click("Boa tarde")
	w.SetPlaybackPosition(true, 66*time.Second)
	if w.lines.table.view.Top != 0 || !w.follow.Visible() {
		t.Error("the one who writes was taken along")
	}
}

func TestSearch(t *testing.T) {
	w := shows(t)
	w.tap("Search in this transcript")
	w.types("ERA")
	if !w.reads("1 of 4") {
		t.Fatalf("it says %q", w.finder.count.Text)
	}
	w.press(fyne.KeyReturn, fyne.KeyReturn)
	if !w.reads("3 of 4") {
		t.Errorf("it says %q", w.finder.count.Text)
	}
	w.press(fyne.KeyUp, fyne.KeyUp, fyne.KeyUp)
	if !w.reads("4 of 4") || w.finder.before.Disabled() || w.finder.behind.Disabled() {
		t.Errorf("it says %q, and leads nowhere", w.finder.count.Text)
	}
	w.tap("Aa")
	if !w.reads("Not found") || !w.finder.before.Disabled() || !w.finder.behind.Disabled() {
		t.Errorf("it says %q, and leads on", w.finder.count.Text)
	}
	w.tap("Aa")
	w.window.Canvas().Focus(w.finder.words)
	w.press(fyne.KeyEscape)
	if w.finder.Visible() || len(w.lines.find.all) > 0 {
		t.Error("the search is still there")
	}
}

func TestOneAndAllAreReplaced(t *testing.T) {
	w := shows(t)
	w.Replace()
	w.finder.words.SetText("longe")
	w.finder.with.SetText("perto")
	if !w.reads("1 of 3") {
		t.Fatalf("it says %q", w.finder.count.Text)
	}
	w.tap("Replace") // the switch has the same name, and stands above
	if w.finder.replaces {
		w.tap("Replace")
	} else {
		w.finder.setReplaces(true)
	}
	w.finder.replaceOne()
	w.wantLine(4, "E a escola ficava perto?")
	if !w.reads("1 of 2") {
		t.Errorf("it says %q", w.finder.count.Text)
	}
	w.did = nil
	w.tap("Replace all")
	w.answer()
	w.wantLine(11, "Respondiam de perto?")
	w.wantDid("Replaced 2 times.")
	if !w.reads("Not found") {
		t.Errorf("it says %q", w.finder.count.Text)
	}
	w.lines.writer.undo()
	w.wantLine(11, "Respondiam de longe?")
	w.lines.writer.undo()
	w.wantLine(4, "E a escola ficava longe?")
}

// Words are found where they run from one line into the next, and marked in both. What lies within
// a line goes before.
func TestWordsAreFoundOverTheEndOfALine(t *testing.T) {
	w := shows(t)
	w.give(done(), []Line{
		{ID: 1, Text: "It was a cold"}, {ID: 2, Text: "winter"}, {ID: 3, Text: "night, and la la"}, {ID: 4, Text: "la la land"}, {ID: 5, Text: "of É"}, {ID: 6, Text: "COLE and more"},
	})
	for _, c := range []struct {
		what  string
		whole bool
		want  []match
	}{
		{"cold winter", false, []match{{0, 9, 13, 1, 6}}},
		{"COLD winter night", true, []match{{0, 9, 13, 2, 5}}},
		{"old w", false, []match{{0, 10, 13, 1, 1}}},
		{"old w", true, nil},
		{"winter nigh", true, nil},
		{"la la", false, []match{{2, 11, 16, 2, 16}, {3, 0, 5, 3, 5}}},
		{"land of é cole", true, []match{{3, 6, 10, 5, 4}}},
		{"cold  winter", false, nil},
		{"and more ", false, nil},
		{"it was a cold", false, []match{{0, 0, 13, 0, 13}}},
	} {
		w.lines.find.search(c.what, false, c.whole)
		if got := w.lines.find.all; !slices.Equal(got, c.want) {
			t.Errorf("%q, whole %v: %v, want %v", c.what, c.whole, got, c.want)
		}
	}
	w.tap("Search in this transcript")
	w.types("cold winter night")
	if !w.reads("1 of 1") {
		t.Errorf("it says %q", w.finder.count.Text)
	}
	marked := 0
	for _, g := range w.grounds() {
		if g.FillColor == fynetheme.Color(theme.ColorReadingMark) && g.StrokeWidth == 2 && g.Visible() {
			marked++
		}
	}
	if marked != 3 {
		t.Errorf("%d lines are marked, want 3", marked)
	}
	// It is nothing that is replaced in a line, and nothing changes.
	w.did = nil
	w.finder.with.SetText("x")
	w.finder.replaceOne()
	w.wantDid("This match runs over two lines. Change the lines by hand.")
	w.finder.replaceAll()
	w.wantDid("This match runs over two lines. Change the lines by hand.")
	w.wantLine(0, "It was a cold")
	w.wantLine(1, "winter")
}

func TestWholeWordsOfAnyScriptAreFound(t *testing.T) {
	w := shows(t)
	w.give(done(), []Line{{ID: 1, Text: "ÉCOLE école écoles"}, {ID: 2, Text: "Schule, SCHULEN und über ÜBER"}, {ID: 3, Text: "מה שקרה"}})
	for what, want := range map[string][2]int{"école": {3, 2}, "über": {2, 2}, "שקר": {1, 0}, "": {0, 0}, "z": {0, 0}} {
		w.lines.find.search(what, false, false)
		if n := len(w.lines.find.all); n != want[0] {
			t.Errorf("%q is found %d times", what, n)
		}
		w.lines.find.search(what, false, true)
		if n := len(w.lines.find.all); n != want[1] {
			t.Errorf("%q is found %d times as a whole word", what, n)
		}
	}
}

func TestTheNameOfASpeakerIsTypedAtOnce(t *testing.T) {
	w := shows(t)
	y, _ := w.lines.table.view.Y(2)
	w.clickAt(w.lines.Position().AddXY(w.lines.table.iconX(1)+4, y+above+4))
	w.rests()
	w.types("Ana")
	w.tap("Only this line")
	w.answer()
	if w.owned[2].Speaker != "Ana" {
		t.Errorf("it is %q", w.owned[2].Speaker)
	}
}

func TestSpeakersAreNamedByHand(t *testing.T) {
	w := shows(t)
	w.askWho(2)
	w.types("Nobody")
	w.tap("Cancel")
	if w.reads("Who is speaking?") || w.reads("Nobody") || len(w.did) != 0 {
		t.Errorf("after Cancel it did %q", w.did)
	}
	w.askWho(2)
	w.types("Ana")
	w.tap("From this line on")
	w.answer()
	if w.owned[1].Speaker != "" || w.owned[2].Speaker != "Ana" || w.owned[13].Speaker != "Ana" {
		t.Fatalf("it is %+v", w.owned)
	}
	w.askWho(5)
	w.finderless(t, "Ms  Costa")
	w.tap("Only this line")
	w.answer()
	if w.owned[5].Speaker != "Ms Costa" || w.owned[6].Speaker != "Ana" {
		t.Errorf("it is %q and %q", w.owned[5].Speaker, w.owned[6].Speaker)
	}
	// From here on ends where another one speaks.
	w.lines.writer.setSpeaker(3, "Rui", true)
	if w.owned[4].Speaker != "Rui" || w.owned[5].Speaker != "Ms Costa" || w.owned[6].Speaker != "Ana" {
		t.Errorf("it is %+v", w.owned[3:7])
	}
	if !w.reads("Ms Costa") || !w.reads("Rui") {
		t.Error("the names are not to be read")
	}
	w.askSpeakers()
	for _, f := range []string{"New name for Ana", "New name for Rui", "New name for Ms Costa"} {
		if seen.Find(w.window.Canvas(), true, f).Control == nil {
			t.Errorf("there is no %q", f)
		}
	}
	w.window.Canvas().Focused().TypedRune('!')
	w.did = nil
	w.tap("Save")
	if len(w.did) != 1 || !strings.HasPrefix(w.did[0], "Ana is ") {
		t.Errorf("it did %q", w.did)
	}
}

// finderless writes a name into the field that has the focus.
func (w *world) finderless(t *testing.T, name string) {
	t.Helper()
	w.window.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutSelectAll{})
	w.types(name)
}

func TestTheTitleIsRenamedInPlace(t *testing.T) {
	w := shows(t)
	w.tap("Interview with Ms Costa")
	w.types("Talk")
	w.press(fyne.KeyReturn)
	w.wantDid("rename Talk")
	w.tap("Talk")
	w.types("Other")
	w.press(fyne.KeyEscape)
	w.wantDid("")
	w.tap("Talk")
	w.types("Speech")
	w.Flush() // as before another transcript is shown
	w.wantDid("rename Speech")
	w.tap("Speech")
	w.types("Talk")
	w.press(fyne.KeyReturn)
	w.wantDid("rename Talk")
	if !w.reads("Talk") {
		t.Error("the title is lost")
	}
}

func TestTheHeadOffersWhatCanBeDone(t *testing.T) {
	for _, width := range []float32{300, 452, 600, 744, 1100} {
		w := open(t, theme.Light, width, 500)
		w.give(done(), interview())
		for _, name := range []string{"Copy", "Ask about it", "Save as…", "More", "Search in this transcript"} {
			place := seen.Find(w.window.Canvas(), true, name).Control
			if place == nil || place.Position.X < 0 || place.Position.X+place.Size.Width > width {
				t.Errorf("at %v %q is at %+v", width, name, place)
			}
		}
	}
	w := shows(t)
	for width := float32(300); width < 1100; width += 20 {
		w.window.Resize(fyne.NewSize(width, 500))
		h := w.head
		if whole := min(h.title.MinSize().Width, mostTitle); h.title.Size().Width < whole && !h.askIcon.Visible() {
			t.Errorf("at %v the title has %v of %v, and the buttons have words", width, h.title.Size().Width, whole)
		}
	}
	w.tap("Copy")
	w.tap("Ask about it")
	w.wantDid("copy, ask")
	d := done()
	d.State = transcripts.Working
	w.Set(d, true)
	for _, name := range []string{"Copy", "Ask about it", "Save as…"} {
		if seen.Find(w.window.Canvas(), true, name).Control != nil {
			t.Errorf("%q is offered before there is a text", name)
		}
	}
}

func TestWhatIsTheMatterIsSaid(t *testing.T) {
	w := shows(t)
	for _, words := range []string{"no times", "missing from the text", "was moved or deleted"} {
		if w.reads(words) {
			t.Errorf("nothing is the matter, and yet it says %q", words)
		}
	}
	d := done()
	d.Missing, d.Timed, d.Length = true, false, 200*time.Second
	w.Set(d, true)
	for _, words := range []string{"The service sent no times", "The last 2:10 of the recording are missing from the text.", "was moved or deleted"} {
		if !w.reads(words) {
			t.Errorf("it does not say %q: %q", words, seen.Texts(w.window.Canvas()))
		}
	}
	if w.reads("00:15") {
		t.Error("there are times where there are none")
	}
	w.tap("Locate file…")
	w.wantDid("locate")
	w.tap("OK")
	w.tap("OK")
	if w.reads("no times") || w.reads("missing from the text") || !w.reads("was moved or deleted") {
		t.Error("what was read does not go, or too much of it")
	}
	for again, words := range []string{"sent once more", "One part came back with very little text, so it was sent again", "2 parts came back almost empty, so they were"} {
		d.AskedAgain = again
		if w.Set(d, true); w.reads(words) != (again > 0) {
			t.Errorf("%d parts were asked for again, and it says %q", again, seen.Texts(w.window.Canvas()))
		}
	}
	d.ChosenLanguage, d.Language = "de", "norwegian"
	w.Set(d, true)
	if !w.reads("You chose German, but the service heard Norwegian.") {
		t.Errorf("another language was heard, and it says %q", seen.Texts(w.window.Canvas()))
	}
	for _, damaged := range []bool{true, false} {
		w.SetDamaged(damaged)
		if w.reads("Parts of the recording are damaged and play as silence.") != damaged {
			t.Errorf("it is damaged: %v, but it says %q", damaged, seen.Texts(w.window.Canvas()))
		}
	}
}

func TestWhatIsNotDoneIsSaid(t *testing.T) {
	w := open(t, theme.Dark, 600, 500)
	for state, words := range map[transcripts.State]string{
		transcripts.Waiting: "Waiting in line.", transcripts.Working: "It is being transcribed.",
		transcripts.Paused: "Paused.", transcripts.Failed: "It couldn't be transcribed yet.",
	} {
		d := done()
		d.State = state
		w.Set(d, true)
		if !w.reads(words) {
			t.Errorf("%s: it says %q", state, seen.Texts(w.window.Canvas()))
		}
	}
	d := done()
	d.State = transcripts.Failed
	w.Set(d, true)
	w.tap("Try again")
	w.wantDid("retry")
	w.Set(transcripts.Transcript{}, false)
	if !w.reads("Choose a transcript on the left") {
		t.Error("there is no invitation")
	}
	d.State, d.Lines = transcripts.Done, 0
	w.Set(d, true)
	if !w.reads("No sound was recorded.") {
		t.Error("an empty one says nothing")
	}
}

func TestTheTranslationStandsBesideOrBelow(t *testing.T) {
	all := interview()
	all[0].Translation = "Good afternoon, and thank you for having us."
	for width, beside := range map[float32]bool{1200: true, 452: false} {
		w := open(t, theme.Light, width, 600)
		w.give(done(), all)
		own, other := seen.Find(w.window.Canvas(), true, "Boa tarde").LongerText, seen.Find(w.window.Canvas(), true, "Good afternoon").LongerText
		if own == nil || other == nil || (other.Position.X > own.Position.X) != beside || (other.Position.Y > own.Position.Y) == beside {
			t.Errorf("at %v: %+v and %+v", width, own, other)
		}
	}
}

func TestATranslationIsWrittenInWhereItStands(t *testing.T) {
	all := interview()
	all[0].Translation, all[1].Translation = "Good afternoon, and thank you for having us.", "A pleasure."
	for _, width := range []float32{1200, 452} {
		w := open(t, theme.Light, width, 600)
		w.give(done(), all)
		w.click("Good afternoon")
		if !w.lines.table.written.other || w.lines.table.written.row != 0 {
			t.Fatalf("at %v: %+v is written in", width, w.lines.table.written)
		}
		w.lines.writer.caret.Move(len(w.lines.writer.text()), false)
		w.press(fyne.KeyBackspace)
		w.types("!")
		w.rests()
		if want := "Good afternoon, and thank you for having us!"; w.owned[0].Translation != want || w.owned[0].Text != all[0].Text {
			t.Errorf("at %v: it is %+v", width, w.owned[0])
		}
		// Enter goes on to the next line, Backspace at its beginning joins nothing, and Ctrl+Z
		// takes back one step.
		w.press(fyne.KeyReturn, fyne.KeyBackspace)
		if w.lines.table.written.row != 1 || !w.lines.table.written.other || len(w.owned) != len(all) {
			t.Errorf("at %v: %+v is written in", width, w.lines.table.written)
		}
		w.types("X")
		w.click(all[1].Text[:8])
		if w.lines.table.written.other || w.owned[1].Translation != "XA pleasure." {
			t.Errorf("at %v: %+v is written in, and it is %+v", width, w.lines.table.written, w.owned[1])
		}
		w.ctrl(fyne.KeyZ)
		w.answer()
		if w.owned[1].Translation != "A pleasure." || !w.reads("A pleasure.") {
			t.Errorf("at %v: it is %+v", width, w.owned[1])
		}
	}
}

func TestTheKeyboardAloneIsEnough(t *testing.T) {
	w := shows(t)
	w.FocusText()
	w.press(fyne.KeyReturn)
	if w.lines.table.written.row != 0 || !w.lines.AcceptsTab() {
		t.Fatal("Enter does not begin to write")
	}
	w.press(fyne.KeyTab, fyne.KeyTab)
	if w.lines.table.written.row != 2 {
		t.Errorf("Tab leads to line %d", w.lines.table.written.row)
	}
	w.lines.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	w.press(fyne.KeyTab)
	w.lines.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	if w.lines.table.written.row != 1 {
		t.Errorf("Shift+Tab leads to line %d", w.lines.table.written.row)
	}
	w.press(desktop.KeyMenu)
	place := seen.Find(w.window.Canvas(), true, "Play from here").Control
	if place == nil {
		t.Fatal("there is no menu")
	}
	w.press(fyne.KeyReturn)
	w.wantDid("hear 4s")
	w.window.Canvas().Focus(w.lines)
	w.press(fyne.KeyEscape)
	if w.lines.AcceptsTab() || w.lines.table.written.row >= 0 {
		t.Error("Escape does not end writing")
	}
	w.press(fyne.KeyEnd, fyne.KeyHome, fyne.KeyPageDown, fyne.KeyPageUp, fyne.KeyDown, fyne.KeyUp)
	w.lines.writer.begin(0, 0)
	w.press(fyne.KeyPageDown, fyne.KeyPageUp, fyne.KeyRight, fyne.KeyLeft, fyne.KeyLeft, fyne.KeyUp)
	w.lines.writer.begin(13, 0)
	w.press(fyne.KeyTab)
	if w.lines.table.written.row >= 0 {
		t.Error("Tab does not leave the last line")
	}
}

func TestAMouseSelectsAndTypesOver(t *testing.T) {
	w := shows(t)
	w.click("Respondiam de longe?")
	at := seen.Find(w.window.Canvas(), true, "Respondiam de longe?").Text.Position.Subtract(w.lines.Position())
	w.lines.DoubleTapped(&fyne.PointEvent{Position: at.AddXY(20, 8)})
	press := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at.AddXY(20, 8)}, Button: desktop.MouseButtonPrimary}
	w.lines.MouseDown(press)
	w.lines.MouseUp(press)
	if got := w.lines.writer.caret.Selected(); got != "Respondiam de longe?" {
		t.Errorf("three clicks select %q", got)
	}
	w.lines.DoubleTapped(&press.PointEvent)
	w.types("Ouviam")
	w.lines.writer.tell(false)
	w.wantLine(11, "Ouviam de longe?")
	e := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at.AddXY(-1, 8)}, Button: desktop.MouseButtonPrimary}
	w.lines.MouseDown(e)
	w.lines.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at.AddXY(600, 8)}})
	w.lines.MouseUp(e)
	board := test.NewClipboard()
	w.lines.TypedShortcut(&fyne.ShortcutCopy{Clipboard: board})
	if board.Content() != "Ouviam de longe?" {
		t.Errorf("%q was copied", board.Content())
	}
	board.SetContent("Two\r\nlines\t!")
	w.lines.TypedShortcut(&fyne.ShortcutPaste{Clipboard: board})
	w.lines.writer.tell(false)
	w.wantLine(11, "Two lines !")
}

func TestAnythingCanStandInALine(t *testing.T) {
	w := open(t, theme.Light, 452, 400)
	for n, text := range []string{
		"", " ", "a\n\nb", strings.Repeat("x", 50_000), strings.Repeat("word ", 50_000), strings.Repeat("שלום עולם ", 300),
		strings.Repeat("今天", 3000), "e\u0301\u0301\u0301 👩‍👩‍👧‍👦", "\xff\xfe", strings.Repeat("é", 5000),
	} {
		d := done()
		d.ID = chat.ID(fmt.Sprint(n))
		w.give(d, []Line{{ID: 1, Text: "before"}, {ID: 2, Start: time.Second, Text: text}, {ID: 3, Start: 2 * time.Second, Text: "behind"}})
		w.FocusText()
		w.lines.writer.begin(1, len(text)/2)
		w.press(fyne.KeyEnd, fyne.KeyHome, fyne.KeyDown, fyne.KeyUp, fyne.KeyRight, fyne.KeyLeft, fyne.KeyPageDown)
		w.lines.writer.begin(2, 0)
		w.press(fyne.KeyUp)
		if !strings.HasPrefix(w.lines.writer.text(), text) {
			t.Errorf("Up leads to %.20q", w.lines.writer.text())
		}
		w.types("z")
		w.press(fyne.KeyBackspace)
		w.lines.scroll(1e7)
		if y, ok := w.lines.table.view.Y(2); !ok || y+w.lines.table.Height(2) > w.lines.table.ViewHeight()+1 {
			t.Errorf("the end of %.20q cannot be reached", text)
		}
		w.lines.scroll(-1e7)
		if w.lines.table.view.Top != 0 || w.lines.table.view.HiddenHeight != 0 {
			t.Errorf("the beginning of %.20q cannot be reached", text)
		}
	}
}

func TestTheCaretGoesWhereItIsClicked(t *testing.T) {
	w := open(t, theme.Light, 452, 600)
	w.give(done(), []Line{{ID: 1, Text: strings.Repeat("word and word ", 400)}, {ID: 2, Text: "שלום לכולם וברוכים הבאים"}})
	for _, i := range []int{0, 1} {
		p := &w.lines.table.lay(i).own
		text := edit.StringText(func() string { return w.Text()[i].Text })
		for n := range min(p.Lines(), 400) {
			for at := p.LineStart(n); at <= p.LineEnd(n); {
				if got := p.OffsetInLine(n, p.X(n, at)+0.2); got != at && w.Text()[i].Text[min(got, at):max(got, at)] != " " {
					t.Fatalf("line %d: %d is found at %d (%q)", n, at, got, w.Text()[i].Text[min(got, at):max(got, at)])
				}
				if at == p.LineEnd(n) {
					break
				}
				at = text.Next(at)
			}
		}
	}
}

func many(n int) []Line {
	all := make([]Line, n)
	for i := range all {
		all[i] = Line{
			ID: int64(i + 1), Start: time.Duration(i) * 3 * time.Second, End: time.Duration(i+1) * 3 * time.Second,
			Text: fmt.Sprintf("Line %d: %s", i, strings.Repeat("something that somebody said ", i%7+1)),
		}
	}
	return all
}

func TestOfALongTranscriptOnlyWhatIsSeenIsLaidOut(t *testing.T) {
	w := open(t, theme.Light, 744, 748)
	w.give(done(), many(5000))
	laid := 0
	for _, r := range w.lines.table.rows {
		if r.height > 0 {
			laid++
		}
	}
	if laid > 40 {
		t.Errorf("%d lines were laid out", laid)
	}
	w.lines.table.view.ScrollTo(4999, 0, 0)
	w.lines.paint.show()
	if !w.reads("Line 4999") {
		t.Error("the end is not shown")
	}
}

// long is a view in a window of its own, for transcripts of any length.
func long(b *testing.B) *View {
	app := test.NewTempApp(b)
	app.Settings().SetTheme(theme.New(theme.Light, 1))
	asked := &world{}
	v := New(Options{
		Editor: asked, Playback: asked, Actions: asked,
		After: func(time.Duration, func()) func() { return func() {} },
	})
	w := app.NewWindow("")
	w.SetPadded(false)
	w.SetContent(v)
	w.Resize(fyne.NewSize(744, 748))
	return v
}

func BenchmarkOpen5000(b *testing.B) {
	v := long(b)
	all := many(5000)
	d := done()
	for i := 0; b.Loop(); i++ {
		d.ID = "a"
		if i%2 > 0 {
			d.ID = "b"
		}
		v.Set(d, true)
		v.SetLines(d.ID, all)
	}
}

func BenchmarkScroll5000(b *testing.B) {
	v := long(b)
	d := done()
	v.Set(d, true)
	v.SetLines(d.ID, many(5000))
	for b.Loop() {
		v.lines.scroll(60)
		if v.lines.table.view.Top > 4900 {
			v.lines.table.view.ScrollTo(0, 0, 0)
		}
	}
}

// Lines of one second show its time once, and the time of the others under the mouse.
func TestATimeIsShownOnce(t *testing.T) {
	w := open(t, theme.Light, 744, 748)
	lines := interview()
	lines[1].Start, lines[2].Start = 400*time.Millisecond, 900*time.Millisecond
	w.give(done(), lines)
	times := func() int {
		return strings.Count(strings.Join(seen.Texts(w.window.Canvas()), "\n"), "00:00")
	}
	if n := times(); n != 1 {
		t.Errorf("00:00 is shown %d times", n)
	}
	w.lines.hover = hover{1, onTime}
	w.lines.paint.show()
	if n := times(); n != 2 {
		t.Errorf("with the mouse on the second one, 00:00 is shown %d times", n)
	}
	w.clickAt(fyne.NewPos(edge+inset+5, headHeight+above+lineHeight*2+12))
	w.wantDid("hear 400ms")
}
