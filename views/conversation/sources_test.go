package conversation_test

import (
	"fmt"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/views/theme"
)

func TestMarksAndTheListLeadToTheSources(t *testing.T) {
	s := newScene(t, 520, 700, theme.Light)
	var opened []string
	s.OnOpenLink = func(address string) { opened = append(opened, address) }
	m := reply("2", "An oak lives for centuries [1]. A robin sings all year.")
	m.Parts = append(m.Parts, chat.Part{Kind: chat.PartSources, Text: chat.CitedSource{Address: "https://www.kew.example/oak?utm_source=openai", Title: "Oak | Kew", Number: 1}.Line() +
		chat.CitedSource{Address: "https://rspb.example/robin", Title: "Robin", Number: 2}.Line()})
	s.show(user("1", "How old do oaks grow?"), m)
	const kew = "Oak | Kew · https://www.kew.example/oak"
	s.tap(t, kew, 0)
	if _, ok := s.FindClickableArea(kew, 1); ok {
		t.Error("the list is unfolded from the beginning")
	}
	s.tap(t, "2 sources", 0)
	s.tap(t, kew, 1)
	s.tap(t, "Robin · https://rspb.example/robin", 0)
	if got := strings.Join(opened, " "); got != "https://www.kew.example/oak https://www.kew.example/oak https://rspb.example/robin" {
		t.Errorf("opened %q", got)
	}
	s.tap(t, "2 sources", 0)
	if _, ok := s.FindClickableArea(kew, 1); ok {
		t.Error("the list cannot be folded")
	}
}

func TestSourcesThatArriveAfterTheTextMarkIt(t *testing.T) {
	s := newScene(t, 520, 700, theme.Light)
	m := reply("2", "An oak lives for centuries [1].")
	m.State = chat.Writing
	s.show(user("1", "How old do oaks grow?"), m)
	const kew = "kew.example/oak · https://kew.example/oak"
	if _, ok := s.FindClickableArea(kew, 0); ok {
		t.Fatal("a source that has not arrived")
	}
	m.Parts = append(m.Parts, chat.Part{Kind: chat.PartSources, Text: chat.CitedSource{Address: "https://kew.example/oak", Number: 1}.Line()})
	s.show(user("1", "How old do oaks grow?"), m)
	s.tap(t, kew, 0)
	m.State = chat.Done
	s.show(user("1", "How old do oaks grow?"), m)
	s.tap(t, "1 source", 0)
}

// What is unfolded below the buttons of a reply is in view, and so are the buttons.
func TestTheListOfSourcesOpensInView(t *testing.T) {
	for _, room := range []float32{400, 130} {
		s := newScene(t, 520, room, theme.Light)
		s.OnCopyReply = func(m chat.Message, _ bool) { s.copied = append(s.copied, m.Parts[len(m.Parts)-1].Text) }
		m := reply("2", strings.Repeat("An oak lives for centuries. ", 30))
		lines := ""
		for n := range 8 {
			lines += chat.CitedSource{Address: fmt.Sprintf("https://kew.example/oak/%d", n+1), Number: n + 1}.Line()
		}
		m.Parts = append(m.Parts, chat.Part{Kind: chat.PartSources, Text: lines})
		s.show(user("1", "How old do oaks grow?"), m)
		s.GoToEnd()
		s.tap(t, "8 sources", 0)
		seen := func(name string) bool {
			at, ok := s.FindClickableArea(name, 0)
			return ok && at.Y >= 0 && at.Y < room
		}
		if !seen("8 sources") {
			t.Errorf("in %v the button has left the view", room)
		}
		if last := seen("kew.example/oak/8 · https://kew.example/oak/8"); last != (room == 400) {
			t.Errorf("in %v the last source is in view: %v", room, last)
		}
		s.tap(t, "Copy", 0)
		if len(s.copied) != 1 || s.copied[0] != lines {
			t.Errorf("copied without its sources: %q", s.copied)
		}
	}
}
