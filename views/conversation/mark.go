package conversation

import (
	"strings"

	"parley/app/chat"
)

// mark is what was searched for and found in one message.
type mark struct {
	message chat.ID
	spans   [][2]int
	// words are looked for as soon as the message's text is known; jump says that they are then gone to.
	words []string
	jump  bool
}

// JumpTo shows a message, with the first of words a third below the top of the window and all of them marked. Without
// words, or where none is found, it shows the beginning of the message.
func (v *View) JumpTo(id chat.ID, words []string) {
	if _, ok := v.index[id]; !ok {
		return
	}
	v.mark = mark{message: id, words: words, jump: true}
	v.stick = false
	v.anchor = anchor{v.index[id], v.Size().Height / 3}
	v.place()
	v.movedByHand()
	v.followMark() // if the text is at hand; else SetMessages does
}

// ShowAt brings the byte offset of a message's text a third below the top of the window.
func (v *View) ShowAt(id chat.ID, offset int) {
	i, ok := v.index[id]
	if !ok {
		return
	}
	v.stick = false
	v.anchor = anchor{i, v.Size().Height / 3}
	if v.lay(i) {
		v.anchor.y -= v.items[i].card.offsetTop(offset) * v.zoom
	}
	v.place()
}

// followMark looks for the words of a jump once their message is known.
func (v *View) followMark() {
	i, ok := v.index[v.mark.message]
	if !ok || !v.mark.jump || v.items[i].message == nil {
		return
	}
	v.mark.jump = false
	v.mark.spans = find(v.items[i].message.Text(), v.mark.words)
	at := 0
	if len(v.mark.spans) > 0 {
		at = v.mark.spans[0][0]
	}
	v.ShowAt(v.mark.message, at)
}

// find gives where words stand in a text, whatever their case, in reading order.
func find(text string, words []string) [][2]int {
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		lower = text // some capitals are longer than their small letters; then only the exact word is found
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
