package conversation_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/views/theme"
	"parlando/views/words"
)

// walk visits everything visible in the conversation, with its place from the top left corner of
// the window.
func (s *scene) walk(visit func(o fyne.CanvasObject, at fyne.Position)) {
	var in func(o fyne.CanvasObject, at fyne.Position)
	in = func(o fyne.CanvasObject, at fyne.Position) {
		if !o.Visible() {
			return
		}
		at = at.Add(o.Position())
		visit(o, at)
		switch o := o.(type) {
		case *fyne.Container:
			for _, c := range o.Objects {
				in(c, at)
			}
		case fyne.Widget:
			for _, c := range test.WidgetRenderer(o).Objects() {
				in(c, at)
			}
		}
	}
	in(s.View, fyne.Position{})
}

// texts are the words in the window and where each of them is, measured from the top left corner.
func (s *scene) texts() map[*canvas.Text]fyne.Position {
	out := map[*canvas.Text]fyne.Position{}
	height := s.window.Canvas().Size().Height
	s.walk(func(o fyne.CanvasObject, at fyne.Position) {
		if o, ok := o.(*canvas.Text); ok && at.Y < height && at.Y+o.Size().Height > 0 {
			out[o] = at
		}
	})
	return out
}

// where is the place of a text that begins so.
func (s *scene) where(t testing.TB, begin string) fyne.Position {
	t.Helper()
	for o, at := range s.texts() {
		if strings.HasPrefix(o.Text, begin) {
			return at
		}
	}
	t.Fatalf("%q is not in the window", begin)
	return fyne.Position{}
}

func (s *scene) shows(begin string) bool {
	for o := range s.texts() {
		if strings.HasPrefix(o.Text, begin) {
			return true
		}
	}
	return false
}

func writing(id chat.ID, text string) chat.Message {
	m := reply(id, text)
	m.State, m.Request.Ended = chat.Writing, time.Time{}
	return m
}

func TestOnlyWhatIsSeenExists(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	asked := 0
	s.OnReadMessages = func(ids []chat.ID) {
		asked += len(ids)
		s.SetMessages(library(ids))
	}
	s.SetThread("c", manyHeads(10_000), nil)
	if n := len(s.texts()); n == 0 || n > 200 {
		t.Errorf("%d texts exist for a window of 600", n)
	}
	if asked > 60 {
		t.Errorf("%d messages were asked for to open at the end", asked)
	}
	if !s.shows("Question 9998") && !s.shows("Answer ") {
		t.Error("the end is not shown")
	}
}

func TestCorrectingAGuessedHeightDoesNotMoveWhatIsRead(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	var waiting []chat.ID
	s.OnReadMessages = func(ids []chat.ID) { waiting = append(waiting, ids...) }
	give := func() {
		ids := waiting
		waiting = nil
		s.SetMessages(library(ids))
	}
	s.SetThread("c", manyHeads(2000), nil)
	give()
	for range 400 {
		s.Scrolled(scrolled(0, 57))
		var mark string
		var before fyne.Position
		for o, at := range s.texts() {
			if strings.HasPrefix(o.Text, "Question") && at.Y > 20 && at.Y < 560 {
				mark, before = o.Text, at
			}
		}
		give()
		if mark == "" {
			continue
		}
		if after := s.where(t, mark); after != before {
			t.Fatalf("%q moved from %v to %v when messages came", mark, before, after)
		}
	}
}

