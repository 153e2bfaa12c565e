package window

import (
	"strings"
	"testing"

	"parley/app/chat"
)

// sets gives the chat parameters, as the panel does.
func (p *person) sets(params chat.Parameters) {
	p.t.Helper()
	p.setParams(params)
	p.settle()
}

func TestARefusedValueIsChangedWithOneClick(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chooses("Practice strict")
		hot, long := 1.5, 900
		p.sets(chat.Parameters{Temperature: &hot})
		p.sends("Hi")
		p.readsToTheEnd()
		p.sees("This model accepts Creativity from 0.0 to 1.0, not 1.5.")
		p.clicks("Use 1.0 and send")
		p.readsToTheEnd()
		p.sees("2 of 2")
		if now := p.open.Params.Temperature; now == nil || *now != 1 {
			t.Errorf("Creativity is %v", now)
		}
		p.sets(chat.Parameters{MaxTokens: &long})
		p.sends("And now?")
		p.readsToTheEnd()
		p.sees("This model accepts Longest reply from 1 to 500, not 900.")
		p.clicks("Send without it")
		p.readsToTheEnd()
		if now := p.open.Params.MaxTokens; now != nil {
			t.Errorf("Longest reply is %v", *now)
		}
		p.seesNot("not 900")
	})
}

func TestASettingThatIsNotAcceptedIsToldUnderTheReplyAndInAdjust(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.chooses("Practice strict")
		focus := 0.5
		p.sets(chat.Parameters{TopP: &focus})
		p.sends("Hi")
		p.readsToTheEnd()
		p.sees("Answered without Focus: this model does not accept it.")
		p.showAdjust(true)
		p.settle()
		p.sees("Not sent: this model does not accept it")
		copied := ""
		p.view.OnCopySupport = func(text string) { copied = text }
		p.clicks("More")
		p.clicks("Details")
		p.view.GoToEnd()
		p.settle()
		p.sees("Left out")
		p.clicks("Copy for support")
		for _, want := range []string{"Left out: top_p 0.5", "Reply: chatcmpl-practice", "in total"} {
			if !strings.Contains(copied, want) {
				t.Errorf("support is not given %q: %s", want, copied)
			}
		}
		p.adjust.OnRetry([]string{"top_p"})
		p.settle()
		p.seesNot("Not sent: this model does not accept it")
	})
}
