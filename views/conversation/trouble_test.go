package conversation_test

import (
	"strconv"
	"testing"

	"parley/app/chat"
	"parley/app/problem"
	"parley/views/theme"
)

func TestTheButtonOfATroubleStandsBelowItsWordsInANarrowWindow(t *testing.T) {
	for _, c := range []struct {
		width float32
		below bool
	}{{280, true}, {720, false}} {
		s := newScene(t, c.width, 600, theme.Light)
		m := reply("2", "")
		m.State, m.Finish = chat.Failed, ""
		m.Request = &chat.Request{Asked: "m", Trouble: &problem.Problem{Kind: problem.Offline}}
		s.show(user("1", "How are you?"), m)
		words, button := s.where(t, "Details"), s.where(t, "Try again")
		if below := button.Y > words.Y+10; below != c.below {
			t.Errorf("%v wide: the words end at %v, the button stands at %v", c.width, words, button)
		}
		s.paint(t, "trouble-"+strconv.Itoa(int(c.width)))
	}
}