func TestTheEndIsFollowedOnlyByAReaderAtTheEnd(t *testing.T) {
	s := newScene(t, 1024, 400, theme.Light)
	text := strings.Repeat("A line that is there.\n\n", 40)
	s.show(user("1", "Go on."), writing("2", text+"end0"))
	if !s.shows("end0") {
		t.Fatal("the end is not shown at first")
	}
	s.UpdateMessage(writing("2", text+text+"end1"), false)
	if !s.shows("end1") {
		t.Error("the end was not followed")
	}
	s.Scrolled(scrolled(0, 300))
	before := s.texts()
	s.UpdateMessage(writing("2", text+text+"end1 and more\n\nend2"), false)
	if s.shows("end2") {
		t.Error("the reader was taken to the end")
	}
	for o, at := range s.texts() {
		if was, ok := before[o]; ok && was != at {
			t.Errorf("%q moved from %v to %v", o.Text, was, at)
		}
	}
	s.tap(t, "To the end", 0)
	if !s.shows("end2") || !s.AtEnd() {
		t.Error("Latest does not lead to the end")
	}
	if _, ok := s.FindClickableArea("To the end", 0); ok {
		t.Error("Latest is shown at the end")
	}
}

func TestTheWheelDoesNotMatterWhileAllIsInTheView(t *testing.T) {
	s := newScene(t, 1024, 400, theme.Light)
	s.show(user("1", "Go on."), writing("2", "A line."))
	s.Scrolled(scrolled(0, 300))
	s.UpdateMessage(writing("2", strings.Repeat("A line.\n\n", 9)+"end"), false)
	if !s.shows("end") {
		t.Error("the end is not followed")
	}
}

func TestFinishedTextKeepsItsObjectsWhileTheRestIsWritten(t *testing.T) {
	s := newScene(t, 1024, 800, theme.Light)
	done := "First paragraph.\n\n```\nx := 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
	s.show(user("1", "Go on."), writing("2", done+"tail"))
	before := s.texts()
	positions := map[string]*canvas.Text{}
	for o := range before {
		positions[o.Text] = o
	}
	s.UpdateMessage(writing("2", done+"tail grows and grows"), false)
	for _, word := range []string{"First paragraph.", "x := 1", "1"} {
		found := false
		for o := range s.texts() {
			if o.Text == word && o == positions[word] {
				found = true
			}
		}
		if !found {
			t.Errorf("%q was made anew", word)
		}
	}
}

func TestAReplyShowsNoMarksWhileItIsWrittenAndAllOfThemWhenItHasEnded(t *testing.T) {
	const text = "Some **bold** words, `code` and [a link](https://example.org).\n\n- **one**\n\n" +
		"| Name | Value |\n|---|---|\n| **a** | `b` |\n\nIt ends in **bo"
	s := newScene(t, 1024, 900, theme.Light)
	s.show(user("1", "Go on."), writing("2", ""))
	for end := range text {
		s.UpdateMessage(writing("2", text[:end+1]), false)
		for o := range s.texts() {
			if strings.ContainsAny(o.Text, "*`|[]()") || strings.Contains(o.Text, "--") {
				t.Fatalf("after %q is shown %q", text[:end+1], o.Text)
			}
		}
	}
	s.UpdateMessage(reply("2", text), false)
	if !s.shows("It ends in **bo") {
		t.Error("the mark that it ended in is not shown")
	}
}

func TestAGrowingTextEndsAsAWholeOne(t *testing.T) {
	tokens := growingText(2500)
	s := newScene(t, 1024, 700, theme.Light)
	s.show(user("1", "Go on."), writing("2", ""))
	var text strings.Builder
	for i, token := range tokens {
		text.WriteString(token)
		if i%7 == 0 {
			s.UpdateMessage(writing("2", text.String()), false)
		}
	}
	s.SetMessages([]chat.Message{reply("2", text.String())})
	grown := s.drawn()
	s.SetThread("other", nil, nil)
	s.show(user("1", "Go on."), reply("2", text.String()))
	if whole := s.drawn(); grown != whole {
		a, b := strings.Split(grown, "\n"), strings.Split(whole, "\n")
		for i := range a {
			if i >= len(b) || a[i] != b[i] {
				t.Fatalf("of %d and %d texts the first that differs: grown %q, whole %q", len(a), len(b), a[i], b[min(i, len(b)-1)])
			}
		}
		t.Errorf("grown has %d texts, whole %d", len(a), len(b))
	}
}

