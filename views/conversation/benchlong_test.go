package conversation_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/views/theme"
)

// longSize is the size of the texts of BenchmarkLongTexts in bytes.
const longSize = 4 << 20

// longTexts are texts of one size: a line of words, a single word, and short lines.
func longTexts(size int) []struct{ name, text string } {
	return []struct{ name, text string }{
		{"lines", strings.Repeat("lorem ipsum dolor sit amet consectetur adipiscing\n", size/50)},
		{"words", strings.Repeat("lorem ipsum dolor sit amet ", size/27)},
		{"word", strings.Repeat("lorem", size/5)},
		{"breaks", strings.Repeat("a\n", size/2)},
		{"Chinese", strings.Repeat("東京都新宿区。", size/21)},
	}
}

// BenchmarkLongTexts shows each place of a chat that can hold a text of any length, and changes it.
func BenchmarkLongTexts(b *testing.B) {
	for _, in := range []struct {
		name string
		show func(b *testing.B, s *scene, text string)
	}{
		{"sent", func(b *testing.B, s *scene, text string) { s.show(user("1", text)) }},
		{"pasted", func(b *testing.B, s *scene, text string) {
			s.show(chat.Message{ID: "1", Role: chat.User, State: chat.Done, Parts: []chat.Part{{Kind: chat.PartPasted, Text: text}}})
			s.tap(b, "Show pasted text", 0)
		}},
		{"code", func(b *testing.B, s *scene, text string) { s.show(reply("1", "```go\n"+text+"\n```")) }},
		{"code grows", func(b *testing.B, s *scene, text string) {
			m := reply("1", "```go\n"+text)
			m.State, m.Request.Ended = chat.Writing, time.Time{}
			s.show(m)
			at := time.Now()
			for range 3 {
				text += "word "
				m.Parts = []chat.Part{{Kind: chat.PartText, Text: "```go\n" + text}}
				s.UpdateMessage(m, false)
			}
			b.ReportMetric(float64(time.Since(at).Microseconds())/3000, "grow-ms")
		}},
		{"JSON", func(b *testing.B, s *scene, text string) {
			m := reply("1", `{"text":`+strconv.Quote(text)+`}`)
			m.Request.Params.Answer = &chat.AnswerForm{Kind: chat.AnswerJSON}
			work := &backlog{}
			s.Thread = work
			at := time.Now()
			s.show(m)
			longest := time.Since(at)
			for then := work.step(); then != nil; then = work.step() {
				at = time.Now()
				then()
				longest = max(longest, time.Since(at))
			}
			b.ReportMetric(float64(longest.Microseconds())/1000, "event-ms")
		}},
		{"cell of an asked table", func(b *testing.B, s *scene, text string) {
			s.show(tableReply("1", `{"rows":[{"shop":`+strconv.Quote(text)+`,"date":"","total":"18,00","paid_by":"cash"}]}`))
		}},
		{"cell", func(b *testing.B, s *scene, text string) {
			s.show(reply("1", "|a|b|\n|-|-|\n|1|"+strings.ReplaceAll(text, "\n", " ")+"|\n"))
		}},
		{"rows", func(b *testing.B, s *scene, text string) {
			s.show(reply("1", "|a|b|\n|-|-|\n|1|"+strings.ReplaceAll(text, "\n", "|\n|2|")+"|\n"))
		}},
	} {
		for _, text := range longTexts(longSize) {
			b.Run(in.name+"/"+text.name, func(b *testing.B) {
				for b.Loop() {
					s := newScene(b, 1024, 600, theme.Light)
					in.show(b, s, text.text)
				}
			})
		}
	}
}
