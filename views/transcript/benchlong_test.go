package transcript

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
)

// BenchmarkLongLine does with one line of 4 MB what a user does: a service that gives no times may
// return all of a recording as one.
func BenchmarkLongLine(b *testing.B) {
	const size = 4 << 20
	for name, text := range map[string]string{
		"words": strings.Repeat("The last train had gone, and the platform was quiet. ", size/53),
		"word":  strings.Repeat("train", size/5),
	} {
		v := long(b)
		d := done()
		do := func(what string, f func()) {
			b.Run(name+"/"+what, func(b *testing.B) {
				for b.Loop() {
					f()
				}
			})
		}
		n := 0
		do("open", func() {
			n++
			d.ID = chat.ID(fmt.Sprint(n))
			v.Set(d, true)
			v.SetLines(d.ID, []Line{{ID: 1, Text: text}})
		})
		do("scroll", func() { v.lines.scroll(60) })
		do("go to the middle", func() { v.lines.goTo(0.5) })
		v.lines.writer.begin(0, 0)
		do("type at the beginning", func() { v.lines.writer.caret.Insert("x", true) })
		v.lines.writer.begin(0, len(text)/2)
		do("type in the middle", func() { v.lines.writer.caret.Insert("x", true) })
		do("down", func() { v.lines.writer.caret.Key(fyne.KeyDown) })
	}
}
