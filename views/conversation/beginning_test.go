package conversation_test

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/views/theme"
)

// grows shows a reply line by line until it is longer than the view, at a text size.
func grows(t *testing.T, zoom float32) (s *scene, lines func(n int) string) {
	t.Helper()
	s = newScene(t, 720, 600, theme.Light)
	fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Light, zoom))
	s.Refresh()
	lines = func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "Line %d of the reply.\n\n", i)
		}
		return b.String()
	}
	s.show(user("1", strings.Repeat("A long question. ", 60)), writing("2", ""))
	for n := range 40 {
		s.UpdateMessage(writing("2", lines(n)), false)
	}
	return s, lines
}

// While a reply is written, its beginning stays in view, so that it can be read from there.
func TestTheBeginningOfAReplyIsNotScrolledAway(t *testing.T) {
	for _, zoom := range []float32{1, 2} {
		t.Run(fmt.Sprint(zoom), func(t *testing.T) {
			s, lines := grows(t, zoom)
			if at := s.where(t, "Line 0 "); at.Y < 0 || at.Y > 60*zoom {
				t.Errorf("the first line is at %v", at)
			}
			before := s.where(t, "Line 3 ")
			s.UpdateMessage(writing("2", lines(80)), false)
			if at := s.where(t, "Line 3 "); at != before {
				t.Errorf("what is read moved from %v to %v", before, at)
			}
			s.tap(t, "To the end", 0)
			s.UpdateMessage(writing("2", lines(120)), false)
			if !s.shows("Line 118 ") || !s.AtEnd() {
				t.Error("after \"To the end\", the end is not followed")
			}
			s.SetMessages([]chat.Message{reply("2", lines(121))})
			if !s.shows("Line 119 ") {
				t.Error("the last line is not shown")
			}
		})
	}
}

func TestTheBeginningStaysWhenAWholeReplyComesAtOnce(t *testing.T) {
	s, lines := grows(t, 1)
	s.show(user("1", "Q"), reply("2", "A"), user("3", "Q"), writing("4", ""))
	s.GoToEnd()
	s.SetMessages([]chat.Message{reply("4", lines(200))})
	if !s.shows("Line 0 ") || s.shows("Line 198 ") {
		t.Error("a reply that was waited for is not shown from its beginning")
	}
}

// A quick service has sent more than a view of text before anything is shown.
func TestTheBeginningOfAReplyIsShownThoughItBeginsLong(t *testing.T) {
	s, lines := grows(t, 1)
	before := []chat.Message{user("1", "Q"), reply("2", "A")}
	s.show(before...)
	s.GoToEnd()
	s.show(append(before, user("3", "Q"), writing("4", lines(100)))...)
	s.UpdateMessage(writing("4", lines(200)), false)
	if !s.shows("Line 0 ") || s.shows("Line 198 ") {
		t.Error("the beginning of the reply is not shown")
	}
}

// Only the user can answer a question, so it is shown.
func TestAQuestionOfAToolIsShownThoughTheBeginningWasKept(t *testing.T) {
	s, lines := grows(t, 1)
	var answers []string
	s.View.Tools = waitingTools{&answers}
	m := writing("2", lines(80))
	m.Parts = append(m.Parts, chat.ToolCall{ID: "w", Name: "search_my_chats", Arguments: `{}`}.Part())
	s.UpdateMessage(m, false)
	if _, ok := s.FindClickableArea("Allow once", 0); !ok {
		t.Error("the question is not shown")
	}
	s.Scrolled(scrolled(0, 500))
	s.UpdateMessage(m, true)
	if _, ok := s.FindClickableArea("Allow once", 0); ok {
		t.Error("a reader who scrolled away is taken to the question")
	}
}

func TestAReaderWhoIsBeyondTheBeginningFollowsTheEnd(t *testing.T) {
	s, lines := grows(t, 1)
	s.Scrolled(scrolled(0, -10_000))
	s.UpdateMessage(writing("2", lines(90)), false)
	if !s.shows("Line 88 ") {
		t.Error("a reader who scrolled to the end does not follow it")
	}
}