// drawn lists the contents of the window in an order that can be compared.
func (s *scene) drawn() string {
	var lines []string
	for o, at := range s.texts() {
		lines = append(lines, fmt.Sprintf("%6.1f %6.1f %s", at.Y, at.X, o.Text))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestADragSelectsAndCopies(t *testing.T) {
	s := newScene(t, 1024, 700, theme.Light)
	s.show(user("1", "My question."), reply("2", "One **two** three.\n\n- a\n- b\n\n```\nx := 1\ny := 2\n```"))
	from, to := s.where(t, "My question."), s.where(t, "y := 2")
	s.drag(from.AddXY(-5, 5), to.AddXY(200, 8))
	want := "My question.\n\nOne two three.\n\n• a\n• b\n\nx := 1\ny := 2"
	if got := s.Selected(); got != want {
		t.Errorf("selected %q, want %q", got, want)
	}
	s.TypedShortcut(&fyne.ShortcutCopy{})
	if len(s.copied) != 1 || s.copied[0] != want {
		t.Errorf("copied %q", s.copied)
	}
	if len(s.passages) != 2 || s.passages[0].Text != "My question." {
		t.Fatalf("passages: %+v", s.passages)
	}
	if p := s.passages[1]; p.From != 0 || p.Message.Text()[p.From:p.To] != strings.TrimSuffix(p.Message.Text(), "\n```") {
		t.Errorf("of the reply: %q", p.Message.Text()[p.From:p.To])
	}
	s.click(from.AddXY(2, 5))
	if s.Selected() != "" {
		t.Error("a click does not end the selection")
	}
}

// What is written for a formula is shown; what is copied is the formula, whole.
func TestASelectionCopiesTheSourceOfAFormula(t *testing.T) {
	s := newScene(t, 1024, 700, theme.Light)
	s.show(reply("2", "So $x^2 \\le y$ and \\(\\vec{v}\\).\n\n\\[\n\\frac{a+b}{c}\n\\]\n\n$$ E = mc^2 $$"))
	whole := "So $x^2 \\le y$ and \\(\\vec{v}\\).\n\n\\[\n\\frac{a+b}{c}\n\\]\n\n$$ E = mc^2 $$"
	s.drag(s.where(t, "So").AddXY(-5, 5), s.where(t, "E").AddXY(300, 8))
	if got := s.Selected(); got != whole {
		t.Errorf("selected %q, want %q", got, whole)
	}
	at := s.where(t, "x²")
	s.drag(at.AddXY(6, 5), at.AddXY(14, 5))
	if got := s.Selected(); got != `$x^2 \le y$` {
		t.Errorf("a part of a formula copies %q", got)
	}
	s.FocusLost()
	for _, c := range []struct{ shown, want string }{{"Copy", "\\[\n\\frac{a+b}{c}\n\\]"}, {`\(\vec{v}\)`, `\(\vec{v}\)`}} {
		s.copied = nil
		s.click(s.where(t, c.shown).AddXY(8, 8))
		if len(s.copied) != 1 || s.copied[0] != c.want {
			t.Errorf("a click on %q copies %q", c.shown, s.copied)
		}
	}
}

func TestWordsInEscapedBracketsAreShownAndCopiedAsWords(t *testing.T) {
	s := newScene(t, 1024, 700, theme.Light)
	s.show(reply("2", `A citation \[1\], see \[citation needed\] here.`))
	at := s.where(t, "A citation")
	s.drag(at.AddXY(-5, 5), at.AddXY(800, 5))
	if got := s.Selected(); got != "A citation [1], see [citation needed] here." {
		t.Errorf("selected %q", got)
	}
}

func TestADoubleClickSelectsAWord(t *testing.T) {
	s := newScene(t, 1024, 700, theme.Light)
	s.show(user("1", "Hello there, reader."))
	at := s.where(t, "Hello there")
	s.DoubleTapped(&fyne.PointEvent{Position: at.AddXY(50, 8)})
	if got := s.Selected(); got != "there" {
		t.Errorf("selected %q", got)
	}
}

func TestThreeClicksSelectAParagraph(t *testing.T) {
	s := newScene(t, 1024, 700, theme.Light)
	s.show(reply("2", "Something before.\n\nHello there, **reader**, and "+strings.Repeat("more words ", 30)+"at the end.\n\nAnd behind."))
	at := s.where(t, "Hello there").AddXY(50, 8)
	s.DoubleTapped(&fyne.PointEvent{Position: at})
	s.click(at)
	if got := s.Selected(); !strings.HasPrefix(got, "Hello there, reader") || !strings.HasSuffix(got, "at the end.") {
		t.Errorf("selected %q", got)
	}
	s.click(at.AddXY(60, 0))
	if got := s.Selected(); got != "" {
		t.Errorf("a click elsewhere leaves %q", got)
	}
}

func TestAReplyFromRightToLeftIsReadFromTheRight(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	s.show(user("1", "Q"), reply("2", "الكلمة **العريضة** هنا!\n\n1. واحد"))
	rightToLeft := func(text string) string { return "\u202e" + text + "\u200f" }
	first, bold := s.where(t, rightToLeft("الكلمة ")), s.where(t, rightToLeft("العريضة"))
	number, item := s.where(t, "1"), s.where(t, rightToLeft("واحد"))
	if first.X <= bold.X || bold.X < 500 {
		t.Errorf("the first word is at %v, the second at %v", first, bold)
	}
	if last, stop := s.where(t, rightToLeft("هنا")), s.where(t, rightToLeft("!")); stop.X >= last.X || last.X >= bold.X {
		t.Errorf("the last word is at %v, the mark behind it at %v", last, stop)
	}
	if sign := s.where(t, rightToLeft(".")); sign.X >= number.X || sign.X <= item.X {
		t.Errorf("the number is at %v, the full stop behind it at %v", number, sign)
	}
	if number.X <= item.X || math.Abs(float64(number.Y-item.Y)) > 1 {
		t.Errorf("the number is at %v, its item at %v", number, item)
	}
	s.drag(item.AddXY(0, 5), item.AddXY(-200, 5))
	if got := s.Selected(); got != "" {
		t.Errorf("from its end on, %q is selected", got)
	}
	s.drag(item.AddXY(30, 5), item.AddXY(8, 5))
	if got := s.Selected(); !strings.HasPrefix(got, "وا") || got == "واحد" {
		t.Errorf("from its start almost to its end, %q is selected", got)
	}
}

func TestSelectAllTakesTheMessage(t *testing.T) {
	s := newScene(t, 1024, 700, theme.Light)
	s.show(user("1", "Question."), reply("2", "Answer.\n\nMore."))
	s.FocusGained()
	s.TypedShortcut(&fyne.ShortcutSelectAll{})
	if got := s.Selected(); got != "Answer.\n\nMore." {
		t.Errorf("selected %q", got)
	}
}

func TestTheActionsOfAReplyDoWhatTheySay(t *testing.T) {
	s := newScene(t, 1024, 700, theme.Light)
	var got []string
	s.OnRegenerate = func(id chat.ID) { got = append(got, "again "+string(id)) }
	s.OnContinue = func(id chat.ID) { got = append(got, "continue "+string(id)) }
	s.OnEdit = func(id chat.ID) { got = append(got, "edit "+string(id)) }
	s.OnChoose = func(id chat.ID, step int) { got = append(got, fmt.Sprint("choose ", id, step)) }
	s.OnFix = func(id chat.ID, a words.Action) { got = append(got, fmt.Sprint("fix ", id, a == words.EnterKey)) }
	s.OnOpenLink = func(addr string) { got = append(got, "open "+addr) }
	s.OnOpenPicture = func(addr string) { got = append(got, "fetch "+addr) }
	a := reply("2", "Answer with a [link](https://example.org/).\n\n```go\nx\n```\n\n![](https://pictures.example.org/a.png)")
	a.Sibling, a.Siblings = 2, 3
	cut := reply("4", "Half")
	cut.State, cut.Request.Problem = chat.CutOff, &problem.Problem{Kind: problem.CutOff}
	key := reply("6", "")
	key.State, key.Parts, key.Request.Problem = chat.Failed, nil, &problem.Problem{Kind: problem.KeyRejected}
	s.show(user("1", "Q"), a, user("3", "Q"), cut, user("5", "Q"), key)
	for _, tap := range []struct {
		name string
		n    int
	}{
		{"Try again", 0},
		{"Previous reply", 0},
		{"Next reply", 0},
		{"https://example.org/", 0},
		{"Open in browser", 0},
		{"Edit and send again", 0},
		{"Continue", 0},
		{"Try again", 1},
		{"Enter a key", 0},
		{"Copy code", 0},
		{"Copy", 1},
	} {
		s.tap(t, tap.name, tap.n)
	}
	want := "again 2, choose 2-1, choose 21, open https://example.org/, fetch https://pictures.example.org/a.png, edit 1, continue 4, again 4, fix 6true"
	if all := strings.Join(got, ", "); all != want {
		t.Errorf("got  %s\nwant %s", all, want)
	}
	if _, found := s.FindClickableArea("Delete", 0); found {
		t.Error("Delete stands among the actions that are clicked often, not in the menu")
	}
	if len(s.copied) != 2 || s.copied[0] != "x" || !strings.HasPrefix(s.copied[1], "Answer with") {
		t.Errorf("copied %q", s.copied)
	}
}

func TestEveryStateSaysWhatItIs(t *testing.T) {
	wait := reply("2", "")
	wait.State, wait.Parts = chat.Waiting, nil
	stopped := reply("2", "One,")
	stopped.State = chat.Stopped
	long := reply("2", "One,")
	long.Finish = chat.FinishLength
	filtered := reply("2", "One,")
	filtered.Finish = chat.FinishContentFilter
	tool := reply("2", "One,")
	tool.Finish = chat.FinishToolCalls
	three := 3
	fewer := reply("2", "One,")
	fewer.Request.Params.Replies, fewer.Request.Problem = &three, &problem.Problem{Kind: problem.FewerReplies}
	other := reply("2", "One,")
	other.Request.Asked = "elm"
	continued := func(one, two string) chat.Message {
		m := reply("2", one)
		m.Parts = append(m.Parts, chat.Part{Kind: chat.PartContinued}, chat.Part{Kind: chat.PartText, Text: two})
		return m
	}
	loading := wait
	loading.Loading = true
	hiding := reply("2", "pay \u202e0001\u202c")
	thought := reply("2", "One.")
	thought.Parts = append([]chat.Part{{Kind: chat.PartReasoning, Text: "secret thought"}}, thought.Parts...)
	timed := reply("2", "One.")
	timed.Parts = append([]chat.Part{{Kind: chat.PartReasoning, Text: "secret thought", Took: 12 * time.Second}}, timed.Parts...)
	for _, c := range []struct {
		name  string
		m     chat.Message
		quiet bool
		want  string
	}{
		{"waiting", wait, false, "Thinking…"},
		{"quiet", wait, true, "Nothing has arrived for 10 seconds. You can keep waiting or stop."},
		{"loading", loading, false, "The model is still loading…"},
		{"loading can be canceled", loading, false, "Cancel"},
		{"stopped", stopped, false, "You stopped this reply."},
		{"too long", long, false, "The reply reached the maximum length."},
		{"filtered", filtered, false, "The service stopped this reply because of its content rules."},
		{"a tool beside words", tool, false, "The model also tried to use a tool, but tools are turned off."},
		{"fewer replies", fewer, false, "Not all of the 3 replies arrived."},
		{"fewer replies have what others have", fewer, false, "4,160 tokens · 3.1 s · oak-large"},
		{"another model", other, false, "oak-large replied instead of elm."},
		{"continued", continued("One.\n\n", "Two."), false, "Continued"},
		{"continued in a sentence", continued("One,", " two."), false, "One, two."},
		{"continued in a list", continued("1. One\n   - short or", " long\n   - for you\n"), false, "short or long"},
		{"invisible characters", hiding, false, "2 hidden characters left out"},
		{"thinking is folded", thought, false, "Thinking"},
		{"thinking took its time", timed, false, "Thought for 12 s"},
		{"cost", reply("2", "One."), false, "4,160 tokens · 3.1 s · oak-large"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, 1024, 600, theme.Light)
			s.show(user("1", "Q"), c.m)
			s.UpdateMessage(c.m, c.quiet)
			s.SetModel("oak-large")
			if strings.HasSuffix(c.want, "· oak-large") {
				if s.shows(c.want) {
					t.Errorf("%q is shown without the pointer", c.want)
				}
				s.MouseMoved(mouse(s.where(t, "One").AddXY(8, 8)))
			}
			if !s.shows(c.want) {
				t.Errorf("%q is not shown:\n%s", c.want, s.drawn())
			}
			if s.shows("secret thought") {
				t.Error("thinking is not folded")
			}
		})
	}
}

