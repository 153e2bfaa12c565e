//go:build unix

package conversation_test

import (
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/markdown/markdowntest"
	"parlando/views/theme"
)

// BenchmarkStuckShapes opens a chat with a reply of 1 MB in which a model got stuck, until it is
// painted and the view has painted what a key does. Goal: at most twice the processor of prose.
func BenchmarkStuckShapes(b *testing.B) {
	s := newScene(b, 1024, 600, theme.Light)
	markdowntest.Benchmark(b, 1_000_000, func(id, text string) {
		ms := []chat.Message{user("1", "Go on."), reply("2", text)}
		s.SetThread(chat.ID(id), []chat.Head{{ID: "1", Role: chat.User, Bytes: 6}, {ID: "2", Role: chat.Assistant, Bytes: len(text)}}, ms)
		s.window.Canvas().Capture()
		s.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
		s.window.Canvas().Capture()
		s.SetThread("", nil, nil)
	})
}
