package conversation_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/views/theme"
)

// jsonReply is a reply in JSON for a schema that requires a number n.
func jsonReply(id chat.ID, text string) chat.Message {
	m := reply(id, text)
	m.Request.Params.Answer = &chat.AnswerForm{Kind: chat.AnswerJSON, Schema: []byte(`{"type":"object","required":["n"],"properties":{"n":{"type":"number"}}}`)}
	return m
}

// longJSON is a document of n lines once it is formatted.
func longJSON(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"line %d":"the quick brown fox jumps over the lazy dog",`, i)
	}
	return "{" + b.String() + `"last":1}`
}

func TestLongJSONIsFormattedInTheBackground(t *testing.T) {
	text := longJSON(8000)
	whole := newScene(t, 900, 600, theme.Light)
	whole.show(user("1", "Go on."), jsonReply("2", text))
	s, b := newLongScene(t)
	s.show(user("1", "Go on."), jsonReply("2", text))
	if got := textOfRows(s, 1); strings.Contains(got, "line 0") || strings.Contains(got, "requested JSON") {
		t.Errorf("formatted at once: %.300s", got)
	}
	b.drain()
	want := textOfRows(whole, 1)
	if !strings.Contains(want, "The reply isn't in the JSON format you asked for") || !strings.Contains(want, "line 7999") {
		t.Fatalf("%d bytes: %.300s", len(want), want)
	}
	if textOfRows(s, 1) != want {
		t.Error("the reply differs from one laid out at once")
	}

	s.window.Resize(s.window.Canvas().Size().AddWidthHeight(-200, 0))
	if !strings.Contains(textOfRows(s, 1), "line 0") {
		t.Error("it is formatted again at another width")
	}
}

func TestLongJSONShowsItsLastStateWhileItGrows(t *testing.T) {
	text := longJSON(8000)
	s, b := newLongScene(t)
	m := jsonReply("2", text[:400_000])
	m.State, m.Request.Ended = chat.Writing, time.Time{}
	s.show(user("1", "Go on."), m)
	b.drain()
	grow := func(to int) {
		m.Parts = []chat.Part{{Kind: chat.PartText, Text: text[:to]}}
		s.UpdateMessage(m, false)
		if !strings.Contains(textOfRows(s, 1), "line 10") {
			t.Errorf("nothing is shown of it at %d bytes", to)
		}
	}
	grow(400_100)
	then := b.step()
	grow(400_200)
	then()
	grow(len(text))
	b.drain()
	if got := textOfRows(s, 1); !strings.Contains(got, `"last": 1`) {
		t.Errorf("it ends with %s", got[len(got)-100:])
	}
	m.State = chat.Done
	s.UpdateMessage(m, false)
	b.drain()
	if got := textOfRows(s, 1); !strings.Contains(got, "The reply isn't in the JSON format you asked for") {
		t.Error("it was not checked at its end")
	}
}
