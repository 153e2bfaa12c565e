package sources

import (
	"fmt"
	"strings"
	"testing"

	"parlando/app/chat"
)

// BenchmarkOf reads the sources of a reply as often as the window does while it streams.
func BenchmarkOf(b *testing.B) {
	for _, kilobytes := range []int{4, 32, 256} {
		lines := ""
		for n := range 20 {
			lines += chat.CitedSource{Address: fmt.Sprintf("https://kew.example/oak/%d", n+1), Title: "The life of an oak", Number: n + 1}.Line()
		}
		for name, sentence := range map[string]string{
			"marks": "An oak lives for centuries [7]. ", "links": "An oak lives for centuries, as [Kew](https://kew.example/oak/7) says. ", "plain": "An oak lives for centuries. ",
		} {
			m := chat.Message{Role: chat.Assistant, State: chat.Writing, Parts: []chat.Part{
				{Kind: chat.PartText, Text: strings.Repeat(sentence, kilobytes<<10/len(sentence))}, {Kind: chat.PartSources, Text: lines},
			}}
			b.Run(fmt.Sprintf("%s, %d kB", name, kilobytes), func(b *testing.B) {
				for b.Loop() {
					Of(m)
				}
			})
		}
	}
}