func TestAReplyThatWasStoppedShowsNoMarksAtItsEnd(t *testing.T) {
	for _, state := range []chat.State{chat.Stopped, chat.CutOff} {
		s := newScene(t, 1024, 600, theme.Light)
		stopped := reply("2", "One, **two")
		stopped.State = state
		s.show(user("1", "Q"), stopped)
		if !s.shows("two") || s.shows("**") || s.shows("One, **") {
			t.Errorf("%s: it shows\n%s", state, s.drawn())
		}
	}
}

func TestTheCopyOfAReplyHidesNothing(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	s.show(user("1", "Q"), reply("2", "pay \u202e0001\u202c"))
	s.tap(t, "Copy", 1)
	if len(s.copied) != 1 || s.copied[0] != "pay 0001" {
		t.Errorf("copied %q", s.copied)
	}
}

func TestAKeyInAReplyIsShownAndCopiedAsItIs(t *testing.T) {
	const text = "Put sk-mine-9fK2mQ7xV4bN1cT8 there."
	s := newScene(t, 1024, 600, theme.Light)
	s.show(user("1", "Q"), reply("2", text))
	s.tap(t, "Copy", 1)
	if len(s.copied) != 1 || s.copied[0] != text || !strings.Contains(s.drawn(), "9fK2mQ7xV4bN1cT8") {
		t.Errorf("copied %q of\n%s", s.copied, s.drawn())
	}
}

