package conversation_test

import (
	"image"
	"image/color"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/app/chat"
	"parlando/app/markdown"
	"parlando/views/conversation"
	"parlando/views/conversation/cards"
	"parlando/views/theme"
)

// scene is a view in a window of the test driver.
type scene struct {
	*conversation.View
	*calls
	window fyne.Window
	copied []string
	// passages are those of what was selected and copied last.
	passages []conversation.Passage
}

func newScene(t testing.TB, width, height float32, preference theme.Preference) *scene {
	t.Helper()
	app := test.NewApp()
	t.Cleanup(app.Quit)
	app.Settings().SetTheme(theme.New(preference, 1))
	s := &scene{calls: &calls{}}
	p := page{s.calls}
	s.View = conversation.New(conversation.Options{
		Callbacks: cards.Callbacks{Messages: p, Addresses: p, Models: p, Source: p},
		RunLater:  func(f func()) { f() }, OnRune: func(rune) {}, OnPills: func() {},
	})
	s.OnHighlight = func(key, lang, code string) {
		s.View.SetHighlight(key, markdown.Highlight(lang, code))
	}
	s.View.OnCopy = func(text string) { s.copied = append(s.copied, text) }
	s.View.OnCopySelection = func(text string, passages []conversation.Passage) {
		s.copied, s.passages = append(s.copied, text), passages
	}
	s.View.OnCopyReply = func(m chat.Message, _ bool) {
		text, _ := markdown.Clean(m.Text())
		s.copied = append(s.copied, text)
	}
	s.window = test.NewWindow(s.View)
	s.window.SetPadded(false)
	s.window.Resize(fyne.NewSize(width, height))
	t.Cleanup(s.window.Close)
	return s
}

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// show gives the view a thread of whole messages.
func (s *scene) show(ms ...chat.Message) {
	heads := make([]chat.Head, len(ms))
	for i, m := range ms {
		heads[i] = chat.Head{ID: m.ID, Role: m.Role, Bytes: len(m.Text())}
	}
	s.SetThread("c", heads, ms)
}

func user(id chat.ID, text string) chat.Message {
	return chat.Message{ID: id, Role: chat.User, State: chat.Done, Parts: []chat.Part{{Kind: chat.PartText, Text: text}}, Sibling: 1, Siblings: 1}
}

func reply(id chat.ID, text string) chat.Message {
	return chat.Message{
		ID: id, Role: chat.Assistant, State: chat.Done, Finish: chat.FinishStop, Sibling: 1, Siblings: 1,
		Parts: []chat.Part{{Kind: chat.PartText, Text: text}},
		Request: &chat.Request{
			Asked: "oak-large", Served: "oak-large", Usage: &chat.Usage{Prompt: 40, Completion: 4120, Total: 4160},
			Started: noon, Ended: noon.Add(3100 * time.Millisecond), HTTPID: "req_1",
		},
	}
}

func photo() image.Image {
	img := image.NewRGBA(image.Rect(0, 0, 500, 200))
	for y := range 200 {
		for x := range 500 {
			img.SetRGBA(x, y, color.RGBA{uint8(120 + x/4), uint8(150 + y/4), uint8(200 - x/4), 255})
		}
	}
	return img
}

// tap clicks the nth spot of that name.
func (s *scene) tap(t testing.TB, name string, n int) {
	t.Helper()
	at, ok := s.FindClickableArea(name, n)
	if !ok {
		t.Fatalf("there is no %q number %d in the window", name, n)
	}
	s.click(at)
}
