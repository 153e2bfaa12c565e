package conversation

import (
	"strings"

	"parlando/app/answers"
	"parlando/app/chat"
)

// found is what was searched for and found in one message.
type found struct {
	message chat.ID
	spans   [][2]int
	// words are looked for as soon as the message's text is known; jump says that they are then
	// gone to.
	words []string
	jump  bool
}

// toFound goes to what was looked for, once the text of its message is known.
func (v *selector) toFound() {
	f := &v.found
	i, known := v.column.index[f.message]
	if !known || !f.jump || v.column.items[i].message == nil {
		return
	}
	f.jump = false
	at := 0
	if f.spans = find(answers.Text(*v.column.items[i].message), f.words); len(f.spans) > 0 {
		at = f.spans[0][0]
	}
	top := float32(0)
	if v.column.lay(i) {
		top = v.column.items[i].card.OffsetTop(at) * v.column.zoom
	}
	v.column.bring(i, top, v.column.size.Height/3)
}

// find gives where words stand in a text, whatever their case, in reading order.
func find(text string, words []string) [][2]int {
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		// some capitals are longer than their small letters; then only the exact word is found
		lower = text
	}
	var out [][2]int
	for at := 0; at < len(lower); {
		best, end := -1, 0
		for _, w := range words {
			if w = strings.ToLower(w); w == "" {
				continue
			}
			if n := strings.Index(lower[at:], w); n >= 0 && (best < 0 || at+n < best) {
				best, end = at+n, at+n+len(w)
			}
		}
		if best < 0 {
			break
		}
		out = append(out, [2]int{best, end})
		at = end
	}
	return out
}