func TestDetailsUnfoldInPlace(t *testing.T) {
	s := newScene(t, 1024, 700, theme.Light)
	m := reply("2", "")
	m.State, m.Parts = chat.Failed, nil
	m.Request.Problem = &problem.Problem{Kind: problem.KeyRejected, Status: 401, Host: "api.example.org", RequestID: "req_9", Detail: "raw, of sk-older-9fK2mQ7xV4bN1cT8", At: noon}
	s.show(user("1", "Q"), m)
	var support string
	s.OnCopy = func(text string) { support = text }
	before := s.where(t, "The service didn't accept your key.")
	s.tap(t, "Details", 0)
	if !s.shows("401 Unauthorized from api.example.org") || !s.shows("req_9") || !s.shows("raw") || strings.Contains(s.drawn(), "9fK2") {
		t.Errorf("details are missing:\n%s", s.drawn())
	}
	if after := s.where(t, "The service didn't accept your key."); after != before {
		t.Errorf("the trouble moved from %v to %v", before, after)
	}
	s.tap(t, "Copy details", 0)
	if !strings.Contains(support, "req_9") || !strings.Contains(support, "raw") || strings.Contains(support, "9fK2") {
		t.Errorf("for support: %q", support)
	}
	s.tap(t, "Details", 0)
	if s.shows("req_9") {
		t.Error("the details do not fold again")
	}
}

func TestAWideBlockScrollsByItself(t *testing.T) {
	s := newScene(t, 1024, 700, theme.Light)
	s.show(user("1", "Q"), reply("2", "```\n"+strings.Repeat("wide ", 60)+"\n```"))
	line := s.where(t, "wide wide")
	e := scrolled(-80, 0)
	e.Position = line.AddXY(20, 5)
	s.Scrolled(e)
	if moved := s.where(t, "wide wide"); moved.X != line.X-80 || moved.Y != line.Y {
		t.Errorf("the line went from %v to %v", line, moved)
	}
}

func TestTabGoesThroughTheActionsOfAMessageAndThenOn(t *testing.T) {
	s := newScene(t, 1024, 700, theme.Light)
	again := 0
	s.OnRegenerate = func(chat.ID) { again++ }
	s.show(user("1", "Q"), reply("2", "Answer."))
	s.FocusGained()
	for n := 0; s.AcceptsTab(); n++ {
		if n > 10 {
			t.Fatal("Tab never leaves the column")
		}
		s.TypedKey(&fyne.KeyEvent{Name: fyne.KeyTab})
		if n == 1 { // Copy, then Try again
			s.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		}
	}
	if again != 1 {
		t.Errorf("Try again was reached %d times", again)
	}
}

func TestAJumpWaitsForItsMessage(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	var waiting []chat.ID
	s.OnReadMessages = func(ids []chat.ID) { waiting = append(waiting, ids...) }
	s.SetThread("c", manyHeads(2000), nil)
	waiting = nil
	s.JumpTo("500")
	s.SetMessages(library(waiting))
	if at := s.where(t, "Question 500"); at.Y < 100 || at.Y > 300 {
		t.Errorf("the message stands at %v", at)
	}
}

func TestAnotherWidthKeepsThePlace(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	s.OnReadMessages = func(ids []chat.ID) { s.SetMessages(library(ids)) }
	s.SetThread("c", manyHeads(200), nil)
	for range 30 {
		s.Scrolled(scrolled(0, 100))
	}
	var mark string
	for o, at := range s.texts() {
		if strings.HasPrefix(o.Text, "Question") && at.Y > 50 && at.Y < 400 {
			mark = o.Text
		}
	}
	s.window.Resize(fyne.NewSize(720, 600))
	if mark != "" && !s.shows(mark) {
		t.Errorf("%q is gone after the window became narrower", mark)
	}
}

func TestAConversationIsFoundWhereTheReaderLeftIt(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	long, _ := chapter(60)
	thread := func(c chat.ID, n int) {
		ms := []chat.Message{user(c+"1", "Q"), reply(c+"2", long), user(c+"3", "Q"), reply(c+"4", long)}[:n]
		var heads []chat.Head
		for _, m := range ms {
			heads = append(heads, chat.Head{ID: m.ID, Role: m.Role, Bytes: len(m.Text())})
		}
		s.SetThread(c, heads, ms)
	}
	thread("a", 4)
	s.Scrolled(scrolled(0, 400))
	was := s.drawn()
	thread("b", 2)
	if p, ok := s.ReadingPlace("a"); !ok || p.Message != "a4" {
		t.Errorf("left at %+v, %t", p, ok)
	}
	thread("a", 4)
	if s.drawn() != was {
		t.Error("the place was not found again")
	}
	s.GoToEnd()
	thread("b", 2)
	thread("a", 4)
	if p, ok := s.ReadingPlace("a"); !ok || p != (chat.ReadingPlace{}) || !s.AtEnd() {
		t.Error("who was at the end is not there again")
	}
	s.Scrolled(scrolled(0, 400))
	thread("b", 2)
	thread("a", 2)
	if !s.AtEnd() {
		t.Error("a place that is gone is not the end")
	}
}
